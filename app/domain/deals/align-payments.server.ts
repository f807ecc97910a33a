import type { Deal } from "#prisma";
import { fromDatabase } from "../shared/money";
import type { Scope } from "../shared/scope";
import { applyPaymentPlan } from "./apply-payment-plan.server";
import { storedContract } from "./deal-contract";
import { paymentsOfDeal } from "./payments-of-deal.server";
import { planPayments, type PaidMonths } from "./plan-payments";

/** The months a deal pays as it is stored; null for a one-time deal. */
export function paidMonths(deal: Deal): PaidMonths | null {
  const { recurring } = storedContract(deal);
  return recurring && { ...recurring, commission: deal.affiliateId === null ? null : commissionOf(deal) };
}

const commissionOf = (deal: Deal) => ({
  amount: fromDatabase(deal.commissionAmount),
  currency: deal.commissionCurrency,
});

/**
 * Adjusts the unpaid payments of a recurring deal to its contract. Editing a deal does the same; this function is
 * for months that become unpaid later. The caller has locked the deal and its payments.
 */
export async function alignPayments(scope: Scope, deal: Deal): Promise<void> {
  const contract = paidMonths(deal);
  if (!contract) return;
  const plan = planPayments(await paymentsOfDeal(scope, deal.id), contract);
  await applyPaymentPlan(scope, deal, plan, commissionOf(deal));
}
