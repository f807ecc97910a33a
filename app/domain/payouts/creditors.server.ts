import { recordAudit } from "../audit/record-audit.server";
import type { CreditorInput } from "../documents/datev.schema";
import { creditorRange, isCreditorNumber } from "../documents/datev-settings";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { DomainError } from "../shared/errors";
import { differing } from "../shared/field-list";
import { recordId } from "../shared/fields";
import { lockOrganization } from "../shared/lock-organization.server";
import { readCursor, type Page } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { allOf, sql } from "../shared/sql";
import { readDatevSettings } from "./datev-settings.server";

/** How the tax adviser knows an affiliate (PAY-14). */
export interface Creditor {
  id: string;
  name: string;
  /** The account; null if it has none yet. */
  number: number | null;
  /** Name for the tax adviser; null for the name in documents. */
  otherName: string | null;
}

/** Affiliates with statements are creditors, and those who have a number already. */
const isCreditor = ({ orgId }: Scope) => sql`(a.creditor_number is not null or exists (
  select 1 from payout p where p.org_id = ${orgId}::uuid and p.affiliate_id = a.id and p.state <> 'draft'))`;

/** Returns a page of the creditors, by name. Throws `forbidden`. */
export async function listCreditors(scope: Scope, cursor: string | null = null): Promise<Page<Creditor>> {
  requireStaff(scope);
  const pageCursor = readCursor({ cursor }, "asc", (text) => /^[\w-]*$/.test(text));
  const { from, direction, take } = pageCursor;
  const [after, way] = direction === "asc" ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const key = from && Buffer.from(from.key, "base64url").toString();
  const conditions = allOf([
    sql`a.org_id = ${scope.orgId}::uuid`,
    isCreditor(scope),
    from && sql`(a.name_key, a.id) ${after} (${key}::text, ${from.id}::uuid)`,
  ]);
  const rows = await scope.db.$queryRaw<(Creditor & { key: string })[]>(sql`
    select a.id, a.name, a.creditor_number as number, a.creditor_name as "otherName", a.name_key as key
    from affiliate a where ${conditions} order by a.name_key ${way}, a.id ${way} limit ${take}`);
  const page = pageCursor.page(rows, (row) => Buffer.from(row.key).toString("base64url"));
  return { ...page, rows: page.rows.map(({ id, name, number, otherName }) => ({ id, name, number, otherName })) };
}

/** Returns the number of creditors without a number. Throws `forbidden`. */
export async function countUnnumbered(scope: Scope): Promise<number> {
  return (await unnumbered(scope)).length;
}

async function unnumbered(scope: Scope): Promise<string[]> {
  requireStaff(scope);
  const rows = await scope.db.$queryRaw<{ id: string }[]>(sql`
    select a.id from affiliate a
    where a.org_id = ${scope.orgId}::uuid and a.creditor_number is null and ${isCreditor(scope)}
    order by a.created_at, a.id`);
  return rows.map(({ id }) => id);
}

/** Reads an affiliate as a creditor; null if not found. `id` may be any value. Throws `forbidden`. */
export async function readCreditor(scope: Scope, id: unknown): Promise<Creditor | null> {
  requireStaff(scope);
  const { data } = recordId.safeParse(id);
  const row =
    data &&
    (await scope.db.affiliate.findFirst({
      where: { id: data },
      select: { id: true, name: true, creditorNumber: true, creditorName: true },
    }));
  return row ? { id: row.id, name: row.name, number: row.creditorNumber, otherName: row.creditorName } : null;
}

const valuesOf = ({ number, otherName }: Pick<Creditor, "number" | "otherName">) => ({
  creditor_number: number,
  creditor_name: otherName,
});

/** Returns the `version` of a form that is filled with this creditor. */
export const creditorVersion = (creditor: Creditor): string => fingerprint(valuesOf(creditor));

/**
 * Sets the number and name of a creditor. Throws `not_found`, `datev_settings_missing`, `datev_creditor_invalid` (not
 * one of a creditor), `datev_creditor_taken`, `changed_meanwhile`, `forbidden`.
 */
export async function setCreditor(scope: Scope, id: string, { number, name, version }: CreditorInput): Promise<void> {
  requireStaff(scope);
  // Numbers are unique in the organization, so two concurrent changes follow each other.
  await lockOrganization(scope);
  const before = await readCreditor(scope, id);
  if (!before) throw new DomainError("not_found");
  const wanted = { number, otherName: name };
  rejectConflicts(version, valuesOf(before), valuesOf(wanted));
  if (number !== null && number !== before.number) await checkNumber(scope, number);
  const fields = differing(valuesOf(before), valuesOf(wanted));
  if (fields.length === 0) return;
  await scope.db.affiliate.updateMany({ where: { id }, data: { creditorNumber: number, creditorName: name } });
  await recordAudit(scope, {
    action: "datev.set_creditor",
    entity: "affiliate",
    entityId: id,
    data: { creditor_number: number, fields: fields.join(", ") },
  });
}

async function checkNumber(scope: Scope, number: number): Promise<void> {
  const { accountLength } = await settingsOf(scope);
  if (!isCreditorNumber(number, accountLength)) {
    const { first, last } = creditorRange(accountLength);
    // As text, because a number would be shown with separators.
    throw new DomainError("datev_creditor_invalid", { first: String(first), last: String(last) }, "creditor_number");
  }
  const other = await scope.db.affiliate.findFirst({ where: { creditorNumber: number }, select: { name: true } });
  if (other) throw new DomainError("datev_creditor_taken", { name: other.name }, "creditor_number");
}

async function settingsOf(scope: Scope) {
  const settings = await readDatevSettings(scope);
  if (!settings) throw new DomainError("datev_settings_missing");
  return settings;
}

/**
 * Gives each creditor without a number the next free one, from 70001 on for accounts of four digits, in the order in
 * which the affiliates were added. Returns how many got one. Throws `datev_settings_missing`, `datev_numbers_used_up`,
 * `forbidden`.
 */
export async function numberCreditors(scope: Scope): Promise<number> {
  requireStaff(scope);
  await lockOrganization(scope);
  const { first, last } = creditorRange((await settingsOf(scope)).accountLength);
  const ids = await unnumbered(scope);
  if (ids.length === 0) return 0;
  const taken = await scope.db.affiliate.findMany({
    where: { creditorNumber: { not: null } },
    select: { creditorNumber: true },
  });
  const used = new Set(taken.map(({ creditorNumber }) => creditorNumber));
  let number = first;
  for (const id of ids) {
    do number++;
    while (used.has(number));
    if (number > last) throw new DomainError("datev_numbers_used_up");
    await scope.db.affiliate.updateMany({ where: { id }, data: { creditorNumber: number } });
  }
  await recordAudit(scope, {
    action: "datev.number_creditors",
    entity: "organization",
    entityId: scope.orgId,
    data: { count: ids.length },
  });
  return ids.length;
}
