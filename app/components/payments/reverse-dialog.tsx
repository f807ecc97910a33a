import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import type { ReversiblePayment } from "~/domain/commissions/read-reversal.server";
import { useFormat } from "~/web/use-format";
import { ReverseForm } from "./reverse-form";

export type ReverseDialogProps = {
  reversible: ReversiblePayment;
  /** Whom a member has to ask; null for owners. */
  owners: string[] | null;
  closeTo: string;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** Asks before a payment is taken back: which one, what follows, and why. Members learn who may. */
export function ReverseDialog({ reversible, owners, closeTo, lastResult }: ReverseDialogProps) {
  const { t, i18n } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const { company, deal, period, commission, paymentDate } = reversible.transaction;
  return (
    <RouteDialog
      title={t("reverse.title", { company })}
      description={t("receipt.of", {
        deal: period ? `${deal}, ${format.month(period)}` : deal,
        amount: format.money(commission),
        date: format.day(paymentDate),
      })}
      closeTo={closeTo}
      size="sm"
    >
      {owners === null ? (
        <ReverseForm {...{ reversible, closeTo, lastResult }} />
      ) : (
        <>
          <Alert>
            {owners.length > 0
              ? t("reverse.owner_only", {
                  owners: new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(owners),
                })
              : t("reverse.owner_only_nobody")}
          </Alert>
          <FormActions className="pt-4">
            <DialogCancel to={closeTo}>{t("common:close")}</DialogCancel>
          </FormActions>
        </>
      )}
    </RouteDialog>
  );
}
