import { DAY_MS } from "../shared/dates";
import type { OrganizationFacts, Scope } from "../shared/scope";

/** How long Stripe's response is valid (BIL-04). */
const HOLDS_MS = DAY_MS;
/** Minimum time between checks, so that a failing Stripe is not queried on every page load. */
const RECHECK_INTERVAL_MS = 10 * 60 * 1000;

/**
 * Returns whether the last successful query to Stripe is more than a day old; false if the organization is not a
 * customer there.
 */
export function isStale({ subscriptionCheckedAt }: OrganizationFacts, now: Date): boolean {
  return subscriptionCheckedAt !== null && now.getTime() - subscriptionCheckedAt.getTime() >= HOLDS_MS;
}

/** Queues a query to Stripe if the last one is more than a day old. The page does not wait for it. */
export async function askIfStale(scope: Scope): Promise<void> {
  if (!isStale(await scope.organization(), scope.now)) return;
  const before = new Date(scope.now.getTime() - RECHECK_INTERVAL_MS);
  const count = await scope.db.$executeRaw`
    update organization set subscription_asked_at = ${scope.now}::timestamptz
    where org_id = ${scope.orgId}::uuid
      and (subscription_asked_at is null or subscription_asked_at < ${before}::timestamptz)`;
  if (count > 0) await scope.enqueue("subscription.check", {}, { key: "subscription.check" });
}
