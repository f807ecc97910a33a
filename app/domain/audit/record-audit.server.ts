import type { Prisma } from "#prisma";
import type { Money } from "../shared/money";
import type { Actor, Scope } from "../shared/scope";

export interface AuditEvent {
  /** noun.verb */
  action: string;
  entity: string;
  entityId: string;
  /** What changed; ids and amounts, no secrets. */
  data?: Record<string, string | number | boolean | null | Money[]>;
}

/** Adds to the audit log in the transaction of the change. The runtime role can neither change nor remove entries. */
export async function recordAudit(scope: Scope, event: AuditEvent): Promise<void> {
  await recordAuditEntries(scope, [event]);
}

/** Adds several entries at once. With `batchId` they are the steps of that action ({@link recordAction}). */
export async function recordAuditEntries(
  scope: Scope,
  events: AuditEvent[],
  batchId: string | null = null,
): Promise<void> {
  for (let at = 0; at < events.length; at += AT_ONCE) {
    const data = events.slice(at, at + AT_ONCE).map((event) => ({ ...rowOf(scope, event), batchId }));
    // createMany, because an affiliate may write entries but not read them back.
    await scope.db.auditEntry.createMany({ data });
  }
}

/** Entries in one statement, which takes at most 32,767 values. */
const AT_ONCE = 1_000;

/**
 * Adds the entry of an action and returns its id. Its steps and the rows it changes can refer to this id. An action whose steps
 * come first, over several transactions, brings the `id` they refer to.
 */
export async function recordAction(scope: Scope, event: AuditEvent, ownId?: string): Promise<string> {
  const data = { ...rowOf(scope, event), ...(ownId && { id: ownId }) };
  const { id } = await scope.db.auditEntry.create({ data, select: { id: true } });
  return id;
}

const rowOf = (scope: Scope, event: AuditEvent) => ({
  actor: actorName(scope.actor),
  action: event.action,
  entity: event.entity,
  entityId: event.entityId,
  data: (event.data ?? {}) as Prisma.InputJsonObject,
  createdAt: scope.now,
});

/** The text that the log keeps for an actor. Throws for an unknown kind, so that it is not taken for another one. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case "member":
      return `member:${actor.userId}`;
    case "affiliate":
      return `affiliate:${actor.affiliateId}`;
    case "job":
      return `job:${actor.name}`;
    case "operator":
      return "operator";
    case "api_key":
      return `api_key:${actor.keyId}`;
    default:
      actor satisfies never;
      throw new TypeError("The log has no name for this kind of actor");
  }
}
