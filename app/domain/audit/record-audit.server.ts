import type { Money } from "../shared/money";
import type { Actor, Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";

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
    const entries = events.slice(at, at + AT_ONCE).map((event) => ({ ...event, id: timeOrderedId() }));
    await insert(scope, entries, batchId);
  }
}

/** Entries in one statement, which takes at most 65,535 values. */
const AT_ONCE = 1_000;

/**
 * Adds the entry of an action and returns its id. Its steps and the rows it changes can refer to this id. An action whose steps
 * come first, over several transactions, brings the `id` they refer to.
 */
export async function recordAction(scope: Scope, event: AuditEvent, ownId?: string): Promise<string> {
  const id = ownId ?? timeOrderedId();
  await insert(scope, [{ ...event, id }], null);
  return id;
}

/**
 * In SQL, because an action may have many thousand steps, and without RETURNING, because an affiliate may write entries but not
 * read them. As VALUES: Citus copies the rows of a SELECT, and a table with row security takes no copies.
 */
async function insert(
  scope: Scope,
  entries: (AuditEvent & { id: string })[],
  batchId: string | null,
): Promise<void> {
  const shared = [scope.orgId, actorName(scope.actor), batchId, scope.now];
  const values: unknown[] = [...shared];
  const rows = entries.map(({ id, action, entity, entityId, data = {} }) => {
    const first = values.push(id, action, entity, entityId, JSON.stringify(data)) - 4;
    const own = `$${first}::uuid, $${first + 1}, $${first + 2}, $${first + 3}::uuid, $${first + 4}::jsonb`;
    return `($1::uuid, $2, $3::uuid, $4::timestamptz, ${own})`;
  });
  await scope.db.$executeRawUnsafe(
    `insert into audit_log (org_id, actor, batch_id, created_at, id, action, entity, entity_id, data)
     values ${rows.join(", ")}`,
    ...values,
  );
}

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
