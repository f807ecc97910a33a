import type { OwnDealDetails } from "~/domain/deals/own-deal";
import type { Day } from "~/domain/shared/dates";

export interface TimelineStep {
  key: "submitted" | "won" | "payments" | "paid" | "nothing_owed";
  /** current: under way or owed now. */
  progress: "done" | "current" | "ahead";
  /** When it happened; null as long as it has not, and for what goes on. */
  day: Day | null;
  counts?: { paid: number; due: number; planned: number };
}

/** The steps of a deal as far as they are on record, and the one that is still missing. */
export function timeline(deal: OwnDealDetails): TimelineStep[] {
  const steps: TimelineStep[] = [
    { key: "submitted", progress: "done", day: deal.submittedOn },
    { key: "won", progress: "done", day: deal.wonOn },
  ];
  if (deal.state === "none") return [...steps, { key: "nothing_owed", progress: "done", day: null }];
  const paid = deal.state === "paid";
  if (deal.payments) {
    steps.push({
      key: "payments",
      progress: paid ? "done" : deal.state === "open" ? "current" : "ahead",
      day: null,
      counts: deal.payments,
    });
  }
  const last = deal.payments ? lastPayment(deal) : deal.paymentDate;
  const progress = paid ? "done" : deal.payments || deal.state === "planned" ? "ahead" : "current";
  return [...steps, { key: "paid", progress, day: paid ? last : null }];
}

/** Months are not always paid in their order. */
function lastPayment({ schedule }: OwnDealDetails): Day | null {
  return schedule.reduce<Day | null>(
    (latest, { paidDate }) => (paidDate && (!latest || paidDate > latest) ? paidDate : latest),
    null,
  );
}
