import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";

/** Shows whether a transaction has its receipt. */
export function ReceiptBadge({ receiptUrl }: { receiptUrl: string | null }) {
  const { t } = useTranslation("transactions");
  return (
    <StatusBadge tone={receiptUrl ? "success" : "warning"}>
      {t(receiptUrl ? "receipt.available" : "receipt.missing")}
    </StatusBadge>
  );
}
