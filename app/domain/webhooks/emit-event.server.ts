import { randomUUID } from "node:crypto";
import type { Scope } from "../shared/scope";
import type { DeliveredEvent } from "./delivery";
import { choicesOf } from "./webhook.schema";

type EmittedEvent =
  | { name: Exclude<DeliveredEvent, "lead.created">; leadId: string; dealId: string }
  | { name: "lead.created"; leadId: string };

/** The same of one event. */
export const emitEvent = (scope: Scope, event: EmittedEvent): Promise<void> => emitEvents(scope, [event]);

/**
 * Queues events for the organisation's webhook, in the transaction of the change. The job finds out whether an endpoint
 * wants one, because an affiliate who submits a lead may not read the organisation's endpoints. Several at once are
 * always caused by staff: they are not queued when nobody listens.
 */
export async function emitEvents(scope: Scope, events: readonly EmittedEvent[]): Promise<void> {
  const names = [...new Set(events.map(({ name }) => name))];
  if (events.length > 1 && !(await isHeard(scope, names))) return;
  await scope.enqueueAll(
    "webhook.emit",
    events.map((event) => ({
      event_id: randomUUID(),
      event: event.name,
      timestamp: scope.now.toISOString(),
      lead_id: event.leadId,
      ...("dealId" in event ? { deal_id: event.dealId } : {}),
    })),
  );
}

async function isHeard(scope: Scope, names: DeliveredEvent[]): Promise<boolean> {
  const where = { url: { not: "" }, event: { in: names.flatMap(choicesOf) } };
  return (await scope.db.webhookEndpoint.findFirst({ where, select: { id: true } })) !== null;
}
