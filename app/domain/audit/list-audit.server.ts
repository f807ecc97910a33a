import type { Prisma } from "#prisma";
import { recordId } from "../shared/fields";
import { beyondPlace, inOrder, keyset, momentKey, type Page, type PageRequest } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Actor, Scope } from "../shared/scope";
import { namesOfActors, namesOfSubjects, type AuditSubject } from "./audit-names.server";

const actorKinds = ["member", "affiliate", "job", "operator"] as const satisfies readonly Actor["kind"][];

/** Who did it: `name` is null for people who are no longer there. Unknown: a kind that this version has no word for. */
export interface AuditActor {
  kind: (typeof actorKinds)[number] | "unknown";
  name: string | null;
}

export interface AuditRow {
  id: string;
  /** ISO moment. */
  at: string;
  actor: AuditActor;
  /** noun.verb */
  action: string;
  /** What it was done to; null when that has no name (any more). */
  subject: string | null;
  /** The record that shows it. */
  record: Omit<AuditSubject, "name"> | null;
  /** What changed; amounts in minor units. */
  data: Record<string, unknown>;
  /** How many steps an action had that stands as one row; 0 for what is one step. */
  steps: number;
}

/** The receipts of an action say nothing that its own entry does not. */
const STEPS = { action: { not: "receipt.set" } };

/**
 * A page of what was done in the organisation, the latest first, with names instead of ids; an action of many steps is one
 * row. Throws `forbidden`.
 */
export async function listAudit(scope: Scope, request: PageRequest): Promise<Page<AuditRow>> {
  return readEntries(scope, { batchId: null }, request);
}

/** A page of the steps of an action; empty for an id that is none. Throws `forbidden`. */
export async function listSteps(
  scope: Scope,
  id: unknown,
  request: PageRequest,
): Promise<Page<AuditRow> | null> {
  const { data: batchId } = recordId.safeParse(id);
  return batchId ? readEntries(scope, { batchId, ...STEPS }, request) : null;
}

async function readEntries(
  scope: Scope,
  where: Prisma.AuditEntryWhereInput,
  request: PageRequest,
): Promise<Page<AuditRow>> {
  requireStaff(scope);
  const place = keyset(request, "desc", momentKey.valid);
  const entries = await scope.db.auditEntry.findMany({
    where: { ...where, ...beyondPlace(place, "createdAt", momentKey.value) },
    orderBy: inOrder(place, "createdAt"),
    take: place.take,
  });
  const page = place.page(entries, (entry) => momentKey.of(entry.createdAt));
  const actors = await namesOfActors(scope, page.rows);
  const subjects = await namesOfSubjects(scope, page.rows);
  const steps = await countSteps(
    scope,
    page.rows.map(({ id }) => id),
  );
  return {
    ...page,
    rows: page.rows.map((entry) => {
      const subject = subjects.get(entry.entityId);
      return {
        id: entry.id,
        at: entry.createdAt.toISOString(),
        actor: actorOf(entry.actor, actors),
        action: entry.action,
        subject: subject?.name ?? null,
        record: subject ? { kind: subject.kind, id: subject.id } : null,
        data: entry.data as AuditRow["data"],
        steps: steps.get(entry.id) ?? 0,
      };
    }),
  };
}

async function countSteps(scope: Scope, ids: string[]): Promise<Map<string, number>> {
  const counted = await scope.db.auditEntry.groupBy({
    by: ["batchId"],
    where: { batchId: { in: ids }, ...STEPS },
    _count: true,
  });
  return new Map(counted.map(({ batchId, _count: count }) => [batchId!, count]));
}

/** Who an entry of the log names, with the names looked up for it. */
export function actorOf(actor: string, names: Map<string, string>): AuditActor {
  const kind = actorKinds.find((one) => one === actor.split(":", 1)[0]) ?? "unknown";
  return { kind, name: names.get(actor) ?? null };
}
