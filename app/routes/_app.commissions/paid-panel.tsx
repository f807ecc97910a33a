import { useTranslation } from "react-i18next";
import "~/components/affiliates/batch-texts";
import { useFlash } from "~/components/toast/flash-context";
import { Alert } from "~/components/ui/alert";
import { DialogLink } from "~/components/ui/route-dialog";
import { receiptsOfPayment } from "~/paths/transaction-choice";

/** After a payment: leads to the dialog that adds the receipts of what was just paid (WORK-04). */
export function PaidPanel() {
  const { t } = useTranslation("batches");
  const undo = useFlash()?.undo;
  if (undo?.of !== "payment") return null;
  return (
    <Alert
      tone="info"
      title={t("receipts.after")}
      actions={<DialogLink to={receiptsOfPayment(undo.batchId)}>{t("receipts.add")}</DialogLink>}
    />
  );
}
