import { useTranslation } from "react-i18next";
import type { PayoutBasis } from "~/domain/payouts/statement";
import "./payout-texts";

/** Says that a proposed payout will wait for an invoice of the affiliate (PAY-17). */
export function InvoiceNote({ basis }: { basis: PayoutBasis }) {
  const { t } = useTranslation("invoices");
  if (basis !== "own_invoice") return null;
  return <span className="block text-xs font-normal text-muted">{t("proposal")}</span>;
}
