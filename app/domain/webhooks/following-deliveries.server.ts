import type { Scope } from "../shared/scope";
import { jobKeyOf, queueAttempt } from "./queue-attempt.server";
import { recordArrival, type AttemptResult, type OpenDelivery } from "./record-attempt.server";

/**
 * Limits for the deliveries that follow a successful one: their number, and their total duration based on the first.
 */
const MAX_CLAIMED = 50;
const WITHIN_MS = 250;
/** Number of the oldest pending deliveries that are searched. */
const LOOKED_AT = 1_000;
/** Longer than sending takes: 1 s, and 15 s for the last attempt. */
const HELD_SECONDS = 25;

/**
 * Returns the deliveries that wait for the endpoint of a successful delivery. They are sent immediately after it, which
 * saves a job and two transactions for each. Their own jobs are postponed, and run by themselves if this process dies.
 * A slow endpoint handles concurrent deliveries faster than consecutive ones. The number is therefore limited to what
 * can be sent in a quarter of a second.
 * @param durationMs duration of the first delivery
 * @returns at most 50, with the address and the secrets of the first
 */
export async function claimPendingDeliveries(
  scope: Scope,
  first: OpenDelivery,
  durationMs: number,
): Promise<OpenDelivery[]> {
  const most = Math.min(MAX_CLAIMED, Math.floor(WITHIN_MS / Math.max(1, durationMs)));
  if (most === 0) return [];
  const due = await scope.db.$queryPrepared<Pick<OpenDelivery, "id" | "body" | "attempts">[]>`
    select id, body, attempts
    from (select id, endpoint_id, body, attempts, next_attempt_at from webhook_delivery
          where org_id = ${scope.orgId}::uuid and status = 'pending'
          order by created_at, id limit ${LOOKED_AT}::int) pending
    where endpoint_id = ${first.endpointId}::uuid and next_attempt_at <= ${scope.now}::timestamptz and id <> ${first.id}::uuid
    limit ${most}::int`;
  if (due.length === 0) return [];
  const keys = new Set(
    await scope.postponeJobs(
      due.map(({ id }) => jobKeyOf(id)),
      HELD_SECONDS,
    ),
  );
  return due
    .filter(({ id }) => keys.has(jobKeyOf(id)))
    .map((delivery) => ({ ...first, ...delivery, isFailing: false }));
}

/**
 * Records the successful deliveries among those held, and ends their jobs. Unsent deliveries are queued immediately. A
 * failed delivery is recorded afterwards in its own transaction, which locks the endpoint before the delivery.
 */
export async function recordFollowing(
  scope: Scope,
  held: readonly OpenDelivery[],
  made: readonly { delivery: OpenDelivery; result: AttemptResult }[],
): Promise<void> {
  const ended: string[] = [];
  for (const { delivery, result } of made) {
    // A delivery recorded by another run may wait for its next attempt, so its job stays.
    if (result.delivered && (await recordArrival(scope, delivery, result))) ended.push(jobKeyOf(delivery.id));
  }
  await scope.removeJobs(ended);
  for (const delivery of held.slice(made.length)) await queueAttempt(scope, delivery);
}
