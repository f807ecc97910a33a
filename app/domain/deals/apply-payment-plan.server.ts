import type { Deal } from "#prisma";
import { dateFromDay, dayFromDate } from "../shared/dates";
import { toDatabase, type Money } from "../shared/money";
import type { Scope } from "../shared/scope";
import { monthOf, type ExistingPayment, type PaymentPlan } from "./plan-payments";

/** Applies a payment plan to the payments of a deal. The caller has locked them. */
export async function applyPaymentPlan(
  scope: Scope,
  deal: Pick<Deal, "id" | "affiliateId" | "dueWhen" | "holdingDays">,
  { removed, changed, added }: PaymentPlan,
  commission: Money,
): Promise<void> {
  const money = { amount: toDatabase(commission.amount), currency: commission.currency };
  // The row lock guarantees that they are pending; the condition documents this.
  const pending = (payments: ExistingPayment[]) => ({
    id: { in: payments.map(({ id }) => id) },
    status: "pending",
  });
  const customerPaid = added.length > 0 && removed.length > 0 ? await customerPayments(scope, removed) : null;
  if (removed.length > 0) await scope.db.commissionPayment.deleteMany({ where: pending(removed) });
  if (changed.length > 0) {
    await scope.db.commissionPayment.updateMany({ where: pending(changed), data: money });
  }
  const { id: dealId, affiliateId, dueWhen, holdingDays } = deal;
  if (added.length > 0 && affiliateId) {
    await scope.db.commissionPayment.createMany({
      data: added.map((month) => ({
        dealId,
        affiliateId,
        ...money,
        dueWhen,
        holdingDays,
        status: "pending",
        periodStart: dateFromDay(month),
        ...customerPaid?.get(monthOf(month)),
      })),
    });
  }
}

/**
 * Returns the customer's payments of removed months by calendar month. A contract that moves within a month keeps them.
 */
async function customerPayments(scope: Scope, removed: readonly ExistingPayment[]) {
  const rows = await scope.db.commissionPayment.findMany({
    where: { id: { in: removed.map(({ id }) => id) }, customerPaidOn: { not: null } },
    select: {
      periodStart: true,
      customerPaidOn: true,
      customerPaidAmount: true,
      invoiceNumber: true,
      invoicedOn: true,
    },
  });
  return new Map(rows.map(({ periodStart, ...payment }) => [monthOf(dayFromDate(periodStart)), payment]));
}
