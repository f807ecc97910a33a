import type { Actor, Scope } from "../shared/scope";

export interface AuditEvent {
  /** noun.verb */
  action: string;
  entity: string;
  entityId: string;
  /** What changed; ids and amounts, no secrets. */
  data?: Record<string, string | number | boolean | null>;
}

/** Adds to the audit log in the transaction of the change. The runtime role can neither change nor remove entries. */
export async function recordAudit(scope: Scope, event: AuditEvent): Promise<void> {
  await recordAuditEntries(scope, [event]);
}

/** Adds several entries at once. */
export async function recordAuditEntries(scope: Scope, events: AuditEvent[]): Promise<void> {
  // createMany, because an affiliate may write entries but not read them back.
  await scope.db.auditEntry.createMany({
    data: events.map((event) => ({
      actor: actorName(scope.actor),
      action: event.action,
      entity: event.entity,
      entityId: event.entityId,
      data: event.data ?? {},
      createdAt: scope.now,
    })),
  });
}

function actorName(actor: Actor): string {
  switch (actor.kind) {
    case "member":
      return `member:${actor.userId}`;
    case "affiliate":
      return `affiliate:${actor.affiliateId}`;
    case "job":
      return `job:${actor.name}`;
    case "operator":
      return "operator";
  }
}
