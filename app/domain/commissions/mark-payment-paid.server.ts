import type { Scope } from "../shared/scope";
import { payPayments } from "./pay-payments.server";

/**
 * Marks a due monthly payment paid today and notifies the affiliate (COM-02). Returns whether this call did it: a second
 * click or a lost race changes nothing. Throws `not_found`, `payment_not_due` (its month has not begun), `forbidden`.
 */
export async function markPaymentPaid(scope: Scope, paymentId: string): Promise<boolean> {
  const { paid } = await payPayments(scope, { paymentIds: [paymentId], receiptUrl: null });
  return paid === 1;
}
