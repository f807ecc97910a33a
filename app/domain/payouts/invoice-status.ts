import type { InvoiceNeed, InvoiceStatus, StoredInvoiceState } from "./own-invoice";
import type { PayoutState } from "./run";

/** Returns the invoice state of a payout; null if it needs no invoice. `latest` is the state of its last invoice. */
export function invoiceStatusOf(
  payout: { state: PayoutState; need: InvoiceNeed | null },
  latest: StoredInvoiceState | null,
): InvoiceStatus | null {
  if (payout.need === null || (payout.state !== "open" && payout.state !== "paid")) return null;
  if (payout.need === "accepted") return "accepted";
  return latest === "waiting" || latest === "refused" ? latest : "missing";
}

/** Returns whether money may be sent for a payout. */
export const isPayable = ({ state, invoice }: { state: PayoutState; invoice: InvoiceStatus | null }): boolean =>
  state === "open" && (invoice === null || invoice === "accepted");
