import type { Deal } from "#prisma";
import { dateFromDay } from "../shared/dates";
import { toDatabase, type Money } from "../shared/money";
import type { Scope } from "../shared/scope";
import type { ExistingPayment, PaymentPlan } from "./plan-payments";

/** Applies a payment plan to the payments of a deal. The caller has locked them. */
export async function applyPaymentPlan(
  scope: Scope,
  deal: Pick<Deal, "id" | "affiliateId">,
  { removed, changed, added }: PaymentPlan,
  commission: Money,
): Promise<void> {
  const money = { amount: toDatabase(commission.amount), currency: commission.currency };
  // The row lock guarantees that they are pending; the condition documents this.
  const pending = (payments: ExistingPayment[]) => ({
    id: { in: payments.map(({ id }) => id) },
    status: "pending",
  });
  if (removed.length > 0) await scope.db.commissionPayment.deleteMany({ where: pending(removed) });
  if (changed.length > 0) {
    await scope.db.commissionPayment.updateMany({ where: pending(changed), data: money });
  }
  const { id: dealId, affiliateId } = deal;
  if (added.length > 0 && affiliateId) {
    await scope.db.commissionPayment.createMany({
      data: added.map((month) => ({
        dealId,
        affiliateId,
        ...money,
        status: "pending",
        periodStart: dateFromDay(month),
      })),
    });
  }
}
