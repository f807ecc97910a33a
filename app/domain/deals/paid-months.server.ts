import type { Deal } from "#prisma";
import { fromDatabase, type Money } from "../shared/money";
import { storedContract } from "./deal-contract";
import { endOf } from "./deal-end.server";
import type { PaidMonths } from "./plan-payments";

/** Returns the months that a stored deal pays; null for a one-time deal. */
export function paidMonths(deal: Deal): PaidMonths | null {
  const { recurring } = storedContract(deal);
  const commission = deal.affiliateId === null ? null : commissionOf(deal);
  return recurring && { ...recurring, commission, ended: endOf(deal) };
}

/** Returns the commission of a deal, per month or one-off. */
export const commissionOf = (deal: Deal): Money => ({
  amount: fromDatabase(deal.commissionAmount),
  currency: deal.commissionCurrency,
});
