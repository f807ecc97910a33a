import type { Scope } from "../shared/scope";

/** Returns the key of the job for the next attempt of a delivery. */
export const jobKeyOf = (deliveryId: string): string => `deliver:${deliveryId}`;

/**
 * Queues the next attempt of a delivery and replaces one that is already queued. The job carries the number of attempts
 * made. It does nothing if its attempt was made in the meantime.
 */
export async function queueAttempt(
  scope: Scope,
  { id, attempts }: { id: string; attempts: number },
  runAt?: Date,
): Promise<void> {
  await scope.enqueue(
    "webhook.deliver",
    { delivery_id: id, attempt: attempts },
    { key: jobKeyOf(id), ...(runAt && { runAt }) },
  );
}
