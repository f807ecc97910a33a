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

/** A run checks all recurring deals, marked or not, when none has done so for this many days. */
export const DAYS_BETWEEN_FULL_RUNS = 7;

/** Deals that a preview names. */
export const MOST_PREVIEWED = 10;

/** Runs that the screen shows. */
export const RUNS_SHOWN = 20;
