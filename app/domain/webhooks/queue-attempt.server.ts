import type { Scope } from "../shared/scope";

/** The key of the job that makes the next attempt of a delivery. */
export const jobKeyOf = (deliveryId: string): string => `deliver:${deliveryId}`;

/**
 * Queues the next attempt of a delivery; one that waits already is replaced. The job carries the number of attempts
 * made, so that it does nothing when its attempt was made in the meantime.
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
