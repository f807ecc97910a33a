import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { Alert } from "~/components/ui/alert";
import { DialogCancel } from "~/components/ui/route-dialog";
import { ReverseForm, type ReverseFormProps } from "./reverse-form";
import { TransactionDialog } from "./transaction-dialog";

export type ReverseDialogProps = ReverseFormProps & {
  /** Names of the owners, who can do it instead of a member. Null for owners. */
  owners: string[] | null;
};

/**
 * Asks for confirmation before a payment is reversed: shows the payment and the effects, and requires the reason.
 * Members see who may do it.
 */
export function ReverseDialog({ reversible, owners, closeTo, lastResult }: ReverseDialogProps) {
  const { t, i18n } = useTranslation(["transactions", "common"]);
  return (
    <TransactionDialog title="reverse.title" transaction={reversible.transaction} closeTo={closeTo}>
      {owners === null ? (
        <ReverseForm reversible={reversible} closeTo={closeTo} lastResult={lastResult} />
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
    </TransactionDialog>
  );
}
