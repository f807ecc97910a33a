import { deleteAffiliate } from "../affiliates/delete-affiliate.server";
import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { countOutcomes, lockImport, type Import } from "./read-import.server";
import type { RowResult } from "./stage-import.server";

/** A row of which something was created. */
export interface CreatedRow {
  number: number;
  email: string | null;
  recordId: string;
}

/** An affiliate has more that goes with it than a lead. */
export const undoneAtOnce = { leads: 500, affiliates: 25 } as const;

/**
 * Begins to undo an import that has ended: what it has created goes again, as far as nothing builds on it. Pressed
 * again, it is begun once.
 * Throws `not_found`, `import_state` (it has not ended, or nothing was created), `forbidden`.
 */
export async function undoImport(scope: Scope, id: string): Promise<void> {
  const run = await lockImport(scope, id);
  if (run.status === "undoing" || run.status === "undone") return;
  const { created } = await countOutcomes(scope, id);
  if ((run.status !== "done" && run.status !== "cancelled") || created === 0) throw new DomainError("import_state");
  await scope.db.importRun.updateMany({
    where: { id },
    data: { status: "undoing", position: 0, createdBy: actingUser(scope) },
  });
  await scope.enqueue("import.step", { import_id: id, position: 0 });
}

/** What undoing an import would do. */
export interface UndoPreview {
  /** Rows of which something was created and not undone yet. */
  created: number;
  /** How many of them would stay, because somebody has changed what they created or something builds on it. */
  kept: number;
}

/**
 * Says what undoing an import would do; null when there is nothing to undo: it has not ended, or nothing is left.
 * Throws `forbidden`.
 */
export async function previewUndo(scope: Scope, run: Import): Promise<UndoPreview | null> {
  requireStaff(scope);
  if (run.status !== "done" && run.status !== "cancelled") return null;
  const preview: UndoPreview = { created: 0, kept: 0 };
  for (let after = 0; ;) {
    const rows = await createdRows(scope, run, after, PREVIEWED_AT_ONCE);
    if (rows.length === 0) return preview.created > 0 ? preview : null;
    const ids = rows.map(({ recordId }) => recordId);
    const gone = await (run.kind === "leads" ? removableLeads(scope, ids) : removableAffiliates(scope, ids));
    preview.created += rows.length;
    preview.kept += rows.length - gone.length;
    after = rows.at(-1)!.number;
  }
}

const PREVIEWED_AT_ONCE = 2_000;

/** The rows after one of which something was created, in their order. */
export async function createdRows(
  scope: Scope,
  { id }: Pick<Import, "id">,
  after: number,
  most: number,
): Promise<CreatedRow[]> {
  return scope.db.$queryRaw<CreatedRow[]>`
    select number, email, record_id as "recordId" from import_row
    where org_id = ${scope.orgId}::uuid and import_id = ${id}::uuid and number > ${after}
      and outcome = 'created' and record_id is not null
    order by number limit ${most}`;
}

/** Takes back what rows have created; of those that stay, it keeps that they do. */
export async function undoRows(scope: Scope, run: Import, rows: readonly CreatedRow[]): Promise<RowResult[]> {
  const ids = rows.map(({ recordId }) => recordId);
  const gone = new Set(await (run.kind === "leads" ? removeLeads(scope, ids) : removeAffiliates(scope, ids)));
  return rows.map(({ number, email, recordId }) =>
    gone.has(recordId)
      ? { number, email, outcome: "undone", problems: [], recordId: null }
      : { number, email, outcome: "created", problems: [{ field: null, reason: "import_kept" }], recordId },
  );
}

/** A lead that nobody has changed: as a whole it is as old as its last change. */
const isUntouched = sql`updated_at = created_at and status <> 'converted'`;

async function removableLeads(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await scope.db.$queryRaw<{ id: string }[]>(sql`
    select id from lead
    where org_id = ${scope.orgId}::uuid and id = any(${[...ids]}::uuid[]) and ${isUntouched}`);
  return rows.map(({ id }) => id);
}

/** One that is being changed is waited for. */
async function removeLeads(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await scope.db.$queryRaw<{ id: string }[]>(sql`
    delete from lead where org_id = ${scope.orgId}::uuid and id = any(${[...ids]}::uuid[]) and ${isUntouched}
    returning id`);
  return rows.map(({ id }) => id);
}

/** Those that were not invited, are nobody's lead or deal, and have no terms. */
async function removableAffiliates(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const untouched = await scope.db.affiliate.findMany({
    where: {
      id: { in: [...ids] },
      status: "invited",
      signedInAt: null,
      leads: { none: {} },
      deals: { none: {} },
      terms: { none: {} },
    },
    select: { id: true },
  });
  const changed = await scope.db.auditEntry.findMany({
    where: { entityId: { in: untouched.map(({ id }) => id) }, action: { not: "affiliate.import" } },
    select: { entityId: true },
  });
  const others = new Set(changed.map(({ entityId }) => entityId));
  return untouched.flatMap(({ id }) => (others.has(id) ? [] : id));
}

async function removeAffiliates(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const gone = await removableAffiliates(scope, ids);
  for (const id of gone) await deleteAffiliate(scope, id);
  return gone;
}

/** Ends the undoing, with an entry of the audit log. */
export async function finishUndoing(scope: Scope, run: Import): Promise<void> {
  await scope.db.importRun.updateMany({ where: { id: run.id }, data: { status: "undone" } });
  const { created: kept, undone } = await countOutcomes(scope, run.id);
  await recordAudit(scope, {
    action: "list.undo_import",
    entity: "organization",
    entityId: scope.orgId,
    data: { list: run.kind, file: run.fileName, undone, kept, undoes: run.id },
  });
}
