import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { MAX_AT_ONCE, type CommissionFacts, type PaymentFilter } from "./commission";
import { readForAction } from "./read-for-action.server";

/**
 * Returns the ids of all commissions that wait for their customer and match a filter, of all pages.
 * Throws `payments_required` (none matches), `too_many_transactions`, `forbidden`.
 */
export async function chooseWaiting(
  scope: Scope,
  filter: PaymentFilter,
): Promise<{ payments: string[]; deals: string[] }> {
  requireStaff(scope);
  const rows = await readForAction(scope, { ...filter, tab: "waiting", by: "period" });
  if (rows.length === 0) throw new DomainError("payments_required");
  if (rows.length > MAX_AT_ONCE) throw new DomainError("too_many_transactions", { max: MAX_AT_ONCE });
  const idsOf = (kind: CommissionFacts["kind"]) => rows.filter((one) => one.kind === kind).map(({ id }) => id);
  return { payments: idsOf("payment"), deals: idsOf("deal") };
}
