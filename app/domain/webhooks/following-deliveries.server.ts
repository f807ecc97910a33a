import type { Scope } from "../shared/scope";
import { jobKeyOf, queueAttempt } from "./queue-attempt.server";
import { recordArrival, type AttemptResult, type OpenDelivery } from "./record-attempt.server";

/** How many deliveries follow one that has arrived, at most and by the time that it took. */
const MOST = 50;
const WITHIN_MS = 250;
/** Among so many of the oldest that are pending they are looked for. */
const LOOKED_AT = 1_000;
/** Longer than sending them takes: 1 s, and the 15 s of a last attempt. */
const HELD_SECONDS = 25;

/**
 * The deliveries that wait for the endpoint of one that has just arrived: they are sent right after it, without a job
 * and two transactions for each. Their own jobs are put off meanwhile, and run by themselves if this process dies. An
 * endpoint far away answers many that are sent side by side sooner than one after the other: so there are only as many
 * as can be sent in a quarter of a second.
 * @param durationMs what the first one took
 * @returns at most 50, with the address and the secrets of the first
 */
export async function holdFollowing(scope: Scope, first: OpenDelivery, durationMs: number): Promise<OpenDelivery[]> {
  const most = Math.min(MOST, Math.floor(WITHIN_MS / Math.max(1, durationMs)));
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
    await scope.holdJobs(
      due.map(({ id }) => jobKeyOf(id)),
      HELD_SECONDS,
    ),
  );
  return due
    .filter(({ id }) => keys.has(jobKeyOf(id)))
    .map((delivery) => ({ ...first, ...delivery, isFailing: false }));
}

/**
 * Records those of the held deliveries that have arrived, and ends their jobs. Those that were not sent wait no longer.
 * One that has failed is recorded afterwards, in a transaction of its own: that locks the endpoint before a delivery.
 */
export async function recordFollowing(
  scope: Scope,
  held: readonly OpenDelivery[],
  made: readonly { delivery: OpenDelivery; result: AttemptResult }[],
): Promise<void> {
  const ended: string[] = [];
  for (const { delivery, result } of made) {
    // What another run has recorded may wait again: its job stays.
    if (result.delivered && (await recordArrival(scope, delivery, result))) ended.push(jobKeyOf(delivery.id));
  }
  await scope.endJobs(ended);
  for (const delivery of held.slice(made.length)) await queueAttempt(scope, delivery);
}
