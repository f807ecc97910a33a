import { isDay } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { keyset } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { payCommissions, type PaidCommissions } from "./pay-commissions.server";
import { MOST_AT_ONCE, type PaymentFilter } from "./payment";
import { readByPeriod } from "./read-by-period.server";

/**
 * Marks everything paid that is due, monthly and one-off, of the organisation or narrowed by the filter, as
 * `payCommissions` does. `expected` is how many commissions the person saw: when there are more or fewer by now nothing
 * is paid. Throws `payments_changed`, `too_many_payments`, `forbidden`.
 */
export async function payAllDue(
  scope: Scope,
  { filter, expected, receiptUrl }: { filter: PaymentFilter; expected: number; receiptUrl: string | null },
): Promise<PaidCommissions> {
  requireStaff(scope);
  const due = await readByPeriod(scope, { ...filter, tab: "due" }, keyset({}, "asc", isDay, MOST_AT_ONCE));
  if (due.length > MOST_AT_ONCE) throw new DomainError("too_many_payments", { max: MOST_AT_ONCE });
  if (due.length !== expected) throw new DomainError("payments_changed");
  const ids = (kind: (typeof due)[number]["kind"]) =>
    due.filter((one) => one.kind === kind).map(({ id }) => id);
  return payCommissions(scope, { payments: ids("payment"), deals: ids("deal"), receiptUrl });
}
