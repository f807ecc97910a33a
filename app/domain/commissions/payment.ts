import type { CommissionTrace } from "../deals/pricing";
import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";
import type { Order } from "../shared/order";

/** due and planned are both stored as pending; which one it is depends on the day (COM-02). */
export const paymentStates = ["due", "planned", "paid"] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The tabs of the screen. */
export const paymentTabs = [...paymentStates, "all"] as const;
export type PaymentTab = (typeof paymentTabs)[number];

/** No more than this many payments are marked paid in one go. */
export const MOST_AT_ONCE = 500;

/** For so long whoever has paid can undo it; the mails wait until then. */
export const UNDO_SECONDS = 15;
/** The button is shown for less, so that a click at its end still counts. */
export const UNDO_SHOWN_SECONDS = 10;

/** A monthly payment as lists show it. */
export interface PaymentView {
  id: string;
  affiliateId: string;
  affiliate: string;
  leadId: string;
  company: string;
  dealId: string;
  deal: string;
  period: Day;
  amount: Money;
  /** How the amount came about. */
  trace: CommissionTrace;
  state: PaymentState;
  paidDate: Day | null;
  receiptUrl: string | null;
}

/** What a payment is on a given day. */
export function paymentState(status: string, period: Day, today: Day): PaymentState {
  if (status === "paid") return "paid";
  return period <= today ? "due" : "planned";
}

export type PaymentOrder = Order<"period" | "paid_date">;

/** What a tab can be sorted by: what is not paid has no paid date. */
export const paymentSorts = (tab: PaymentTab): readonly PaymentOrder["by"][] =>
  tab === "paid" ? ["period", "paid_date"] : ["period"];

/** What is due or planned begins with the earliest month, the rest with the latest. */
export const usualOrder = (tab: PaymentTab): PaymentOrder => ({
  by: "period",
  direction: tab === "due" || tab === "planned" ? "asc" : "desc",
});
