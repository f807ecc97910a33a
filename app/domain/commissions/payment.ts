import type { CommissionTrace } from "../deals/pricing";
import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";
import type { Order } from "../shared/order";
import type { Period } from "../shared/period";
import type { TransactionKind } from "../transactions/transaction";

/** "due" and "planned" are both stored as open. The day decides which of them it is (COM-02). */
export const paymentStates = ["due", "planned", "paid"] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The tabs of the screen. */
export const paymentTabs = [...paymentStates, "all"] as const;
export type PaymentTab = (typeof paymentTabs)[number];

/** No more than this many payments are marked paid in one go. */
export const MOST_AT_ONCE = 500;

/** At most this many affiliates with due commissions are named. */
export const MOST_NAMED = 9;

/** A payment as lists show it, paid or not: a monthly payment, or the one-off commission of a deal. */
export interface PaymentView extends PaymentFacts {
  /** How the amount was calculated. */
  trace: CommissionTrace;
}

/** The same without how it was calculated, for lists of any length. */
export interface PaymentFacts {
  kind: TransactionKind;
  /** For a one-off commission the id of the deal. */
  id: string;
  affiliateId: string | null;
  affiliate: string | null;
  leadId: string;
  company: string;
  dealId: string;
  deal: string;
  /**
   * The day it falls due: when the month of a monthly payment begins, or the close date of a one-off commission's deal.
   */
  period: Day;
  amount: Money;
  state: PaymentState;
  paidDate: Day | null;
  receiptUrl: string | null;
}

/** The state today of a payment that falls due on the day `period`. */
export function paymentState(paid: boolean, period: Day, today: Day): PaymentState {
  if (paid) return "paid";
  return period <= today ? "due" : "planned";
}

/** The filter of a list of payments. With a deal the other two are not needed. */
export interface PaymentFilter {
  /** Both when missing. */
  kind?: TransactionKind | null;
  affiliateId?: string | null;
  dealId?: string | null;
  /** Open ones that fall due in it, paid ones that were paid in it. */
  period?: Period | null;
}

/** By the day it falls due, by payment date, or by the one for open and the other for paid ones. */
export type PaymentOrder = Order<"period" | "paid_date" | "day">;

/**
 * The columns a tab can be sorted by. Only paid payments have a paid date. Narrowed to a period, the list has the order
 * of the days it is narrowed by.
 */
export const paymentSorts = (tab: PaymentTab, narrowed = false): readonly PaymentOrder["by"][] =>
  narrowed && tab === "all"
    ? ["day"]
    : tab !== "paid"
      ? ["period"]
      : narrowed
        ? ["paid_date"]
        : ["period", "paid_date"];

/** The order a tab has at first: earliest day first for due and planned payments, latest first for the others. */
export const usualOrder = (tab: PaymentTab, narrowed = false): PaymentOrder => ({
  by: paymentSorts(tab, narrowed)[0]!,
  direction: tab === "due" || tab === "planned" ? "asc" : "desc",
});
