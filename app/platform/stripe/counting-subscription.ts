import type { StripeStatus } from "~/domain/subscriptions/subscription";

/** From the one that opens the product to the one that never began. */
const rank = {
  active: 0,
  trialing: 0,
  past_due: 1,
  unpaid: 2,
  paused: 2,
  canceled: 3,
  incomplete: 4,
  incomplete_expired: 5,
} satisfies Record<StripeStatus, number>;

/** Of a customer's subscriptions the one that counts: the one with the best status, then the newest. */
export function countingSubscription<S extends { status: StripeStatus; created: number }>(
  subscriptions: S[],
): S | undefined {
  return subscriptions.toSorted(
    (one, other) => rank[one.status] - rank[other.status] || other.created - one.created,
  )[0];
}
