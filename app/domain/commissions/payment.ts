import type { CommissionTrace } from "../deals/pricing";
import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";
import type { Order } from "../shared/order";
import type { TransactionKind } from "../transactions/transaction.schema";

/** due and planned are both stored as open; which one it is depends on the day (COM-02). */
export const paymentStates = ["due", "planned", "paid"] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The tabs of the screen. */
export const paymentTabs = [...paymentStates, "all"] as const;
export type PaymentTab = (typeof paymentTabs)[number];

/** No more than this many payments are marked paid in one go. */
export const MOST_AT_ONCE = 500;

/** No more affiliates than these are named as owed something. */
export const MOST_NAMED = 9;

/** For so long whoever has paid can undo it; the mails wait until then. */
export const UNDO_SECONDS = 15;
/** The button is shown for less, so that a click at its end still counts. */
export const UNDO_SHOWN_SECONDS = 10;

/** What is to be paid or was paid, as lists show it: a monthly payment, or the one-off commission of a deal. */
export interface PaymentView {
  kind: TransactionKind;
  /** Of a one-off commission the deal's. */
  id: string;
  affiliateId: string | null;
  affiliate: string | null;
  leadId: string;
  company: string;
  dealId: string;
  deal: string;
  /** The day it falls due: when the month of a monthly payment begins, or the close date of a one-off commission's deal. */
  period: Day;
  amount: Money;
  /** How the amount came about. */
  trace: CommissionTrace;
  state: PaymentState;
  paidDate: Day | null;
  receiptUrl: string | null;
}

/** What a payment that falls due on a day (`period`) is today. */
export function paymentState(paid: boolean, period: Day, today: Day): PaymentState {
  if (paid) return "paid";
  return period <= today ? "due" : "planned";
}

/** What a list of payments is narrowed to. A deal stands alone: it says affiliate and kind by itself. */
export interface PaymentFilter {
  /** Both when missing. */
  kind?: TransactionKind | null;
  affiliateId?: string | null;
  dealId?: string | null;
}

export type PaymentOrder = Order<"period" | "paid_date">;

/** What a tab can be sorted by: what is not paid has no paid date. */
export const paymentSorts = (tab: PaymentTab): readonly PaymentOrder["by"][] =>
  tab === "paid" ? ["period", "paid_date"] : ["period"];

/** What is due or planned begins with the earliest day, the rest with the latest. */
export const usualOrder = (tab: PaymentTab): PaymentOrder => ({
  by: "period",
  direction: tab === "due" || tab === "planned" ? "asc" : "desc",
});
