import { readUndoTime } from "../audit/extend-undo.server";
import type { Scope } from "../shared/scope";
import type { QueuedEvent } from "./events";
import { webhookPayload } from "./payload.server";
import { queueAttempt } from "./queue-attempt.server";

/**
 * Turns an event into a delivery and queues it, if the organization has an endpoint for this event. The delivery has
 * the id of the event, so a repeated job adds nothing. While the endpoint is disabled, the delivery is stored as failed
 * and can be resent later. An event that can still be undone is queued again for the time when it no longer can.
 */
export async function prepareDelivery(scope: Scope, eventId: string, event: QueuedEvent): Promise<void> {
  const endpoint = await scope.db.webhookEndpoint.findFirst({
    where: { events: { has: event.event }, url: { not: "" } },
  });
  if (!endpoint) return;
  const body = await webhookPayload(scope, event);
  if (body === null) {
    const { event: name, lead_id, deal_id, payout_id } = event;
    const facts = { org_id: scope.orgId, event: name, event_id: eventId, lead_id, deal_id, payout_id };
    return scope.log.info(facts, "webhook event skipped: its record is gone, or it was taken back");
  }
  const undoableUntil = event.batch_id ? await readUndoTime(scope, event.batch_id) : null;
  if (undoableUntil && undoableUntil > scope.now) {
    return scope.enqueue(
      "webhook.emit",
      { event_id: eventId, ...event },
      { key: `emit:${eventId}`, runAt: undoableUntil },
    );
  }
  const held = endpoint.disabledAt !== null;
  const { count } = await scope.db.webhookDelivery.createMany({
    data: [
      {
        id: eventId,
        endpointId: endpoint.id,
        event: event.event,
        body,
        createdAt: scope.now,
        ...(held ? { status: "failed", lastError: "webhook_disabled" } : { nextAttemptAt: scope.now }),
      },
    ],
    skipDuplicates: true,
  });
  if (count === 1 && !held) await queueAttempt(scope, { id: eventId, attempts: 0 });
}
