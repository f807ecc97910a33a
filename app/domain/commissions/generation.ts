/** What becomes of the recurring deals when their missing monthly payments are made. */
export interface GenerationCounts {
  /** Payments. */
  created: number;
  /** Deals that get payments. */
  filled: number;
  /** Deals that have a payment for each month. */
  complete: number;
  /** Deals that are skipped, because they belong to no affiliate. */
  withoutAffiliate: number;
  /** Deals that are skipped, because their commission is 0. */
  withoutCommission: number;
}

/** How many recurring deals there are. */
export const recurringDeals = (counts: Omit<GenerationCounts, "created">): number =>
  counts.filled + counts.complete + counts.withoutAffiliate + counts.withoutCommission;

/** Deals that a preview names. */
export const MOST_PREVIEWED = 10;

/** Runs that the screen shows. */
export const RUNS_SHOWN = 20;

/** A step takes some seconds. Whoever has made none for so long is gone. */
const INTERRUPTED_MS = 15 * 60 * 1000;

export type RunState = "running" | "interrupted" | "failed" | "done";

/** How a recorded run stands at a moment. */
export function runState(
  run: { isRunning: boolean; failed: boolean; steppedAt: Date | null },
  now: Date,
): RunState {
  if (!run.isRunning) return run.failed ? "failed" : "done";
  const idle = now.getTime() - (run.steppedAt?.getTime() ?? 0);
  return idle < INTERRUPTED_MS ? "running" : "interrupted";
}
