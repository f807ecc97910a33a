import { randomUUID } from "node:crypto";
import type { Scope } from "../shared/scope";

/**
 * Queues an event for the organisation's webhook, in the transaction of the change. The job finds out whether an endpoint
 * wants it, because an affiliate who submits a lead may not read the organisation's endpoints.
 */
export async function emitEvent(
  scope: Scope,
  event: { name: "deal.created"; leadId: string; dealId: string } | { name: "lead.created"; leadId: string },
): Promise<void> {
  await scope.enqueue("webhook.emit", {
    event_id: randomUUID(),
    event: event.name,
    timestamp: scope.now.toISOString(),
    lead_id: event.leadId,
    ...(event.name === "deal.created" ? { deal_id: event.dealId } : {}),
  });
}
