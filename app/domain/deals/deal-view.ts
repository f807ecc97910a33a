import type { PaymentState } from "./plan-payments";
import type { PaymentProgress } from "./payment-progress.server";
import type { LeadStatus } from "../leads/lead";
import type { LeadContact } from "../leads/lead.schema";
import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";
import type { DealEnd } from "./deal-end";
import type { CommissionTrace } from "../terms/pricing";

/** A deal as lists and dialogs show it. */
export interface DealView {
  id: string;
  title: string;
  type: "one-time" | "recurring";
  leadId: string;
  company: string;
  affiliateId: string | null;
  affiliate: string | null;
  amount: Money;
  mrr: Money | null;
  months: number | null;
  commission: Money;
  trace: CommissionTrace;
  paid: boolean;
  /** State of a one-time commission today; null for recurring deals and for deals without a commission. */
  state: PaymentState | null;
  paymentDate: Day | null;
  receiptUrl: string | null;
  /** Entered with the deal; the start of the contract for recurring deals. */
  closeDate: Day;
  /** When a one-time commission is due; null while it waits for the customer's payment. */
  due: Day | null;
  /** Payment progress of a recurring deal; null without monthly payments. */
  progress: PaymentProgress | null;
  /** How it ended; null while it runs. */
  ended: EndedDeal | null;
}

/** How a deal ended, and what of its commission is owed back. */
export interface EndedDeal extends DealEnd {
  /** Note that the affiliate sees. */
  note: string | null;
  /** What the deal was worth until it ended. */
  worth: Money;
  /** One per currency; empty if nothing is owed back. */
  owedBack: Money[];
}

/** Returns whether the deal ended without any worth. It no longer counts as won, and its lead can be lost. */
export const isCanceled = ({ ended }: Pick<DealView, "ended">): boolean => ended?.worth.amount === 0;

/** One month of a recurring deal. */
export interface DealPayment {
  id: string;
  period: Day;
  /** When it is due; null while it waits for the customer's payment. */
  due: Day | null;
  amount: Money;
  state: PaymentState;
  paidDate: Day | null;
  receiptUrl: string | null;
}

/** A deal with the lead it was won from. */
export interface DealDetails extends DealView {
  contact: LeadContact;
  leadStatus: LeadStatus;
  /** Months of a recurring deal, earliest first; a long schedule is limited to the months around the next payment. */
  schedule: DealPayment[];
  /** Total number of months in the schedule. */
  scheduled: number;
}

/** Columns by which the list of deals can be sorted. */
export const dealOrders = ["close_date", "amount"] as const;
export type DealOrder = (typeof dealOrders)[number];

/** Limit for the months in a dialog; longer schedules have their own list. */
export const MAX_SHOWN = 12;

/** Returns the months shown in a deal's dialog, starting with the month before the first unpaid one. */
export function shownOf<Payment extends Pick<DealPayment, "state">>(payments: readonly Payment[]): Payment[] {
  const open = payments.findIndex(({ state }) => state !== "paid");
  const last = Math.max(0, payments.length - MAX_SHOWN);
  const from = open === -1 ? last : Math.min(Math.max(0, open - 1), last);
  return payments.slice(from, from + MAX_SHOWN);
}
