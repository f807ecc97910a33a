import type { Scope } from "../shared/scope";
import type { PlanInterval } from "./subscription";

/**
 * How long the same page is reopened. Stripe closes a page after 24 hours and keeps idempotency keys at least as long.
 */
const SAME_FOR_MS = 60 * 60 * 1000;

export interface WantedCheckout {
  interval: PlanInterval;
  /** Language of the page. */
  language: string;
}

/**
 * Returns the number of a checkout: the last one, if it was for the same plan and language within the last hour, else
 * the next. Concurrent requests run one after the other at the organization's row, so equal ones get one number.
 * `ended` is a number that is used up.
 */
export async function beginCheckout(
  scope: Scope,
  { interval, language }: WantedCheckout,
  ended: number | null,
): Promise<number> {
  const oldest = new Date(scope.now.getTime() - SAME_FOR_MS);
  await scope.db.$executeRaw`
    update organization set checkout_number = checkout_number + 1, checkout_at = ${scope.now}::timestamptz,
      checkout_plan = ${interval}, checkout_language = ${language}
    where org_id = ${scope.orgId}::uuid and (checkout_at is null or checkout_at < ${oldest}::timestamptz
      or checkout_plan is distinct from ${interval} or checkout_language is distinct from ${language}
      or checkout_number = ${ended}::int)`;
  const [row] = await scope.db.$queryRaw<{ number: number }[]>`
    select checkout_number as number from organization where org_id = ${scope.orgId}::uuid`;
  return row!.number;
}

/** Records that no page of a checkout is open any more, unless another checkout has started. */
export async function recordCheckoutsEnded(scope: Scope, number: number): Promise<void> {
  await scope.db.$executeRaw`
    update organization set checkout_at = null
    where org_id = ${scope.orgId}::uuid and checkout_number = ${number}`;
}
