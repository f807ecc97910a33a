import { deleteAffiliate } from "../affiliates/delete-affiliate.server";
import { recordAudit } from "../audit/record-audit.server";
import { findRemovable, removeImportedPayments } from "../commissions/record-customer-payments.server";
import { DomainError } from "../shared/errors";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { ImportKind } from "./import-run";
import { countOutcomes, lockImport, type Import } from "./read-import.server";
import type { RowResult } from "./stage-import.server";

/** A row for which a record was created. */
export interface CreatedRow {
  number: number;
  email: string | null;
  recordId: string;
}

/** Rows per step. Deleting an affiliate costs more than deleting a lead. */
export const undoneAtOnce = { leads: 500, affiliates: 25, "customer-payments": 500 } as const;

/**
 * Starts to undo a finished import: created records are deleted unless other data depends on them, and recorded
 * payments are removed. Running it twice has no further effect.
 * Throws `not_found`, `import_state` (it has not finished, or nothing was created), `forbidden`.
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

/** What undoing an import would change. */
export interface UndoPreview {
  /** Rows with a created record that is not undone yet. */
  created: number;
  /** Number of these records that would stay, because they were changed or other data depends on them. */
  kept: number;
}

/**
 * Returns what undoing an import would change; null if it has not finished or nothing is left to undo.
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
    const gone = await removable[run.kind](scope, ids, run.id);
    preview.created += rows.length;
    preview.kept += rows.length - gone.length;
    after = rows.at(-1)!.number;
  }
}

const PREVIEWED_AT_ONCE = 2_000;

/** Returns the rows with created records after a row number, in their order. */
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

/** Deletes the records that rows have created, and marks the rows whose records stay. */
export async function undoRows(scope: Scope, run: Import, rows: readonly CreatedRow[]): Promise<RowResult[]> {
  const ids = rows.map(({ recordId }) => recordId);
  const gone = new Set(await removeOf[run.kind](scope, ids, run.id));
  const why = run.kind === "leads" ? await keptLeads(scope, ids) : new Map<string, Reason>();
  return rows.map(({ number, email, recordId }) =>
    gone.has(recordId)
      ? { number, email, outcome: "undone", problems: [], recordId: null }
      : {
          number,
          email,
          outcome: "created",
          problems: [{ field: null, reason: why.get(recordId) ?? "import_kept" }],
          recordId,
        },
  );
}

type OfRecords = (scope: Scope, ids: readonly string[], importId: string) => Promise<string[]>;

/** Return those records that can be removed. */
const removable: Record<ImportKind, OfRecords> = {
  leads: removableLeads,
  affiliates: removableAffiliates,
  "customer-payments": findRemovable,
};

/** Remove records, and return those that are gone. */
const removeOf: Record<ImportKind, OfRecords> = {
  leads: removeLeads,
  affiliates: removeAffiliates,
  "customer-payments": removeImportedPayments,
};

/** Why a record stays. */
type Reason = "import_kept" | "import_kept_conversation" | "import_kept_deal" | "import_kept_merged";

/** Returns those leads that stay, each with the reason: they were changed, or something builds on them. */
async function keptLeads(scope: Scope, ids: readonly string[]): Promise<Map<string, Reason>> {
  const { orgId } = scope;
  const rows = await scope.db.$queryRaw<{ id: string; reason: Reason | null }[]>`
    select l.id, case
      when l.status = 'converted' or exists (
        select from deal d where d.org_id = ${orgId}::uuid and d.lead_id = l.id) then 'import_kept_deal'
      when exists (select from merged_lead m where m.org_id = ${orgId}::uuid and m.lead_id = l.id)
        then 'import_kept_merged'
      when exists (select from lead_note n where n.org_id = ${orgId}::uuid and n.lead_id = l.id)
        or exists (select from lead_message m where m.org_id = ${orgId}::uuid and m.lead_id = l.id)
        then 'import_kept_conversation'
      -- A next step or a responsible member leaves the lead itself unchanged.
      when l.updated_at <> l.created_at or exists (
        select from audit_log a where a.org_id = ${orgId}::uuid and a.entity_id = l.id and a.action = 'lead.edit')
        then 'import_kept' end as reason
    from lead l where l.org_id = ${orgId}::uuid and l.id = any(${[...ids]}::uuid[])`;
  return new Map(rows.flatMap(({ id, reason }) => (reason ? [[id, reason] as const] : [])));
}

/** Returns the leads that nothing builds on, and those that were deleted before. */
async function removableLeads(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const kept = await keptLeads(scope, ids);
  return ids.filter((id) => !kept.has(id));
}

/** Waits for concurrent changes of the leads, and for what is being written about them. */
async function removeLeads(scope: Scope, ids: readonly string[]): Promise<string[]> {
  await scope.db.$queryRaw`
    select count(*) from (
      select 1 from lead where org_id = ${scope.orgId}::uuid and id = any(${[...ids]}::uuid[]) order by id for update
    ) locked`;
  const gone = await removableLeads(scope, ids);
  await scope.db.lead.deleteMany({ where: { id: { in: gone } } });
  return gone;
}

/** Returns the affiliates without an invitation, leads, deals and other terms than the standard ones. */
async function removableAffiliates(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const untouched = await scope.db.affiliate.findMany({
    where: {
      id: { in: [...ids] },
      status: "invited",
      signedInAt: null,
      leads: { none: {} },
      deals: { none: {} },
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

/** Ends the undoing and writes its audit entry. */
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
