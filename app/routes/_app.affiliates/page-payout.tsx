import { useTranslation } from "react-i18next";
import { useAccountWords, useWaitWords } from "~/components/payouts/account-section";
import { useGapList } from "~/components/payouts/missing-list";
import { Card } from "~/components/ui/card";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { dialogOnPage } from "~/paths/affiliate-view";
import type { PageProps } from "./page-props";
import "~/components/payouts/payee-texts";

/** How the affiliate is paid, and what is missing for it (PAY-01). */
export function PagePayout({ page: { affiliate, payee, timeZone } }: PageProps) {
  const { t } = useTranslation(["payouts", "affiliates"]);
  const { search } = useAddress();
  const words = useAccountWords();
  const waits = useWaitWords();
  const gapList = useGapList();
  const { missing, accounts } = payee;
  const { current, pending } = accounts;
  return (
    <Card
      title={t("payee.title")}
      actions={
        <DialogLink
          to={dialogOnPage(affiliate.id, "payout", search)}
          variant="ghost"
          size="sm"
          aria-label={`${t("affiliates:terms.edit")}: ${t("payee.title")}`}
        >
          {t("affiliates:terms.edit")}
        </DialogLink>
      }
    >
      <div className="grid gap-2">
        {current && <p className="wrap-anywhere">{words(current)}</p>}
        {pending && (
          <p className="wrap-anywhere">
            <span className="block text-xs text-muted">{t("payee.pending")}</span>
            {words(pending)}
            <span className="block text-muted">{waits(pending, timeZone)}</span>
          </p>
        )}
        <p className="text-muted">{missing.length === 0 ? t("payee.complete") : gapList(missing)}</p>
      </div>
    </Card>
  );
}
