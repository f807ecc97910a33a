import type { StripeStatus } from "~/domain/subscriptions/subscription";

/** Lower is better: from a status that grants access to one that never began. */
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

/** Returns the effective subscription of a customer: best status first, then the newest. */
export function effectiveSubscription<S extends { status: StripeStatus; created: number }>(
  subscriptions: S[],
): S | undefined {
  return subscriptions.toSorted(
    (one, other) => rank[one.status] - rank[other.status] || other.created - one.created,
  )[0];
}
