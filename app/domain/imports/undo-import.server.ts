import { deleteAffiliate } from "../affiliates/delete-affiliate.server";
import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
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
 * Begins to undo an import that has ended: what it has created goes again, as far as nothing builds on it. Pressed again, it is begun once.
 * Throws `not_found`, `import_state` (it has not ended, or nothing was created), `forbidden`.
 */
export async function undoImport(scope: Scope, id: string): Promise<void> {
  const run = await lockImport(scope, id);
  if (run.status === "undoing" || run.status === "undone") return;
  const { created } = await countOutcomes(scope, id);
  if ((run.status !== "done" && run.status !== "cancelled") || created === 0)
    throw new DomainError("import_state");
  await scope.db.importRun.updateMany({
    where: { id },
    data: { status: "undoing", position: 0, createdBy: actingUser(scope) },
  });
  await scope.enqueue("import.step", { import_id: id, position: 0 });
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

/** Those that nobody has changed: as a whole they are as old as their last change. One that is being changed is waited for. */
async function removeLeads(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await scope.db.$queryRaw<{ id: string }[]>`
    delete from lead where org_id = ${scope.orgId}::uuid and id = any(${[...ids]}::uuid[])
      and updated_at = created_at and status <> 'converted'
    returning id`;
  return rows.map(({ id }) => id);
}

/** Those that were not invited, are nobody's lead or deal, and have no terms. */
async function removeAffiliates(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const untouched = await scope.db.affiliate.findMany({
    where: {
      ...{ id: { in: [...ids] }, status: "invited", signedInAt: null },
      ...{ leads: { none: {} }, deals: { none: {} }, terms: { none: {} } },
    },
    select: { id: true },
  });
  const changed = await scope.db.auditEntry.findMany({
    where: { entityId: { in: untouched.map(({ id }) => id) }, action: { not: "affiliate.import" } },
    select: { entityId: true },
  });
  const others = new Set(changed.map(({ entityId }) => entityId));
  const gone = untouched.flatMap(({ id }) => (others.has(id) ? [] : id));
  for (const id of gone) await deleteAffiliate(scope, id);
  return gone;
}

/** Ends the undoing, with an entry of the audit log. */
export async function finishUndoing(scope: Scope, run: Import): Promise<void> {
  await scope.db.importRun.updateMany({ where: { id: run.id }, data: { status: "undone" } });
  const { created: kept, undone } = await countOutcomes(scope, run.id);
  await recordAudit(scope, {
    ...{ action: "list.undo_import", entity: "organization", entityId: scope.orgId },
    data: { list: run.kind, file: run.fileName, undone, kept, undoes: run.id },
  });
}
