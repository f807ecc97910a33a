import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import type { Run } from "~/domain/payouts/run";
import "~/components/payouts/payout-texts";

/** How many payouts of a run wait for an invoice, and what that means (PAY-17). */
export function WaitingInvoices({ run }: { run: Run }) {
  const { t } = useTranslation("invoices");
  const count = run.payoutList.filter(({ state, invoice }) => state === "open" && invoice && invoice !== "accepted");
  if (count.length === 0) return null;
  return <Alert tone="warning">{t("waiting", { count: count.length })}</Alert>;
}
