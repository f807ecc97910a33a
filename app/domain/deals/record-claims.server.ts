import type { Deal } from "#prisma";
import { dateFromDay, dayFromDate, type Day } from "../shared/dates";
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

/** Deletes the claims of commissions whose payment was reversed. */
export async function dropClaims(
  scope: Scope,
  { payments, deals }: { payments: string[]; deals: string[] },
): Promise<void> {
  if (payments.length > 0) {
    await scope.db.commissionClaim.deleteMany({ where: { paymentId: { in: payments } } });
  }
  if (deals.length > 0) {
    await scope.db.commissionClaim.deleteMany({ where: { dealId: { in: deals }, paymentId: null } });
  }
}
