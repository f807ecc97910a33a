import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";

/** due and planned are both stored as pending; which one it is depends on the day (COM-02). */
export const paymentStates = ["due", "planned", "paid"] as const;
export type PaymentState = (typeof paymentStates)[number];

/** A monthly payment as lists show it. */
export interface PaymentView {
  id: string;
  affiliate: string;
  company: string;
  deal: string;
  period: Day;
  amount: Money;
  state: PaymentState;
  paidDate: Day | null;
  receiptUrl: string | null;
}

/** What a payment is on a given day. */
export function paymentState(status: string, period: Day, today: Day): PaymentState {
  if (status === "paid") return "paid";
  return period <= today ? "due" : "planned";
}
