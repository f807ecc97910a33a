import { dateFromDay } from "../shared/dates";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { MOST_AT_ONCE } from "./payment";

export interface DueCommissions {
  /** Ids of monthly payments whose month has begun. */
  payments: string[];
  /** Ids of one-time deals. */
  deals: string[];
  /** How many in all. */
  count: number;
  /** What they add up to, per currency. */
  amounts: Money[];
}

/**
 * What can be paid to an affiliate today: unpaid monthly payments whose month has begun and unpaid one-off commissions. Of
 * more than `MOST_AT_ONCE` of a kind no more than one above it are read. Throws `forbidden`.
 */
export async function dueToAffiliate(scope: Scope, affiliateId: string): Promise<DueCommissions> {
  requireStaff(scope);
  const today = dateFromDay(await scope.today());
  const payments = await scope.db.commissionPayment.findMany({
    where: { affiliateId, status: "pending", periodStart: { lte: today } },
    select: { id: true, amount: true, currency: true },
    take: MOST_AT_ONCE + 1,
  });
  const deals = await scope.db.deal.findMany({
    where: { affiliateId, dealType: "one-time", commissionPaid: false, commissionAmount: { gt: 0 } },
    select: { id: true, commissionAmount: true, commissionCurrency: true },
    take: MOST_AT_ONCE + 1,
  });
  const amounts = [
    ...payments.map(({ amount, currency }) => ({ amount: fromDatabase(amount), currency })),
    ...deals.map((deal) => ({
      amount: fromDatabase(deal.commissionAmount),
      currency: deal.commissionCurrency,
    })),
  ];
  return {
    payments: payments.map(({ id }) => id),
    deals: deals.map(({ id }) => id),
    count: amounts.length,
    amounts: sumByCurrency(amounts),
  };
}
