import { randomUUID } from "node:crypto";
import type { Scope } from "../shared/scope";
import { afterUndo } from "../shared/undo";
import type { EmittedEvent, EventName } from "./events";

/**
 * Queues events for the organization's webhook, in the transaction of the change. The job determines whether an
 * endpoint has chosen the event, because an affiliate who submits a lead may not read the organization's endpoints.
 * Several events in one call, changes of leads, and events that can be undone, are always caused by staff. They are not
 * queued if no endpoint has chosen them. An event that can be undone is queued for the time when it no longer can.
 */
export async function emitEvents(scope: Scope, events: readonly EmittedEvent[]): Promise<void> {
  const canBeUndone = events.some((event) => "batch_id" in event);
  const names = [...new Set(events.map(({ event }) => event))];
  const isOfStaff = events.length > 1 || canBeUndone || names.includes("lead.updated");
  if (isOfStaff && !(await isHeard(scope, names))) return;
  const timestamp = scope.now.toISOString();
  await scope.enqueueAll(
    "webhook.emit",
    events.map((event) => ({ event_id: randomUUID(), timestamp, ...event })),
    canBeUndone ? { runAt: afterUndo(scope.now) } : {},
  );
}

async function isHeard(scope: Scope, names: EventName[]): Promise<boolean> {
  const where = { url: { not: "" }, events: { hasSome: names } };
  return (await scope.db.webhookEndpoint.findFirst({ where, select: { id: true } })) !== null;
}
