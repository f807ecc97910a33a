import { randomUUID } from "node:crypto";
import { cut } from "../shared/damaged";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { EventName } from "./events";
import { dropWaiting, lockEndpoint, recordEndpointFailure, recordSuccess, skipReason } from "./endpoint-health.server";
import { queueAttempt } from "./queue-attempt.server";
import { pauseAfter } from "./retry-timetable";
import { secretsOf, type StoredSecrets } from "./secrets.server";

/** A delivery that is to be sent now. */
export interface OpenDelivery {
  id: string;
  endpointId: string;
  body: string;
  url: string;
  /** Sealed; several after a change, none if the endpoint never had one. */
  secrets: string[];
  /** Number of earlier attempts. */
  attempts: number;
  /** Whether the latest attempts at the endpoint have failed. */
  isFailing: boolean;
}

interface Found extends Omit<OpenDelivery, "secrets">, StoredSecrets {
  disabledAt: Date | null;
}

/**
 * Returns a delivery to be sent, with its address and secrets. Returns null if it was delivered or dropped, or if
 * `attempt` was made in the meantime. A delivery for an endpoint that is disabled or switched off is dropped here. It
 * was stored or resent by a concurrent transaction.
 */
export async function openDelivery(
  scope: Scope,
  deliveryId: string,
  attempt: number | undefined,
): Promise<OpenDelivery | null> {
  // Prepared, like the statement for successful attempts below: these two cause most of the cost of a delivery (P4).
  const [found] = await scope.db.$queryPrepared<Found[]>`
    select d.id, d.endpoint_id as "endpointId", d.body, d.attempts, e.url, e.disabled_at as "disabledAt",
           e.failing_since is not null as "isFailing", e.secret, e.earlier_secrets as "earlierSecrets"
    from webhook_delivery d
      join webhook_endpoint e on e.org_id = ${scope.orgId}::uuid and e.id = d.endpoint_id
    where d.org_id = ${scope.orgId}::uuid and d.id = ${deliveryId}::uuid and d.status = 'pending'
      and d.attempts = coalesce(${attempt ?? null}::int, d.attempts)`;
  if (!found) return null;
  const { secret, earlierSecrets, disabledAt, ...delivery } = found;
  const unsent = skipReason({ url: delivery.url, disabledAt });
  if (unsent) {
    await dropWaiting(scope, delivery.endpointId, unsent, delivery.id);
    return null;
  }
  return { ...delivery, secrets: secretsOf({ secret, earlierSecrets }, scope.now) };
}

export interface AttemptResult {
  /** HTTP status; null without a response. */
  status: number | null;
  error: string | null;
  delivered: boolean;
  durationMs: number;
  /** The beginning of the response. */
  response: string | null;
  /** The delay requested by the response, in ms. */
  retryAfterMs: number | null;
}

/**
 * Records an attempt, and queues the next one after a failure if one is left. Changes nothing if another run of the
 * same job has recorded it.
 */
export async function recordAttempt(
  scope: Scope,
  delivery: Pick<OpenDelivery, "id" | "attempts" | "isFailing">,
  result: AttemptResult,
): Promise<void> {
  if (result.delivered && !delivery.isFailing) return void (await recordArrival(scope, delivery, result));
  const { id } = delivery;
  const found = await scope.db.webhookDelivery.findFirst({ where: { id } });
  if (!found) return;
  const { endpointId } = found;
  // A test is never resent.
  if (endpointId === null) return;
  await lockEndpoint(scope, endpointId);
  const { count } = await scope.db.webhookDelivery.updateMany({
    where: { id, status: "pending", attempts: delivery.attempts },
    data: { attempts: delivery.attempts + 1, lastStatus: result.status, lastError: shortened(result.error) },
  });
  if (count === 0) return;
  await storeAttempt(scope, id, result);
  if (result.delivered) {
    await scope.db.webhookDelivery.updateMany({
      where: { id },
      data: { status: "delivered", deliveredAt: scope.now, nextAttemptAt: null },
    });
    return recordSuccess(scope, endpointId);
  }
  const endpoint = await scope.db.webhookEndpoint.findFirstOrThrow({ where: { id: endpointId } });
  const unsent = await recordEndpointFailure(scope, endpoint, result.status);
  // No job is left for this delivery, regardless of whether the endpoint was disabled just now.
  if (unsent) return dropWaiting(scope, endpointId, unsent, id);
  await planNext(scope, { id, attempts: delivery.attempts + 1 }, found.roundStart, result);
}

/**
 * Records a successful attempt of a working endpoint, which is the usual case: nothing of the endpoint changes.
 * @returns false if another run has already recorded it
 */
export async function recordArrival(
  scope: Scope,
  { id, attempts }: Pick<OpenDelivery, "id" | "attempts">,
  { status, durationMs, response }: AttemptResult,
): Promise<boolean> {
  // Like changes of a lead's status (change-status.server.ts), this is one statement for one shard of a cluster.
  const kept = await scope.db.$queryPrepared<unknown[]>`
    with arrived as (
      update webhook_delivery
      set attempts = attempts + 1, status = 'delivered', delivered_at = ${scope.now}::timestamptz,
          next_attempt_at = null, last_status = ${status}::int, last_error = null
      where org_id = ${scope.orgId}::uuid and id = ${id}::uuid and status = 'pending' and attempts = ${attempts}::int
      returning id
    ), kept as (
      insert into webhook_attempt (org_id, id, delivery_id, at, duration_ms, status, response)
      select ${scope.orgId}::uuid, ${randomUUID()}::uuid, id, ${scope.now}::timestamptz, ${durationMs}::int, ${status}::int,
             ${response}
      from arrived
      returning id
    )
    select id from kept`;
  return kept.length > 0;
}

async function planNext(
  scope: Scope,
  delivery: { id: string; attempts: number },
  roundStart: number,
  { retryAfterMs }: AttemptResult,
): Promise<void> {
  const pause = pauseAfter(delivery.attempts - roundStart, retryAfterMs);
  const nextAttemptAt = pause === null ? null : new Date(scope.now.getTime() + pause);
  await scope.db.webhookDelivery.updateMany({
    where: { id: delivery.id },
    data: { status: nextAttemptAt ? "pending" : "failed", nextAttemptAt },
  });
  if (nextAttemptAt) await queueAttempt(scope, delivery, nextAttemptAt);
}

export interface SentTest {
  /** The webhook-id sent to the receiver. */
  id: string;
  event: EventName;
  body: string;
}

/** Records a test in the log of deliveries. It belongs to no endpoint and is never resent. Throws `forbidden`. */
export async function recordTest(scope: Scope, test: SentTest, result: AttemptResult): Promise<void> {
  requireStaff(scope);
  const at = scope.now;
  await scope.db.webhookDelivery.createMany({
    data: [
      {
        ...test,
        endpointId: null,
        attempts: 1,
        lastStatus: result.status,
        lastError: shortened(result.error),
        createdAt: at,
        ...(result.delivered ? { status: "delivered", deliveredAt: at } : { status: "failed" }),
      },
    ],
  });
  await storeAttempt(scope, test.id, result);
}

async function storeAttempt(scope: Scope, deliveryId: string, result: AttemptResult): Promise<void> {
  const { status, durationMs, response } = result;
  const error = shortened(result.error);
  await scope.db.webhookAttempt.createMany({
    data: [{ deliveryId, at: scope.now, durationMs, status, error, response }],
  });
}

/** Shortens a network error for the log. */
const shortened = (error: string | null) => (error === null ? null : cut(error, 500));
