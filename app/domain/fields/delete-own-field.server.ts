import { recordAudit } from "../audit/record-audit.server";
import type { AuditAction } from "../shared/proofs";
import { DomainError } from "../shared/errors";
import { lockOrganization } from "../shared/lock-organization.server";
import { requireOwner, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { MAX_OWN_FIELDS, type OwnField } from "./own-field";
import { ownValueTable } from "./own-values.server";
import { readOwnField, readOwnFields } from "./read-own-fields.server";

/** Limit for counting the records with a value. */
const MAX_COUNTED = 1_000;

/**
 * Counts the records with a value of a field, up to 1,000, for the consequences of deleting it. The caller checks the
 * permission.
 */
export async function countOwnValues(scope: Scope, field: OwnField): Promise<{ count: number; cut: boolean }> {
  const [row] = await scope.db.$queryRaw<{ count: number }[]>(sql`
    select count(*)::int as count from (
      select from ${ownValueTable(field.entity).table} where org_id = ${scope.orgId}::uuid and content ? ${field.key}::text
      limit ${MAX_COUNTED}) one`);
  const count = row?.count ?? 0;
  return { count, cut: count >= MAX_COUNTED };
}

/**
 * Deletes a field: it is shown and accepted nowhere any more. Its values stay in the database and in the archive until
 * {@link purgeOwnField}, so it can be restored. Returns its label.
 * Throws `not_found`, `forbidden` for all but owners.
 */
export async function deleteOwnField(scope: Scope, id: string): Promise<string> {
  const field = await lockField(scope, id, false);
  await scope.db.ownField.updateMany({ where: { id }, data: { deletedAt: scope.now } });
  await record(scope, "field.delete", field);
  return field.label;
}

/**
 * Restores a deleted field with its values, as the last one of its record. Returns its label.
 * Throws `not_found`, `own_field_limit`, `own_label_taken`, `forbidden` for all but owners.
 */
export async function restoreOwnField(scope: Scope, id: string): Promise<string> {
  const field = await lockField(scope, id, true);
  const others = await readOwnFields(scope, field.entity);
  if (others.length >= MAX_OWN_FIELDS) throw new DomainError("own_field_limit", { max: MAX_OWN_FIELDS });
  const isTaken = others.some(({ label }) => label.toLowerCase() === field.label.toLowerCase());
  if (isTaken) throw new DomainError("own_label_taken");
  const { _max } = await scope.db.ownField.aggregate({ _max: { position: true } });
  await scope.db.ownField.updateMany({
    where: { id },
    data: { deletedAt: null, position: (_max.position ?? 0) + 1 },
  });
  await record(scope, "field.restore", field);
  return field.label;
}

/**
 * Queues the removal of a deleted field with all its values, which cannot be undone. Returns its label.
 * Throws `not_found` (also if the field is in use), `forbidden` for all but owners.
 */
export async function purgeOwnField(scope: Scope, id: string): Promise<string> {
  const field = await lockField(scope, id, true);
  await record(scope, "field.purge", field);
  await scope.enqueue("field.purge", { field_id: id });
  return field.label;
}

async function lockField(scope: Scope, id: string, isDeleted: boolean): Promise<OwnField> {
  requireOwner(scope);
  await lockOrganization(scope);
  const field = await readOwnField(scope, id);
  if (!field || field.isDeleted !== isDeleted) throw new DomainError("not_found");
  return field;
}

async function record(scope: Scope, action: AuditAction, { id, key, label, entity }: OwnField): Promise<void> {
  await recordAudit(scope, { action, entity: "own_field", entityId: id, data: { entity, key, label } });
}

/** Records per step of the removal, which is one transaction. */
const AT_ONCE = 2_000;

/**
 * Removes the values of a deleted field from the next records after `after`, and the field after the last ones. Returns
 * the last of these records, null for none left. Running it again has no further effect; a field that was restored or
 * removed is left alone.
 */
export async function removeOwnValues(scope: Scope, id: string, after: string | null): Promise<string | null> {
  requireStaff(scope);
  // Restoring the field waits, and then finds that it is gone.
  await lockOrganization(scope);
  const field = await readOwnField(scope, id);
  if (!field?.isDeleted) return null;
  const { table, record } = ownValueTable(field.entity);
  // In the order of the primary key, so that no step reads again what an earlier one has read.
  const records = await scope.db.$queryRaw<{ id: string; found: boolean }[]>(sql`
    select ${record} as id, content ? ${field.key}::text as found from ${table}
    where org_id = ${scope.orgId}::uuid and audience = ${field.audience}
      and ${record} > ${after ?? "00000000-0000-0000-0000-000000000000"}::uuid
    order by ${record} limit ${AT_ONCE}`);
  const ids = records.filter(({ found }) => found).map((row) => row.id);
  if (ids.length > 0)
    await scope.db.$executeRaw(sql`
      update ${table} set content = content - ${field.key}::text
      where org_id = ${scope.orgId}::uuid and ${record} = any(${ids}::uuid[])`);
  if (records.length === AT_ONCE) return records.at(-1)!.id;
  await scope.db.ownField.deleteMany({ where: { id } });
  return null;
}
