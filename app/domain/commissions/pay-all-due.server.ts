import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { dueToAffiliate } from "./due-to-affiliate.server";
import { MOST_AT_ONCE } from "./payment";
import { payCommissions, type PaidCommissions } from "./pay-commissions.server";

/**
 * Marks everything paid that is due to one affiliate, monthly and one-off, as `payCommissions` does. `expected` is how
 * many commissions the person saw: when there are more or fewer by now nothing is paid. Throws `not_found`,
 * `payments_changed`, `too_many_payments`, `forbidden`.
 */
export async function payAllDue(
  scope: Scope,
  { affiliateId, expected, receiptUrl }: { affiliateId: string; expected: number; receiptUrl: string | null },
): Promise<PaidCommissions> {
  requireStaff(scope);
  const affiliate = await scope.db.affiliate.findFirst({
    where: { id: affiliateId },
    select: { id: true },
  });
  if (!affiliate) throw new DomainError("not_found");
  const { payments, deals, count } = await dueToAffiliate(scope, affiliateId);
  if (count > MOST_AT_ONCE) throw new DomainError("too_many_payments", { max: MOST_AT_ONCE });
  if (count !== expected) throw new DomainError("payments_changed");
  return payCommissions(scope, { payments, deals, receiptUrl });
}
