import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { dateFromDay } from "../shared/dates";
import { MOST_AT_ONCE } from "./payment";
import { payPayments, type PaidPayments } from "./pay-payments.server";

/**
 * Marks everything paid that is due to one affiliate, as `payPayments` does. `expected` is how many payments the person
 * saw: when there are more or fewer by now nothing is paid. Throws `not_found`, `payments_changed`, `too_many_payments`,
 * `forbidden`.
 */
export async function payAllDue(
  scope: Scope,
  { affiliateId, expected, receiptUrl }: { affiliateId: string; expected: number; receiptUrl: string | null },
): Promise<PaidPayments> {
  requireStaff(scope);
  const affiliate = await scope.db.affiliate.findFirst({
    where: { id: affiliateId },
    select: { id: true },
  });
  if (!affiliate) throw new DomainError("not_found");
  const due = await scope.db.commissionPayment.findMany({
    where: { affiliateId, status: "pending", periodStart: { lte: dateFromDay(await scope.today()) } },
    select: { id: true },
    take: MOST_AT_ONCE + 1,
  });
  if (due.length > MOST_AT_ONCE) throw new DomainError("too_many_payments", { max: MOST_AT_ONCE });
  if (due.length !== expected) throw new DomainError("payments_changed");
  return payPayments(scope, { paymentIds: due.map(({ id }) => id), receiptUrl });
}
