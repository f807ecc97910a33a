import type { Deal } from "#prisma";
import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { releaseDeal } from "./release-from-drafts.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { applyPaymentPlan } from "./apply-payment-plan.server";
import { lockDeal } from "./lock-deal.server";
import { commissionOf, paidMonths } from "./paid-months.server";
import { paymentsOfDeal } from "./payments-of-deal.server";
import { planPayments, type ExistingPayment, type PaymentPlan } from "./plan-payments";

/** Number of payments of a deal that are added, changed, removed or unchanged. */
export interface Regenerated {
  added: number;
  changed: number;
  removed: number;
  kept: number;
  paid: number;
}

/**
 * Aligns the pending payments of a recurring deal with its contract and returns the counts; null for a one-time deal.
 * Adds missing months, corrects amounts and removes months outside the contract. Paid payments never change, and
 * nothing is written if all payments are correct.
 * Throws `not_found`, `forbidden`.
 */
export async function regeneratePayments(scope: Scope, dealId: string): Promise<Regenerated | null> {
  requireStaff(scope);
  const deal = await lockDeal(scope, dealId);
  const planned = planFor(deal, await paymentsOfDeal(scope, deal.id, { locked: true }));
  if (!planned) return null;
  const { plan, counts } = planned;
  const { added, changed, removed } = counts;
  if (added + changed + removed === 0) return counts;
  await releaseDeal(scope, dealId);
  await applyPaymentPlan(scope, deal, plan, commissionOf(deal));
  const data = { payments_added: added, payments_changed: changed, payments_removed: removed };
  await recordAudit(scope, { action: "deal.regenerate", entity: "deal", entityId: deal.id, data });
  return counts;
}

/**
 * Returns what {@link regeneratePayments} would do now.
 * Throws `not_found`, `forbidden`.
 */
export async function previewRegeneration(scope: Scope, dealId: string): Promise<Regenerated | null> {
  requireStaff(scope);
  const deal = await scope.db.deal.findFirst({ where: { id: dealId } });
  if (!deal) throw new DomainError("not_found");
  return planFor(deal, await paymentsOfDeal(scope, deal.id))?.counts ?? null;
}

function planFor(deal: Deal, payments: readonly ExistingPayment[]): { plan: PaymentPlan; counts: Regenerated } | null {
  const contract = paidMonths(deal);
  if (!contract) return null;
  const plan = planPayments(payments, contract);
  const { added, changed, removed, kept, paid } = plan;
  return {
    plan,
    counts: { added: added.length, changed: changed.length, removed: removed.length, kept, paid },
  };
}
