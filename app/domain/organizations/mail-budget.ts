import { DAY_MS } from "../shared/dates";
import { subscriptionState, type SubscriptionFacts } from "../subscriptions/subscription";

// Limits how many emails a day an organization may cause to people who have never signed in to it: invitations, and
// notifications to affiliates who were never in their portal. These emails contain the organization's own words and
// come from our address, so a new account must not send many. The reasons are in
// docs/decisions/0052-a-daily-budget-of-mails-to-strangers.md.

/** Emails per day without a subscription. */
export const TRIAL_BUDGET = 25;

/** Emails per day with a subscription, by the organization's age in days; the last matching row counts. */
export const paidBudgets = [
  { days: 0, perDay: 100 },
  { days: 30, perDay: 300 },
  { days: 180, perDay: 1_000 },
] as const;

/** The highest quota that an operator can set. */
export const MAX_ALLOWED = 100_000;

export interface BudgetFacts extends SubscriptionFacts {
  createdAt: Date;
  /** Quota set by an operator; null for the default by age and payment. */
  mailBudget: number | null;
}

/** Returns the daily quota of an organization. */
export function mailBudgetOf(facts: BudgetFacts, now: Date): number {
  if (facts.mailBudget !== null) return facts.mailBudget;
  if (subscriptionState(facts, now).status !== "subscribed") return TRIAL_BUDGET;
  const days = (now.getTime() - facts.createdAt.getTime()) / DAY_MS;
  return paidBudgets.findLast((step) => days >= step.days)?.perDay ?? paidBudgets[0].perDay;
}

/** Returns when the next day starts, in UTC. */
export const nextBudgetAt = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** Returns the UTC day under which an email is counted. */
export const budgetDay = (now: Date): string => now.toISOString().slice(0, 10);
