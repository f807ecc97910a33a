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
  /** Where the commission of a one-time deal stands today; null of a recurring deal and of one that pays nothing. */
  state: PaymentState | null;
  paymentDate: Day | null;
  receiptUrl: string | null;
  /** What was entered with the deal; of a recurring one its contract's start. */
  closeDate: Day;
  /** How far a recurring deal is paid; null without monthly payments. */
  progress: PaymentProgress | null;
  /** How it ended; null while it runs. */
  ended: EndedDeal | null;
}

/** How a deal ended, and what of its commission is owed back. */
export interface EndedDeal extends DealEnd {
  /** What the affiliate is told about it. */
  note: string | null;
  /** What it was worth until then. */
  worth: Money;
  /** One per currency; empty when nothing is owed back. */
  owedBack: Money[];
}

/** Nothing is left of it: it counts as won no more, and its lead can be lost. */
export const isCancelled = ({ ended }: Pick<DealView, "ended">): boolean => ended?.worth.amount === 0;

/** One month of a recurring deal. */
export interface DealPayment {
  id: string;
  period: Day;
  amount: Money;
  state: PaymentState;
  paidDate: Day | null;
  receiptUrl: string | null;
}

/** A deal with the lead it was won from. */
export interface DealDetails extends DealView {
  contact: LeadContact;
  leadStatus: LeadStatus;
  /** The months of a recurring deal, earliest first; of many those around the next to pay. */
  schedule: DealPayment[];
  /** How many months it has in all. */
  scheduled: number;
}

/** What the list of deals can be sorted by. */
export const dealOrders = ["close_date", "amount"] as const;
export type DealOrder = (typeof dealOrders)[number];

/** More months than this are a list of their own. */
export const MOST_SHOWN = 12;

/** The months that a deal's dialog shows, beginning with the month before the first unpaid one. */
export function shownOf<Payment extends Pick<DealPayment, "state">>(payments: readonly Payment[]): Payment[] {
  const open = payments.findIndex(({ state }) => state !== "paid");
  const last = Math.max(0, payments.length - MOST_SHOWN);
  const from = open === -1 ? last : Math.min(Math.max(0, open - 1), last);
  return payments.slice(from, from + MOST_SHOWN);
}
