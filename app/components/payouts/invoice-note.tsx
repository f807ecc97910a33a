import { useTranslation } from "react-i18next";
import type { ProposedPayout } from "~/domain/payouts/plan-run";
import "./payout-texts";

/**
 * Says that a proposed payout will wait for an invoice of the affiliate (PAY-17), or get a credit note without an
 * e-invoice, and why.
 */
export function InvoiceNote({ proposal: { noCreditNote, fileGap } }: { proposal: ProposedPayout }) {
  const { t } = useTranslation("invoices");
  if (!noCreditNote && !fileGap) return null;
  return (
    <span className="block text-xs font-normal text-muted cards:whitespace-normal">
      {noCreditNote ? t("proposal", { reason: t(`no_credit_note.${noCreditNote}`) }) : t(`file_gaps.${fileGap!}`)}
    </span>
  );
}
