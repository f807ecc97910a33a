import type { Scope } from "../shared/scope";
import { webhookPayload, type EmittedEvent } from "./payload.server";

/**
 * Turns an event into a delivery and queues it, if the organisation has an endpoint for this event. The delivery has the id
 * of the event, so a job that runs twice adds nothing the second time.
 */
export async function prepareDelivery(scope: Scope, eventId: string, event: EmittedEvent): Promise<void> {
  const endpoint = await scope.db.webhookEndpoint.findFirst({
    where: { event: { in: [event.event, "both"] }, url: { not: "" } },
  });
  if (!endpoint) return;
  const body = await webhookPayload(scope, event);
  if (body === null) return;
  const { count } = await scope.db.webhookDelivery.createMany({
    data: [{ id: eventId, endpointId: endpoint.id, event: event.event, body, createdAt: scope.now }],
    skipDuplicates: true,
  });
  if (count === 1) await scope.enqueue("webhook.deliver", { delivery_id: eventId }, { maxAttempts: 10 });
}
