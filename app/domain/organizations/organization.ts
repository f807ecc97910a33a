/** The free trial, counted from the organisation's creation. Every text that names it takes it from here (PUB-09). */
export const TRIAL_DAYS = 7;

/** Whole days of trial left, rounded up, never below 0. */
export function trialDaysLeft(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / (24 * 60 * 60 * 1000)));
}

/** The Premium plan: what it costs a month, and what one bill says. Minor units of euro. */
export const plans = [
  {
    interval: "yearly",
    perMonth: { amount: 900, currency: "EUR" },
    total: { amount: 10_800, currency: "EUR" },
  },
  {
    interval: "monthly",
    perMonth: { amount: 1900, currency: "EUR" },
    total: { amount: 1900, currency: "EUR" },
  },
] as const;
