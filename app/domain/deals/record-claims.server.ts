import type { Deal, Prisma } from "#prisma";
import { dateFromDay, dayFromDate, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { toDatabase, type Money } from "../shared/money";
import type { Scope } from "../shared/scope";
import { fateOf } from "./deal-end";
import { endOf } from "./deal-end.server";
import { commissionOf } from "./paid-months.server";
import type { ExistingPayment } from "./plan-payments";

/** A commission that is owed back. `paymentId` is null for the commission of a one-time deal. */
interface Claim {
  paymentId: string | null;
  amount: Money;
  period: Day;
}

/** Records what is owed back of an ended deal. The caller has locked the deal and its payments. */
export async function recordClaims(scope: Scope, deal: Deal, payments: readonly ExistingPayment[]): Promise<void> {
  const { affiliateId, id: dealId } = deal;
  const claims = claimsOf(deal, payments).filter(({ amount }) => amount.amount > 0);
  if (affiliateId === null || claims.length === 0) return;
  await scope.db.commissionClaim.createMany({
    data: claims.map(({ paymentId, amount, period }) => ({
      dealId,
      affiliateId,
      paymentId,
      period: dateFromDay(period),
      createdAt: scope.now,
      amount: toDatabase(amount.amount),
      currency: amount.currency,
    })),
  });
}

function claimsOf(deal: Deal, payments: readonly ExistingPayment[]): Claim[] {
  const end = endOf(deal);
  if (!end) return [];
  if (deal.dealType === "one-time") {
    const isOwed = fateOf(end, { period: null, paid: deal.commissionPaid }) === "owed_back";
    const whole = { paymentId: null, amount: commissionOf(deal), period: dayFromDate(deal.closeDate) };
    return isOwed ? [whole] : [];
  }
  return payments
    .filter(({ period, paid }) => fateOf(end, { period, paid }) === "owed_back")
    .map(({ id, amount, period }) => ({ paymentId: id, amount, period }));
}

/**
 * Deletes claims and returns their number; in a draft they are no longer deducted. Throws `claim_deducted` if an
 * approved payout has deducted one: the affiliate would lose what it says. Throws `claim_settled` if the affiliate has
 * paid one back, or it was waived.
 */
export async function deleteClaims(scope: Scope, which: Prisma.CommissionClaimWhereInput): Promise<number> {
  const deducted = { AND: [which, { payout: { state: { in: ["open", "paid", "returned"] } } }] };
  if ((await scope.db.commissionClaim.count({ where: deducted })) > 0) throw new DomainError("claim_deducted");
  const settled = { AND: [which, { settledAmount: { gt: 0 } }] };
  if ((await scope.db.commissionClaim.count({ where: settled })) > 0) throw new DomainError("claim_settled");
  return (await scope.db.commissionClaim.deleteMany({ where: which })).count;
}

/** Deletes the claims of commissions whose payment was reversed. Throws what {@link deleteClaims} throws. */
export async function dropClaims(
  scope: Scope,
  { payments, deals }: { payments: string[]; deals: string[] },
): Promise<void> {
  if (payments.length > 0) await deleteClaims(scope, { paymentId: { in: payments } });
  if (deals.length > 0) await deleteClaims(scope, { dealId: { in: deals }, paymentId: null });
}
