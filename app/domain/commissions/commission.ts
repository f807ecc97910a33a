import { paymentStates, type PaymentState } from "../deals/plan-payments";
import type { CommissionTrace } from "../terms/pricing";
import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";
import type { Order } from "../shared/order";
import type { Period } from "../shared/period";

/** The tabs of the screen. */
export const paymentTabs = [...paymentStates, "all"] as const;
export type PaymentTab = (typeof paymentTabs)[number];

/** No more than this many payments are marked paid in one go. */
export const MOST_AT_ONCE = 500;

/** At most this many affiliates with due commissions are named. */
export const MOST_NAMED = 9;

/** A commission is the one-off one of a deal, or a monthly payment. */
export const commissionKinds = ["deal", "payment"] as const;
export type CommissionKind = (typeof commissionKinds)[number];

/** The kind that an address names; undefined for anything else. */
export const commissionKindOf = (kind: string | undefined): CommissionKind | undefined =>
  commissionKinds.find((one) => one === kind);

/** A commission as lists and dialogs show it, paid or not. */
export interface Commission extends CommissionFacts {
  /** How the amount was calculated. */
  trace: CommissionTrace;
}

/** A transaction is a paid commission. */
export interface Transaction extends Commission {
  paidDate: Day;
}

/** Whether it is a transaction. */
export const isPaid = (commission: Commission): commission is Transaction => commission.paidDate !== null;

/** The tabs of the transactions: all of them, those with a receipt, those without. */
export const receiptFilters = ["all", "with", "without"] as const;
export type ReceiptFilter = (typeof receiptFilters)[number];

/** A commission without how it was calculated, for lists of any length. */
export interface CommissionFacts {
  kind: CommissionKind;
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
  due: Day;
  amount: Money;
  state: PaymentState;
  paidDate: Day | null;
  receiptUrl: string | null;
}

/** The filter of a list of payments. With a deal the other two are not needed. */
export interface PaymentFilter {
  /** Both when missing. */
  kind?: CommissionKind | null;
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
