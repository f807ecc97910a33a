import { DAY_MS } from "../shared/dates";

/** Days of the free trial, from the organization's creation. Every text that names it takes it from here (PUB-09). */
export const TRIAL_DAYS = 7;

/**
 * Days of the retention period after a cancellation or a trial without a plan. Every text takes it from here (PUB-09).
 */
export const RETENTION_DAYS = 30;

/** The Premium plan: the price per month and per invoice, in euro cents. */
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

export type PlanInterval = (typeof plans)[number]["interval"];

/** Stripe's states of a subscription (https://docs.stripe.com/api/subscriptions/object#subscription_object-status). */
export const stripeStatuses = [
  "active",
  "trialing",
  "past_due",
  "unpaid",
  "canceled",
  "incomplete",
  "incomplete_expired",
  "paused",
] as const;
export type StripeStatus = (typeof stripeStatuses)[number];

/** Stored data of an organization's trial and subscription. */
export interface SubscriptionFacts {
  trialEndsAt: Date;
  /** State as last read from Stripe; null without a subscription. */
  subscriptionStatus: StripeStatus | null;
  /** End of the paid time; for an ended subscription the time when it ended. */
  subscriptionEndsAt: Date | null;
  /** Whether it is not renewed after the paid time. */
  subscriptionCancels: boolean;
  /** Whether it was canceled because a payment could not be collected. */
  subscriptionUnpaid: boolean;
  /** An operator's extension of the retention period; null for none. */
  retainUntil: Date | null;
  /** When an owner closed the organization; null while it is open. */
  closedAt: Date | null;
}

/**
 * State of an organization (BIL-01). `daysLeft` are whole days, rounded up. An expired organization is paused (BIL-06).
 */
export type SubscriptionState =
  | { status: "subscribed"; endsAt: Date | null; cancels: boolean; isPastDue: boolean }
  | { status: "trial"; endsAt: Date; daysLeft: number }
  | { status: "expired"; pausedAt: Date; retainUntil: Date; because: PauseReason };

/**
 * Why an organization is paused: its trial is over, its subscription was canceled or not paid, or an owner has closed
 * it. In a closed organization there is nothing to see either (requireOpen).
 */
export type PauseReason = "trial" | "canceled" | "unpaid" | "closed";

/** Returns the whole days of trial left, rounded up, never below 0. */
export function trialDaysLeft(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS));
}

/** Stripe's states that give access. It stays open while Stripe retries a payment (past_due). */
export const isPaid = {
  active: true,
  trialing: true,
  past_due: true,
  unpaid: false,
  canceled: false,
  incomplete: false,
  incomplete_expired: false,
  paused: false,
} satisfies Record<StripeStatus, boolean>;

/**
 * Returns the state of an organization at a given time. Closing takes precedence over a subscription, and that over the
 * trial. A subscription ends when Stripe reports it, not when the paid period ends, so a late event locks nobody out
 * (BIL-04).
 */
export function subscriptionState(facts: SubscriptionFacts, now: Date): SubscriptionState {
  const { trialEndsAt, subscriptionStatus: status, subscriptionEndsAt: endsAt, closedAt } = facts;
  if (closedAt) {
    return { status: "expired", pausedAt: closedAt, retainUntil: retainUntil(facts, closedAt), because: "closed" };
  }
  if (status !== null && isPaid[status]) {
    const cancels = facts.subscriptionCancels;
    return { status: "subscribed", endsAt, cancels, isPastDue: status === "past_due" };
  }
  const daysLeft = trialDaysLeft(trialEndsAt, now);
  if (daysLeft > 0) return { status: "trial", endsAt: trialEndsAt, daysLeft };
  // A subscription that never started, because its first payment failed, does not change the end.
  const isOver = status === "canceled" || status === "unpaid" || status === "paused";
  const pausedAt = later(trialEndsAt, isOver ? endsAt : null);
  const wasCanceled = status === "canceled" && !facts.subscriptionUnpaid;
  const because = !isOver ? "trial" : wasCanceled ? "canceled" : "unpaid";
  return { status: "expired", pausedAt, retainUntil: retainUntil(facts, pausedAt), because };
}

/** Returns the end of the retention period after a pause: 30 days, or an operator's extension. */
function retainUntil({ retainUntil: extended }: SubscriptionFacts, pausedAt: Date): Date {
  return later(closedUntil(pausedAt), extended);
}

/** Returns when the data of an organization closed at this time are deleted, unless an operator extends that. */
export const closedUntil = (closedAt: Date): Date => new Date(closedAt.getTime() + RETENTION_DAYS * DAY_MS);

const later = (one: Date, other: Date | null) => (other && other > one ? other : one);

/**
 * Reasons that allow changes in a paused organization (BIL-06). A caller that writes must name one, or the scope is
 * rejected. A new reason needs a justification as good as these.
 */
export type WhilePaused =
  /** The trial and the subscription themselves. */
  | "subscription"
  /** The user's own settings: language, emails, leaving the organization. */
  | "own_account"
  /** First sign-in. */
  | "sign_in"
  /** Records of reading: read notifications, viewing the portal as an affiliate, exports. */
  | "looking"
  /** Removal of access, for example revoking an API key. */
  | "ending_access"
  /** Effects of events before the pause: notifications, emails, webhooks, and imports that have started. */
  | "earlier_events"
  /** Creation of the organization. */
  | "founding"
  /** Erasure of a person, which is their right. */
  | "erasure"
  /** Files of what was issued, uploaded or deleted before the pause, and the data archive. */
  | "keeping"
  /** Closing and opening the organization, deletion of the data, and the warnings before it. */
  | "deletion";

/** Which of them also allow changes in a closed organization (WORK-13), where nobody works or is notified. */
const allowsWhileClosed: Record<WhilePaused, boolean> = {
  // Stripe reports what it has ended. Members subscribe after they have opened it again (requireActive).
  subscription: true,
  own_account: true,
  sign_in: true,
  looking: false,
  ending_access: false,
  earlier_events: false,
  founding: true,
  erasure: true,
  keeping: true,
  deletion: true,
};

/** Returns whether a reason allows jobs, and what a user does with their own account, in a closed organization. */
export const isAllowedWhileClosed = (reason: WhilePaused | undefined): boolean =>
  reason !== undefined && allowsWhileClosed[reason];
