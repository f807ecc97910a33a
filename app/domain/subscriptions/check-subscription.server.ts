import type { InScope, Scope } from "../shared/scope";
import type { Billing, SubscriptionReading } from "./billing";
import { recordCheckoutsEnded } from "./checkout-number.server";
import { notifyPaidTwice, notifySubscriptionOver } from "./notify-billing.server";
import { clearCustomer, readCustomer } from "./stripe-customer.server";

/**
 * Reads the organization's subscription from Stripe, stores it and returns whether it is paid. The stored state is
 * always Stripe's current one, in whatever order and however often events arrive (S3). If it is paid, other open
 * payment pages are closed. If several subscriptions are paid, this is logged and the owners are notified. If it has
 * ended, the owners are notified.
 * Throws what the query throws; then nothing has changed (BIL-04).
 */
export async function checkSubscription(inScope: InScope, billing: Billing): Promise<boolean> {
  const question = await inScope(beginQuestion);
  if (!question) return false;
  const { customerId, checkout } = question;
  const reading = await billing.readSubscription(customerId);
  await inScope((scope) => recordReading(scope, question, reading));
  if (!reading || reading.paid.length === 0) {
    await inScope(notifySubscriptionOver);
    return false;
  }
  if (checkout !== null) {
    await billing.endCheckouts(customerId);
    await inScope((scope) => recordCheckoutsEnded(scope, checkout));
  }
  return true;
}

interface Question {
  customerId: string;
  number: bigint;
  /** Number of the checkout that may be open; null if none is. */
  checkout: number | null;
}

/** Takes the next number. The query follows, so a higher number never has older data. */
async function beginQuestion(scope: Scope): Promise<Question | null> {
  const { customerId } = await readCustomer(scope);
  if (!customerId) return null;
  const [row] = await scope.db.$queryRaw<{ number: bigint; checkout: number | null }[]>`
    update organization set subscription_asked = subscription_asked + 1, subscription_asked_at = ${scope.now}
    where org_id = ${scope.orgId}::uuid
    returning subscription_asked as number, case when checkout_at is not null then checkout_number end as checkout`;
  return { customerId, ...row! };
}

/** Stores the result of a query unless a later query has already stored its result. */
async function recordReading(
  scope: Scope,
  { customerId, number }: Question,
  reading: SubscriptionReading | null,
): Promise<void> {
  if (!reading) await clearCustomer(scope, customerId);
  const { status, endsAt, cancels, unpaid, productId, interval, paid } = reading ?? (await afterTheCustomer(scope));
  const count = await scope.db.$executeRaw`
    update organization set
      subscriptions_paid = ${paid.length}, subscription_status = ${status}, subscription_ends_at = ${endsAt}::timestamptz, subscription_cancels = ${cancels},
      subscription_unpaid = ${unpaid}, subscription_product_id = ${productId}, subscription_interval = ${interval},
      subscription_checked_at = ${scope.now}::timestamptz, subscription_answered = ${number}
    where org_id = ${scope.orgId}::uuid and subscription_answered < ${number}`;
  if (count > 0 && paid.length > 1) {
    scope.log.warn(
      { org_id: scope.orgId, customer: customerId, subscriptions: paid },
      "several subscriptions paid for one organization",
    );
    await notifyPaidTwice(scope, paid);
  }
}

/** Returns the state after the customer was deleted: nothing is paid any more. */
async function afterTheCustomer(scope: Scope): Promise<SubscriptionReading> {
  const { subscriptionStatus, subscriptionEndsAt } = await scope.organization();
  const none = { cancels: false, unpaid: false, productId: null, interval: null, paid: [] };
  if (subscriptionStatus === null) return { ...none, status: null, endsAt: null };
  const endsAt = subscriptionStatus === "canceled" ? subscriptionEndsAt : scope.now;
  return { ...none, status: "canceled", endsAt };
}
