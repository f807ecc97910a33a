import { paymentState, paymentStates } from "./plan-payments";
import type { PaymentProgress } from "./payment-progress.server";
import type { LeadStep } from "../leads/lead-steps.server";
import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";
import { fateOf, type DealEnd } from "./deal-end";
import type { DealPayment, DealView, EndedDeal } from "./deal-view";

/**
 * Where the commission of a deal stands. due: money is owed now. planned: a one-time deal closes later. running: a
 * recurring deal of which nothing is due today, but months are to come. scheduling: its monthly payments are not made
 * yet. ended: it ended, and nothing of its commission is owed or was paid. none: the deal pays nothing.
 */
export const commissionStates = [...paymentStates, "running", "scheduling", "ended", "none"] as const;
export type CommissionState = (typeof commissionStates)[number];

/** A deal won from an affiliate's lead, as that affiliate sees it. */
export interface OwnDeal extends Pick<
  DealView,
  | "id"
  | "title"
  | "type"
  | "company"
  | "amount"
  | "mrr"
  | "months"
  | "commission"
  | "trace"
  | "paymentDate"
  | "closeDate"
> {
  state: CommissionState;
  /** How it ended; null while it runs. */
  ended: EndedDeal | null;
  /** Of a recurring deal. */
  payments: PaymentProgress | null;
}

/** A deal with everything its dialog tells. */
export interface OwnDealDetails extends OwnDeal {
  contact: string;
  /** How its lead came to be won, oldest first. */
  steps: LeadStep[];
  /** When the lead became a deal. */
  wonOn: Day;
  contractEnd: Day | null;
  /** Of a one-time deal that is paid. */
  receiptUrl: string | null;
  schedule: DealPayment[];
}

/** The state of a deal's commission; `payments` is null for one-time deals. */
export function commissionState(
  deal: { commission: Money; paid: boolean; closeDate: Day; ended: DealEnd | null },
  payments: Omit<PaymentProgress, "next"> | null,
  today: Day,
): CommissionState {
  if (deal.commission.amount === 0) return "none";
  if (!payments) {
    const end = deal.ended;
    if (end && fateOf(end, { period: null, paid: deal.paid }) === "ends") return "ended";
    return paymentState(deal.paid, deal.closeDate, today);
  }
  if (payments.due > 0) return "due";
  if (payments.planned > 0) return "running";
  if (payments.paid > 0) return "paid";
  return deal.ended ? "ended" : "scheduling";
}

/**
 * The data that decide a deal's state. A deal that pays nothing either had no terms, or has terms that give 0 (0 %,
 * or a percentage that is rounded to 0): "zero".
 */
export function reasonOf({ state, trace }: Pick<OwnDeal, "state" | "trace">): CommissionState | "zero" {
  return state === "none" && trace.rule !== "none" ? "zero" : state;
}
