import { beyondPlace, inOrder, keyset, momentKey, type Page, type PageRequest } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Actor, Scope } from "../shared/scope";
import { namesOfActors, namesOfSubjects } from "./audit-names.server";

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
  /** What changed; amounts in minor units. */
  data: Record<string, unknown>;
}

/** A page of what was done in the organisation, the latest first, with names instead of ids. Throws `forbidden`. */
export async function listAudit(scope: Scope, request: PageRequest): Promise<Page<AuditRow>> {
  requireStaff(scope);
  const place = keyset(request, "desc", momentKey.valid);
  const entries = await scope.db.auditEntry.findMany({
    where: beyondPlace(place, "createdAt", momentKey.value),
    orderBy: inOrder(place, "createdAt"),
    take: place.take,
  });
  const page = place.page(entries, (entry) => momentKey.of(entry.createdAt));
  const actors = await namesOfActors(scope, page.rows);
  const subjects = await namesOfSubjects(scope, page.rows);
  return {
    ...page,
    rows: page.rows.map((entry) => ({
      id: entry.id,
      at: entry.createdAt.toISOString(),
      actor: actorOf(entry.actor, actors),
      action: entry.action,
      subject: subjects.get(entry.entityId) ?? null,
      data: entry.data as AuditRow["data"],
    })),
  };
}

/** Who an entry of the log names, with the names looked up for it. */
export function actorOf(actor: string, names: Map<string, string>): AuditActor {
  const kind = actorKinds.find((one) => one === actor.split(":", 1)[0]) ?? "unknown";
  return { kind, name: names.get(actor) ?? null };
}
