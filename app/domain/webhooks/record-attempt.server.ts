import type { Scope } from "../shared/scope";
import { lockEndpoint, noteFailure, noteSuccess } from "./endpoint-health.server";
import { queueAttempt } from "./queue-attempt.server";
import { pauseAfter } from "./retry-timetable";

/** A delivery that is to be sent now. */
export interface OpenDelivery {
  id: string;
  body: string;
  url: string;
  /** Sealed; after a change the new one and the one before. None when the endpoint never had one. */
  secrets: string[];
  /** Attempts made before. */
  attempts: number;
}

/**
 * A delivery that is to be sent, with its address and secrets; null when it was delivered or dropped, or when `attempt` says
 * that this attempt was made in the meantime.
 */
export async function openDelivery(
  scope: Scope,
  deliveryId: string,
  attempt: number | undefined,
): Promise<OpenDelivery | null> {
  const delivery = await scope.db.webhookDelivery.findFirst({
    where: { id: deliveryId, status: "pending", ...(attempt !== undefined && { attempts: attempt }) },
    include: { endpoint: true },
  });
  if (!delivery?.endpoint.url) return null;
  const { id, body, attempts, endpoint } = delivery;
  return { id, body, attempts, url: endpoint.url, secrets: secretsOf(endpoint, scope.now) };
}

/** The sealed secrets to sign with. */
export function secretsOf(
  endpoint: { secret: string | null; previousSecret: string | null; previousUntil: Date | null },
  now: Date,
): string[] {
  const previous = endpoint.previousUntil && endpoint.previousUntil > now ? endpoint.previousSecret : null;
  return [endpoint.secret, previous].filter((secret) => secret !== null);
}

export interface AttemptResult {
  /** HTTP status, or null when no answer came. */
  status: number | null;
  error: string | null;
  delivered: boolean;
  durationMs: number;
  /** The beginning of the answer. */
  response: string | null;
  /** What the answer asks for, in ms. */
  retryAfterMs: number | null;
}

/**
 * Records an attempt, and queues the next one when it has failed and one is left. Another run of the same job may have recorded
 * it already: then nothing changes.
 */
export async function recordAttempt(
  scope: Scope,
  delivery: Pick<OpenDelivery, "id" | "attempts">,
  result: AttemptResult,
): Promise<void> {
  const { id } = delivery;
  const found = await scope.db.webhookDelivery.findFirst({ where: { id }, include: { endpoint: true } });
  if (!found) return;
  const { endpointId } = found;
  if (!result.delivered || found.endpoint.failingSince) await lockEndpoint(scope, endpointId);
  const { count } = await scope.db.webhookDelivery.updateMany({
    where: { id, status: "pending", attempts: delivery.attempts },
    data: { attempts: delivery.attempts + 1, lastStatus: result.status, lastError: shortened(result.error) },
  });
  if (count === 0) return;
  await scope.db.webhookAttempt.createMany({
    data: [
      {
        ...{ deliveryId: id, at: scope.now, durationMs: result.durationMs, status: result.status },
        ...{ error: shortened(result.error), response: result.response },
      },
    ],
  });
  if (result.delivered) {
    await scope.db.webhookDelivery.updateMany({
      where: { id },
      data: { status: "delivered", deliveredAt: scope.now, nextAttemptAt: null },
    });
    return noteSuccess(scope, endpointId);
  }
  const endpoint = await scope.db.webhookEndpoint.findFirstOrThrow({ where: { id: endpointId } });
  if (await noteFailure(scope, endpoint, result.status)) return;
  await planNext(scope, { id, attempts: delivery.attempts + 1 }, found.roundStart, result);
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

const shortened = (error: string | null) => error?.slice(0, 500) ?? null;
