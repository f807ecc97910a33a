import type { Scope } from "../shared/scope";
import { emitEvents } from "../webhooks/emit-event.server";

/**
 * Queues lead.updated for leads whose data, affiliate, status or work staff have changed (WORK-07). The event says how
 * the lead is when it is sent, so it is sent at once: an undo sends another one. Statuses with an event of their own
 * (lost, won) have only that. A fault is logged, and the change stays.
 */
export async function emitUpdated(scope: Scope, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  const events = [...new Set(leadIds)].map((id) => ({ event: "lead.updated" as const, lead_id: id }));
  await scope.inSavepoint("queueing lead.updated", () => emitEvents(scope, events));
}
