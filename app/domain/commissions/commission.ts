import { paymentStates, type PaymentState } from "../deals/plan-payments";
import type { CommissionTrace } from "../terms/pricing";
import type { DueWhen } from "../terms/term";
import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";
import type { Order } from "../shared/order";
import type { Period } from "../shared/period";

/** Tabs of the screen. */
export const paymentTabs = [...paymentStates, "all"] as const;
export type PaymentTab = (typeof paymentTabs)[number];

/** Limit for payments that are marked paid together. */
export const MAX_AT_ONCE = 500;

/** Limit for the affiliates with due commissions that are named. */
export const MAX_NAMED = 9;

/** A commission is either the one-off commission of a deal or a monthly payment. */
export const commissionKinds = ["deal", "payment"] as const;
export type CommissionKind = (typeof commissionKinds)[number];

/** Returns the kind named in an address; undefined for anything else. */
export const commissionKindOf = (kind: string | undefined): CommissionKind | undefined =>
  commissionKinds.find((one) => one === kind);

/** A commission in lists and dialogs, paid or not. */
export interface Commission extends CommissionFacts {
  /** The calculation of the amount. */
  trace: CommissionTrace;
}

/** Returns whether the commission can be marked paid by itself. What is in a payout is paid with it. */
export const isPayable = ({ state, payoutId }: Pick<CommissionFacts, "state" | "payoutId">): boolean =>
  state === "due" && payoutId === null;

/** A transaction is a paid commission. */
export interface Transaction extends Commission {
  paidDate: Day;
}

/** Returns whether the commission is a transaction. */
export const isPaid = (commission: Commission): commission is Transaction => commission.paidDate !== null;

/** Tabs of the transactions: all, with a receipt, without a receipt. */
export const receiptFilters = ["all", "with", "without"] as const;
export type ReceiptFilter = (typeof receiptFilters)[number];

/** A commission without its calculation, for lists of any length. */
export interface CommissionFacts {
  kind: CommissionKind;
  /** For a one-off commission, the id of the deal. */
  id: string;
  affiliateId: string | null;
  affiliate: string | null;
  leadId: string;
  company: string;
  dealId: string;
  deal: string;
  /** The start of the month for a monthly payment, the deal's close date for a one-off commission. */
  period: Day;
  /** When it is due; null while it waits for the customer's payment. */
  due: Day | null;
  dueWhen: DueWhen;
  amount: Money;
  state: PaymentState;
  paidDate: Day | null;
  receiptUrl: string | null;
  /** The payout that pays it, also a draft. */
  payoutId: string | null;
}

/** Returns the payment date; of an unpaid commission the due date, or its period while it waits for the customer. */
export const countedDay = ({ paidDate, due, period }: Pick<CommissionFacts, "paidDate" | "due" | "period">): Day =>
  paidDate ?? due ?? period;

/** Commissions that a search has found: all of some deals, and single ones by their ids. */
export interface FoundCommissions {
  dealIds: readonly string[];
  ids: readonly string[];
}

/** Filter of a list of payments. A deal makes the other two unnecessary. */
export interface PaymentFilter {
  /** Both kinds if missing. */
  kind?: CommissionKind | null;
  affiliateId?: string | null;
  dealId?: string | null;
  /** Only those that a search has found. */
  found?: FoundCommissions | null;
  /** Open commissions that fall due in it, paid ones that were paid in it. */
  period?: Period | null;
}

/** By due date, by payment date, or by the due date of open and the payment date of paid commissions. */
export type PaymentOrder = Order<"period" | "paid_date" | "day">;

/**
 * Returns the columns by which a tab can be sorted. Only paid payments have a payment date. A list narrowed to a period
 * is sorted by the dates that the period applies to.
 */
export const paymentSorts = (tab: PaymentTab, narrowed = false): readonly PaymentOrder["by"][] =>
  narrowed && tab === "all"
    ? ["day"]
    : tab !== "paid"
      ? ["period"]
      : narrowed
        ? ["paid_date"]
        : ["period", "paid_date"];

/** Returns the initial order of a tab: earliest day first for due and planned payments, latest first for the others. */
export const usualOrder = (tab: PaymentTab, narrowed = false): PaymentOrder => ({
  by: paymentSorts(tab, narrowed)[0]!,
  direction: tab === "paid" || tab === "all" ? "desc" : "asc",
});
