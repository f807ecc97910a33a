import type { Prisma } from "#prisma";
import { addDays, startOfDay } from "../shared/dates";
import { recordId } from "../shared/fields";
import { afterCursor, inOrder, readCursor, momentKey, type Page, type PageRequest } from "../shared/page";
import type { Period } from "../shared/period";
import { requireStaff } from "../shared/permissions";
import type { AuditAction } from "../shared/proofs";
import type { Actor, Scope } from "../shared/scope";
import { readDetails, type AuditDetails, type AuditEntity } from "./audit-details";
import { matchAudit } from "./match-audit.server";
import { namesOfActors, namesOfSubjects, type AuditSubject } from "./audit-names.server";

const actorKinds = ["member", "affiliate", "job", "operator", "api_key"] as const satisfies readonly Actor["kind"][];

/** Who acted. `name` is null for people who have left; `unknown` is a kind that this version does not know. */
export interface AuditActor {
  kind: (typeof actorKinds)[number] | "unknown";
  name: string | null;
}

export interface AuditRow {
  id: string;
  /** ISO time. */
  at: string;
  actor: AuditActor;
  /** Another version of the app may have stored an action that is not in the catalog; screens show its name. */
  action: AuditAction;
  /** Name of the record; null if it has none or was deleted. */
  subject: string | null;
  /** The record to open. */
  record: Omit<AuditSubject, "name"> | null;
  data: AuditDetails;
  /** Number of steps of an action shown as one row; 0 for a single step. */
  steps: number;
}

/** Excludes receipts from the steps, because the entry of the action names them. */
const STEPS = { action: { not: "receipt.set" satisfies AuditAction } };

/**
 * Returns a page of the organization's audit log, latest first, with names instead of ids. An action with many steps is
 * one row. `period` is evaluated in the organization's time zone; `search` finds what {@link matchAudit} does, and
 * `cut` says that there may be more.
 * Throws `forbidden`.
 */
export async function listAudit(
  scope: Scope,
  { period = null, search = "", ...request }: PageRequest & { period?: Period | null; search?: string },
): Promise<Page<AuditRow> & { cut: boolean }> {
  const { timeZone } = await scope.organization();
  const days = period && {
    gte: startOfDay(period.from, timeZone),
    lt: startOfDay(addDays(period.to, 1), timeZone),
  };
  const { where, cut } = await matchAudit(scope, search);
  const page = await readEntries(scope, { batchId: null, ...(days && { createdAt: days }), ...where }, request);
  return { ...page, cut };
}

/**
 * Returns a page of an action's steps; null if `id` is not an id.
 * Throws `forbidden`.
 */
export async function listSteps(scope: Scope, id: unknown, request: PageRequest): Promise<Page<AuditRow> | null> {
  const { data: batchId } = recordId.safeParse(id);
  return batchId ? readEntries(scope, { batchId, ...STEPS }, request) : null;
}

/**
 * Returns up to `most` of the latest entries about a record itself.
 * Throws `forbidden`.
 */
export async function latestAbout(scope: Scope, entityId: string, most: number): Promise<AuditRow[]> {
  return (await readEntries(scope, { entityId }, { cursor: null }, most)).rows;
}

async function readEntries(
  scope: Scope,
  where: Prisma.AuditEntryWhereInput,
  request: PageRequest,
  size?: number,
): Promise<Page<AuditRow>> {
  requireStaff(scope);
  const pageCursor = readCursor(request, "desc", momentKey.valid, size);
  const entries = await scope.db.auditEntry.findMany({
    where: { AND: [where, afterCursor(pageCursor, "createdAt", momentKey.value)] },
    orderBy: inOrder(pageCursor, "createdAt"),
    take: pageCursor.take,
  });
  const page = pageCursor.page(entries, (entry) => momentKey.of(entry.createdAt));
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
      const data = readDetails(entry, scope.log);
      return {
        id: entry.id,
        at: entry.createdAt.toISOString(),
        actor: actorOf(entry.actor, actors),
        action: entry.action as AuditAction,
        subject: subject?.name ?? keptName(entry.entity as AuditEntity, data),
        record: subject ? { kind: subject.kind, id: subject.id } : null,
        data,
        steps: steps.get(entry.id) ?? 0,
      };
    }),
  };
}

/**
 * Returns the name stored in the entry itself: the email address of members and invited members, which identifies them
 * after they have left, and the names of API keys and own fields.
 */
function keptName(entity: AuditEntity, data: AuditDetails): string | null {
  if (entity === "member") return text(data["email"]);
  if (entity === "own_field") return text(data["label"]);
  return entity === "api_key" ? text(data["name"]) : null;
}

const text = (value: unknown) => (typeof value === "string" ? value : null);

async function countSteps(scope: Scope, ids: string[]): Promise<Map<string, number>> {
  const counted = await scope.db.auditEntry.groupBy({
    by: ["batchId"],
    where: { batchId: { in: ids }, ...STEPS },
    _count: true,
  });
  return new Map(counted.map(({ batchId, _count: count }) => [batchId!, count]));
}

/** Parses the actor of an entry and adds the name. */
export function actorOf(actor: string, names: Map<string, string>): AuditActor {
  const kind = actorKinds.find((one) => one === actor.split(":", 1)[0]) ?? "unknown";
  return { kind, name: names.get(actor) ?? null };
}
