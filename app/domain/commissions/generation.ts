/** Counts of what happens to the recurring deals when their missing monthly payments are created. */
export interface GenerationCounts {
  /** Created payments. */
  created: number;
  /** Deals that receive payments. */
  filled: number;
  /** Deals that have a payment for each month. */
  complete: number;
  /** Deals skipped because they have no affiliate. */
  withoutAffiliate: number;
  /** Deals skipped because their commission is 0. */
  withoutCommission: number;
}

/** Returns the number of recurring deals. */
export const recurringDeals = (counts: Omit<GenerationCounts, "created">): number =>
  counts.filled + counts.complete + counts.withoutAffiliate + counts.withoutCommission;

/** A run checks all recurring deals, marked or not, if none has done so for this many days. */
export const DAYS_BETWEEN_FULL_RUNS = 7;

/** Limit for the deals named in a preview. */
export const MAX_PREVIEWED = 10;

/** Limit for the runs shown on the screen. */
export const RUNS_SHOWN = 20;
