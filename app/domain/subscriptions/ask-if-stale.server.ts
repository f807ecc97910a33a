import type { OrganizationFacts, Scope } from "../shared/scope";

/** For how long an answer of Stripe holds without being asked for again (BIL-04). */
const HOLDS_MS = 24 * 60 * 60 * 1000;
/** A question that has failed is not repeated by the next page. */
const PATIENCE_MS = 10 * 60 * 1000;

/** Whether Stripe's last answer is more than a day old; never of who is no customer there. */
export function isStale({ subscriptionCheckedAt }: OrganizationFacts, now: Date): boolean {
  return subscriptionCheckedAt !== null && now.getTime() - subscriptionCheckedAt.getTime() >= HOLDS_MS;
}

/** Queues a question to Stripe when its last answer is more than a day old. The page does not wait for it. */
export async function askIfStale(scope: Scope): Promise<void> {
  if (!isStale(await scope.organization(), scope.now)) return;
  const before = new Date(scope.now.getTime() - PATIENCE_MS);
  const count = await scope.db.$executeRaw`
    update organization set subscription_asked_at = ${scope.now}::timestamptz
    where org_id = ${scope.orgId}::uuid
      and (subscription_asked_at is null or subscription_asked_at < ${before}::timestamptz)`;
  if (count > 0) await scope.enqueue("subscription.check", {}, { key: "subscription.check" });
}
