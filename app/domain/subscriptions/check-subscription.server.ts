import type { Scope } from "../shared/scope";
import type { Billing, SubscriptionReading } from "./billing";
import { forgetCustomer, readCustomer } from "./stripe-customer.server";

export type InOrganization = <T>(use: (scope: Scope) => Promise<T>) => Promise<T>;

/**
 * Asks Stripe how the organisation's subscription stands and writes that. In whatever order events arrive, and however often,
 * the end is what Stripe says now (S3). Returns whether the organisation is a customer at all. Throws what the question
 * throws; then nothing has changed (BIL-04).
 */
export async function checkSubscription(inOrganization: InOrganization, billing: Billing): Promise<boolean> {
  const question = await inOrganization(beginQuestion);
  if (!question) return false;
  const reading = await billing.readSubscription(question.customerId);
  await inOrganization((scope) => recordReading(scope, question, reading));
  return true;
}

interface Question {
  customerId: string;
  number: bigint;
}

/** Takes the next number. The question is asked after that, so a higher number never knows less. */
async function beginQuestion(scope: Scope): Promise<Question | null> {
  const { customerId } = await readCustomer(scope);
  if (!customerId) return null;
  const [row] = await scope.db.$queryRaw<{ number: bigint }[]>`
    update organization set subscription_asked = subscription_asked + 1, subscription_asked_at = ${scope.now}
    where org_id = ${scope.orgId}::uuid returning subscription_asked as number`;
  return { customerId, number: row!.number };
}

/** Writes an answer unless that of a later question stands already. */
async function recordReading(
  scope: Scope,
  { customerId, number }: Question,
  reading: SubscriptionReading | null,
): Promise<void> {
  if (!reading) await forgetCustomer(scope, customerId);
  const { status, endsAt, cancels, productId, interval } = reading ?? (await afterTheCustomer(scope));
  await scope.db.$executeRaw`
    update organization set
      subscription_status = ${status}, subscription_ends_at = ${endsAt}::timestamptz, subscription_cancels = ${cancels},
      subscription_product_id = ${productId}, subscription_interval = ${interval},
      subscription_checked_at = ${scope.now}::timestamptz, subscription_answered = ${number}
    where org_id = ${scope.orgId}::uuid and subscription_answered < ${number}`;
}

/** What is left when the customer is gone: nothing is paid any more. */
async function afterTheCustomer(scope: Scope): Promise<SubscriptionReading> {
  const { subscriptionStatus, subscriptionEndsAt } = await scope.organization();
  const none = { cancels: false, productId: null, interval: null };
  if (subscriptionStatus === null) return { ...none, status: null, endsAt: null };
  const endsAt = subscriptionStatus === "canceled" ? subscriptionEndsAt : scope.now;
  return { ...none, status: "canceled", endsAt };
}
