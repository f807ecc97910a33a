import { subscriptionState, type SubscriptionFacts } from "../subscriptions/subscription";

// How many mails a day an organization may cause to people who have never signed in to it: invitations, and what
// affiliates are told who were never in their portal. They have an organization's own words in them and come from us,
// so a new account must not be able to send many. docs/decisions/0052-a-daily-budget-of-mails-to-strangers.md has the
// reasons.

/** A day, while nothing is paid. */
export const TRIAL_BUDGET = 25;

/** A day, of an organization that pays and was founded so many days ago; the last one that fits counts. */
export const paidBudgets = [
  { days: 0, perDay: 100 },
  { days: 30, perDay: 300 },
  { days: 180, perDay: 1_000 },
] as const;

/** The most that an operator can allow. */
export const MOST_ALLOWED = 100_000;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface BudgetFacts extends SubscriptionFacts {
  createdAt: Date;
  /** What an operator allows; null: what follows from age and payment. */
  mailBudget: number | null;
}

/** How many an organization may cause on a day. */
export function mailBudgetOf(facts: BudgetFacts, now: Date): number {
  if (facts.mailBudget !== null) return facts.mailBudget;
  if (subscriptionState(facts, now).status !== "subscribed") return TRIAL_BUDGET;
  const days = (now.getTime() - facts.createdAt.getTime()) / DAY_MS;
  return paidBudgets.findLast((step) => days >= step.days)?.perDay ?? paidBudgets[0].perDay;
}

/** When the next day begins, by UTC. */
export const nextBudgetAt = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** The day of a moment, as the counts know it. */
export const budgetDay = (now: Date): string => now.toISOString().slice(0, 10);
