import type { OwnData } from "../fields/own-value";
import { paymentState, paymentStates } from "./plan-payments";
import type { PaymentProgress } from "./payment-progress.server";
import type { LeadStep } from "../leads/lead-steps.server";
import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";
import { fateOf, type DealEnd } from "./deal-end";
import type { DealPayment, DealView, EndedDeal } from "./deal-view";

/**
 * State of a deal's commission. `due`: money is owed now. `waiting`: the customer has not paid yet. `planned`: a
 * one-time deal closes later. `running`: nothing of a recurring deal is due today, but months are planned.
 * `scheduling`: its monthly payments are not generated yet. `ended`: the deal ended, and nothing of its commission is
 * owed or was paid. `none`: the deal has no commission.
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
  | "due"
> {
  state: CommissionState;
  /** How it ended; null while it runs. */
  ended: EndedDeal | null;
  /** Payment progress of a recurring deal; null for one-time deals. */
  payments: PaymentProgress | null;
}

/** A deal with everything that its dialog shows. */
export interface OwnDealDetails extends OwnDeal {
  leadId: string;
  contact: string;
  /** Status changes of the lead until it was won, oldest first. */
  steps: LeadStep[];
  /** When the lead became a deal. */
  wonOn: Day;
  contractEnd: Day | null;
  /** Receipt of a paid one-time deal. */
  receiptUrl: string | null;
  schedule: DealPayment[];
  /** The own fields that affiliates see, of the deal and of its lead. */
  own: OwnData;
  leadOwn: OwnData;
}

/** Returns the state of a deal's commission; `payments` is null for one-time deals. */
export function commissionState(
  deal: { commission: Money; paid: boolean; closeDate: Day; due: Day | null; ended: DealEnd | null },
  payments: Omit<PaymentProgress, "next"> | null,
  today: Day,
): CommissionState {
  if (deal.commission.amount === 0) return "none";
  if (!payments) {
    const end = deal.ended;
    if (end && fateOf(end, { period: null, paid: deal.paid }) === "ends") return "ended";
    return paymentState(deal.paid, { period: deal.closeDate, due: deal.due }, today);
  }
  if (payments.due > 0) return "due";
  if (payments.waiting > 0) return "waiting";
  if (payments.planned > 0) return "running";
  if (payments.paid > 0) return "paid";
  return deal.ended ? "ended" : "scheduling";
}

/**
 * Returns the state, or "zero" for a deal whose terms result in 0 (0 %, or a percentage rounded to 0). "none" then
 * means that the deal had no terms.
 */
export function reasonOf({ state, trace }: Pick<OwnDeal, "state" | "trace">): CommissionState | "zero" {
  return state === "none" && trace.rule !== "none" ? "zero" : state;
}
