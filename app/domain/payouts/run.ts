import type { Day } from "../shared/dates";
import type { InvoiceStatus } from "./own-invoice";
import type { ProposedPayout } from "./plan-run";

/**
 * States of a run (PAY-06). `sent`: the payments are on their way to the bank, or were. `paid`: no payout is open any
 * more. `void`: it pays nothing, and its commissions are due again. `none`: it has only statements that pay nothing.
 */
export const runStates = ["draft", "approved", "sent", "paid", "void", "none"] as const;
export type RunState = (typeof runStates)[number];

/**
 * States of an approved payout. `returned`: the bank returned it, and its commissions are due again. `none`: its
 * statement pays nothing.
 */
export const payoutStates = ["open", "paid", "returned", "void", "none"] as const;
export type PayoutState = (typeof payoutStates)[number];

/** A run in lists. Amounts are in minor units of its currency. */
export interface RunSummary {
  id: string;
  currency: string;
  until: Day;
  state: RunState;
  /** ISO time. */
  createdAt: string;
  /** Number of payouts; statements that pay nothing do not count. */
  payouts: number;
  /** Sum of the payouts; null for a draft, and without a payout. */
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
  /** Whether a bank file has it. */
  isInFile: boolean;
  /** Whether the affiliate objects to its credit note. */
  isHeld: boolean;
  /** State of the affiliate's invoice; null if none is needed. */
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
