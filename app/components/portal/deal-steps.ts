import type { OwnDealDetails } from "~/domain/deals/own-deal";
import type { LeadStep } from "~/domain/leads/lead-steps.server";
import type { Day } from "~/domain/shared/dates";

/** A step of the timeline of a lead or a deal. */
export interface TimelineStep {
  key: LeadStep["key"] | "won" | "due" | "payments" | "paid" | "nothing_owed" | "ended";
  /** `current` means under way or owed now. */
  progress: "done" | "current" | "ahead";
  /** The day of the step, past or future; null if it has none yet. */
  day: Day | null;
  /** The reason of a lost lead. */
  reason?: string | null;
  counts?: { paid: number; due: number; planned: number };
  receiptUrl?: string | null;
}

/** Returns the recorded steps of a deal, and the next ones. */
export function dealSteps(deal: OwnDealDetails): TimelineStep[] {
  const steps: TimelineStep[] = [
    ...deal.steps.map((step) => ({ ...step, progress: "done" as const })),
    { key: "won", progress: "done", day: deal.wonOn },
  ];
  const { state, payments, ended } = deal;
  if (ended) steps.push({ key: "ended", progress: "done", day: ended.day });
  if (state === "ended") return [...steps, { key: "nothing_owed", progress: "done", day: null }];
  if (state === "none") return [...steps, { key: "nothing_owed", progress: "done", day: null }];
  const paid = state === "paid";
  const now = paid ? "done" : state === "due" ? "current" : "ahead";
  if (payments) steps.push({ key: "payments", progress: now, day: null, counts: payments });
  // A commission paid before it fell due was never due.
  else if (!(paid && (!deal.due || (deal.paymentDate && deal.paymentDate < deal.due))))
    steps.push({ key: "due", progress: now, day: deal.due });
  const last = payments ? lastPayment(deal) : deal.paymentDate;
  return [
    ...steps,
    {
      key: "paid",
      progress: paid ? "done" : "ahead",
      day: paid ? last : null,
      receiptUrl: paid ? deal.receiptUrl : null,
    },
  ];
}

/** Months are not always paid in their order. */
function lastPayment({ schedule }: OwnDealDetails): Day | null {
  return schedule.reduce<Day | null>(
    (latest, { paidDate }) => (paidDate && (!latest || paidDate > latest) ? paidDate : latest),
    null,
  );
}
