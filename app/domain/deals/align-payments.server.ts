import type { Deal } from "#prisma";
import type { Scope } from "../shared/scope";
import { applyPaymentPlan } from "./apply-payment-plan.server";
import { commissionOf, paidMonths } from "./paid-months.server";
import { paymentsOfDeal } from "./payments-of-deal.server";
import { planPayments } from "./plan-payments";

/**
 * Adjusts the unpaid payments of a recurring deal to its contract. Editing a deal does the same; this function is for
 * months that become unpaid later. The caller has locked the deal and its payments.
 */
export async function alignPayments(scope: Scope, deal: Deal): Promise<void> {
  const contract = paidMonths(deal);
  if (!contract) return;
  const plan = planPayments(await paymentsOfDeal(scope, deal.id), contract);
  await applyPaymentPlan(scope, deal, plan, commissionOf(deal));
}
