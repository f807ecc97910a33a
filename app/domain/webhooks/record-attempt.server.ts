import type { Scope } from "../shared/scope";

/** A delivery that is to be sent, with its address; null when it was delivered or its endpoint is gone. */
export async function openDelivery(scope: Scope, deliveryId: string) {
  const delivery = await scope.db.webhookDelivery.findFirst({
    where: { id: deliveryId, status: { not: "delivered" } },
    include: { endpoint: true },
  });
  return delivery && { id: delivery.id, body: delivery.body, url: delivery.endpoint.url };
}

export interface AttemptResult {
  /** HTTP status, or null when no answer came. */
  status: number | null;
  error: string | null;
  delivered: boolean;
  /** Whether this was the last attempt. */
  last: boolean;
}

/** Records the result of an attempt. A delivered delivery stays delivered, whatever a late attempt reports. */
export async function recordAttempt(scope: Scope, deliveryId: string, result: AttemptResult): Promise<void> {
  await scope.db.webhookDelivery.updateMany({
    where: { id: deliveryId, status: { not: "delivered" } },
    data: {
      attempts: { increment: 1 },
      status: result.delivered ? "delivered" : result.last ? "failed" : "pending",
      lastStatus: result.status,
      lastError: result.error?.slice(0, 500) ?? null,
      ...(result.delivered && { deliveredAt: scope.now }),
    },
  });
}
