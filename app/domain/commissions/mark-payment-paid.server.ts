import type { Scope } from "../shared/scope";
import { payCommissions } from "./pay-commissions.server";

/** `payCommissions` of one monthly payment, without a receipt. Returns whether this call paid it. */
export async function markPaymentPaid(scope: Scope, paymentId: string): Promise<boolean> {
  const { paid } = await payCommissions(scope, { payments: [paymentId], receiptUrl: null });
  return paid === 1;
}
