/** The free trial, counted from the organization's creation. Every text that names it takes it from here (PUB-09). */
export const TRIAL_DAYS = 7;

/**
 * For how long data are kept after a cancellation or a trial without a plan. Every text takes it from here (PUB-09).
 */
export const RETENTION_DAYS = 30;

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

export type PlanInterval = (typeof plans)[number]["interval"];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Stripe's words for a subscription (https://docs.stripe.com/api/subscriptions/object#subscription_object-status). */
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

/** What is stored of an organization's trial and subscription. */
export interface SubscriptionFacts {
  trialEndsAt: Date;
  /** As it was last read from Stripe; null without a subscription. */
  subscriptionStatus: StripeStatus | null;
  /** The end of what is paid; of an ended subscription, when it ended. */
  subscriptionEndsAt: Date | null;
  /** It is not renewed when the paid time ends. */
  subscriptionCancels: boolean;
  /** It was canceled because a payment could not be collected. */
  subscriptionUnpaid: boolean;
  /** An operator lets the data stay at least until then. */
  keptUntil: Date | null;
}

/** Where an organization stands (BIL-01). `daysLeft`: whole days, rounded up. An expired one is paused (BIL-06). */
export type SubscriptionState =
  | { status: "subscribed"; endsAt: Date | null; cancels: boolean; isPastDue: boolean }
  | { status: "trial"; endsAt: Date; daysLeft: number }
  | { status: "expired"; pausedAt: Date; keptUntil: Date; because: PauseReason };

/** Why an organization is paused: its trial is over, or its subscription was canceled or not paid. */
export type PauseReason = "trial" | "canceled" | "unpaid";

/** Whole days of trial left, rounded up, never below 0. */
export function trialDaysLeft(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS));
}

/**
 * Which of Stripe's words open the product. While Stripe tries again to collect a payment (past_due), it stays open.
 */
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
 * The state of an organization at a moment. A subscription counts before the trial. It is over when Stripe has said so,
 * not when the paid time has passed: a message that is late locks nobody out (BIL-04).
 */
export function subscriptionState(facts: SubscriptionFacts, now: Date): SubscriptionState {
  const { trialEndsAt, subscriptionStatus: status, subscriptionEndsAt: endsAt } = facts;
  if (status !== null && isPaid[status]) {
    const cancels = facts.subscriptionCancels;
    return { status: "subscribed", endsAt, cancels, isPastDue: status === "past_due" };
  }
  const daysLeft = trialDaysLeft(trialEndsAt, now);
  if (daysLeft > 0) return { status: "trial", endsAt: trialEndsAt, daysLeft };
  // A subscription that never began (its first payment failed) has moved no end.
  const isOver = status === "canceled" || status === "unpaid" || status === "paused";
  const pausedAt = later(trialEndsAt, isOver ? endsAt : null);
  const wasCanceled = status === "canceled" && !facts.subscriptionUnpaid;
  const because = !isOver ? "trial" : wasCanceled ? "canceled" : "unpaid";
  return { status: "expired", pausedAt, keptUntil: keptUntil(facts, pausedAt), because };
}

/**
 * Until when the data of an organization that was paused at a moment are kept: 30 days, or as long as an operator has
 * said.
 */
function keptUntil({ keptUntil: extended }: SubscriptionFacts, pausedAt: Date): Date {
  return later(new Date(pausedAt.getTime() + RETENTION_DAYS * DAY_MS), extended);
}

const later = (one: Date, other: Date | null) => (other && other > one ? other : one);

/**
 * What may be changed while an organisation is paused (BIL-06). Whoever opens a scope to change something names one of
 * these, or is refused. Nothing else may be added without a reason as good as these.
 */
export type WhilePaused =
  /** The trial and the subscription themselves. */
  | "subscription"
  /** What is a person's own: their language, their mails, leaving the organisation. */
  | "own_account"
  /** Signing in for the first time. */
  | "sign_in"
  /** What only says who has seen what: notices that are read, the portal as an affiliate sees it, lists exported. */
  | "looking"
  /** Access is taken away: a key of the API is revoked. */
  | "ending_access"
  /** What was caused before the pause still goes out: notices, mails, webhooks; an import that was begun ends. */
  | "earlier_events"
  /** The organisation is being founded. */
  | "founding"
  /** A person is erased, which they have a right to. */
  | "erasure"
  /** Its data are being deleted, or somebody is warned of that. */
  | "deletion";
