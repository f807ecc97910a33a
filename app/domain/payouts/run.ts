import type { Day } from "../shared/dates";
import type { InvoiceStatus } from "./own-invoice";
import type { ProposedPayout } from "./plan-run";

/**
 * States of a run (PAY-06). `sent`: the payments are on their way to the bank, or were. `paid`: no payout is open any
 * more. `void`: it pays nothing, and its commissions are due again.
 */
export const runStates = ["draft", "approved", "sent", "paid", "void"] as const;
export type RunState = (typeof runStates)[number];

/** States of an approved payout. `returned`: the bank returned it, and its commissions are due again. */
export const payoutStates = ["open", "paid", "returned", "void"] as const;
export type PayoutState = (typeof payoutStates)[number];

/** A run in lists. Amounts are in minor units of its currency. */
export interface RunSummary {
  id: string;
  currency: string;
  until: Day;
  state: RunState;
  /** ISO time. */
  createdAt: string;
  /** Number of payouts. */
  payouts: number;
  /** Sum of the payouts; of a draft, null. */
  gross: number | null;
}

/** An approved payout in its run. Amounts are in minor units of the run's currency. */
export interface RunPayout {
  id: string;
  affiliateId: string;
  name: string;
  state: PayoutState;
  number: string;
  /** Number of commissions and claims. */
  lines: number;
  net: number;
  vat: number;
  gross: number;
  paidOn: Day | null;
  returnReason: string | null;
  /** Where it stands if it needs an invoice of the affiliate; else null. */
  invoice: InvoiceStatus | null;
}

/** A run with everything that its page shows. */
export interface Run extends RunSummary {
  note: string | null;
  createdById: string | null;
  /** Name of the member who created it; null for others and former members. */
  createdBy: string | null;
  approvedBy: string | null;
  /** ISO time, like the next two. */
  approvedAt: string | null;
  sentAt: string | null;
  voidedAt: string | null;
  voidReason: string | null;
  /** Of a draft, as planned now; else empty. */
  proposals: ProposedPayout[];
  /** Of an approved run. */
  payoutList: RunPayout[];
  /** Of the form that approves a draft (runVersion). */
  version: string;
}
