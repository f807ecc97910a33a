import { payCommissions } from "../commissions/pay-commissions.server";
import type { Scope } from "../shared/scope";

/** `payCommissions` of one one-time deal, without a receipt. Returns whether this call paid it. */
export async function markDealPaid(scope: Scope, dealId: string): Promise<boolean> {
  const { paid } = await payCommissions(scope, { deals: [dealId], receiptUrl: null });
  return paid === 1;
}
