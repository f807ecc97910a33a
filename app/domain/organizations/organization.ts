/** The free trial, counted from the organisation's creation. Every text that names it takes it from here (PUB-09). */
export const TRIAL_DAYS = 7;

/** For how long data are kept after a cancellation or a trial without a plan. Every text takes it from here (PUB-09). */
export const RETENTION_DAYS = 30;

/** Whole days of trial left, rounded up, never below 0. */
export function trialDaysLeft(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / (24 * 60 * 60 * 1000)));
}

/** What the trial of an organisation has come to. Whole days, rounded up. */
export type SubscriptionState = { status: "trial"; daysLeft: number } | { status: "expired" };

/** The state of an organisation whose trial ends at a moment (BIL-01). */
export function subscriptionState(trialEndsAt: Date, now: Date): SubscriptionState {
  const daysLeft = trialDaysLeft(trialEndsAt, now);
  return daysLeft > 0 ? { status: "trial", daysLeft } : { status: "expired" };
}

/** Names of all time zones to choose from, and of the one that is chosen, which may be an older name. */
export function timeZones(chosen: string): string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", chosen])].sort();
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
