import { notifyOwnersOf } from "../notifications/tell-owners.server";
import type { Money } from "../shared/money";
import { requireProof } from "../shared/permissions";
import type { AuditAction } from "../shared/proofs";
import type { Actor, Scope } from "../shared/scope";
import type { AuditEntity } from "./audit-details";
import { insertRows } from "../shared/insert-rows.server";
import { timeOrderedId } from "../shared/time-ordered-id.server";

export interface AuditEvent {
  action: AuditAction;
  entity: AuditEntity;
  entityId: string;
  /** What changed: ids and amounts, no secrets. */
  data?: Record<string, string | number | boolean | null | Money[]>;
}

/**
 * Adds an entry to the audit log in the transaction of the change. The runtime role can neither change nor remove
 * entries. Rejects actions that require re-authentication (proofs.ts), so no use case can skip that check. Notifies the
 * other owners of security changes.
 * Throws `proof_required`, `forbidden`.
 */
export async function recordAudit(scope: Scope, event: AuditEvent): Promise<void> {
  await recordAuditEntries(scope, [event]);
}

/** Adds several entries in one statement. With `batchId` they are the steps of that action, see {@link recordBatch}. */
export async function recordAuditEntries(
  scope: Scope,
  events: AuditEvent[],
  batchId: string | null = null,
): Promise<void> {
  const entries = events.map((event) => ({ ...event, id: timeOrderedId() }));
  await insert(scope, entries, batchId);
}

/**
 * Adds the entry of an action and returns its id, to which steps and changed rows can refer. An action whose steps come
 * first, in several transactions, passes the id as `ownId`.
 */
export async function recordAction(scope: Scope, event: AuditEvent, ownId?: string): Promise<string> {
  const id = ownId ?? timeOrderedId();
  await insert(scope, [{ ...event, id }], null);
  return id;
}

/** An action on several records of the organization. */
export interface AuditBatch {
  action: AuditAction;
  /** What the steps have in common, such as the action that they undo. */
  data?: AuditEvent["data"];
  /** An entry for each record. */
  steps: AuditEvent[];
}

/** Adds the entry of an action on several records, with their number, and its steps. Returns the id of the action. */
export async function recordBatch(scope: Scope, { action, data, steps }: AuditBatch): Promise<string> {
  const id = await recordAction(scope, {
    action,
    entity: "organization",
    entityId: scope.orgId,
    data: { count: steps.length, ...data },
  });
  await recordAuditEntries(scope, steps, id);
  return id;
}

type Entry = AuditEvent & { id: string };

async function insert(scope: Scope, entries: Entry[], batchId: string | null): Promise<void> {
  for (const action of new Set(entries.map(({ action }) => action))) requireProof(scope, action);
  await insertRows<Entry>(
    scope,
    "audit_log",
    {
      org_id: { type: "uuid", all: scope.orgId },
      actor: { type: "text", all: actorName(scope.actor) },
      batch_id: { type: "uuid", all: batchId },
      created_at: { type: "timestamptz", all: scope.now },
      id: { type: "uuid", of: ({ id }) => id },
      action: { type: "text", of: ({ action }) => action },
      entity: { type: "text", of: ({ entity }) => entity },
      entity_id: { type: "uuid", of: ({ entityId }) => entityId },
      data: { type: "jsonb", of: ({ data = {} }) => JSON.stringify(data) },
    },
    entries,
  );
  for (const entry of entries) await notifyOwnersOf(scope, entry);
}

/**
 * Returns the text that the log stores for an actor. Throws for an unknown kind, so that it is not stored as another
 * kind.
 */
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
      throw new TypeError("the audit log has no text for this kind of actor");
  }
}
