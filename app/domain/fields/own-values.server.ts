import { z } from "zod";
import { isDay } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { boundedText } from "../shared/fields";
import { insertRows, type InsertedColumn } from "../shared/insert-rows.server";
import type { Scope } from "../shared/scope";
import { joined, sql, Sql } from "../shared/sql";
import { audiences, ownName, type Audience, type OwnEntity, type OwnField, type OwnKind } from "./own-field";
import { fits, isSameOwn, MAX_OWN_TEXT, type OwnData, type OwnValue, type OwnValues } from "./own-value";
import { readOwnFields } from "./read-own-fields.server";

// Values are stored in one row per record and audience: the rows for staff are those that no affiliate's transaction
// can read (docs/decisions/0091).

const storedValue = z.union([
  boundedText(MAX_OWN_TEXT * 2),
  z.boolean(),
  z.object({ number: boundedText(30) }),
  z.object({ amount: z.int(), currency: boundedText(10) }),
  z.object({ day: boundedText(10).refine(isDay) }),
  z.object({ option: boundedText(30) }),
]);

/** The tables of values, with the column of their record. */
const tables = {
  lead: { table: "lead_own_value", record: "lead_id" },
  deal: { table: "deal_own_value", record: "deal_id" },
} as const satisfies Record<OwnEntity, object>;

const name = (text: string) => new Sql([text], []);

/** Returns the table of the values of leads or deals, and its column of the record, for queries. */
export const ownValueTable = (entity: OwnEntity): { table: Sql; record: Sql } => ({
  table: name(tables[entity].table),
  record: name(tables[entity].record),
});

/** Reads the values of records, of all fields that the scope may see. Records without values are missing. */
export async function readOwnValues(
  scope: Scope,
  entity: OwnEntity,
  ids: readonly string[],
): Promise<Map<string, OwnValues>> {
  const values = new Map<string, OwnValues>();
  if (ids.length === 0) return values;
  const { table, record } = ownValueTable(entity);
  const rows = await scope.db.$queryRaw<{ id: string; content: Record<string, unknown> }[]>(sql`
    select ${record} as id, content from ${table}
    where org_id = ${scope.orgId}::uuid and ${record} = any(${[...ids]}::uuid[])`);
  for (const { id, content } of rows) {
    const read = Object.entries(content).flatMap(([key, stored]) => {
      const { data } = storedValue.safeParse(stored);
      return data === undefined ? [] : [[key, data as OwnValue] as const];
    });
    values.set(id, { ...values.get(id), ...Object.fromEntries(read) });
  }
  return values;
}

/** Own fields with the values of records. */
export interface OwnOfRecords {
  fields: OwnField[];
  /** Returns the values of a record, null for missing ones, without those of deleted fields. */
  of: (id: string) => OwnValues;
}

/** Reads the fields of leads or deals with the values of records. */
export async function readOwnOfRecords(scope: Scope, entity: OwnEntity, ids: readonly string[]): Promise<OwnOfRecords> {
  const fields = await readOwnFields(scope, entity);
  return readOwnOf(scope, fields, entity, ids);
}

/** Reads the values of records, of these fields only. */
export async function readOwnOf(
  scope: Scope,
  fields: OwnField[],
  entity: OwnEntity,
  ids: readonly string[],
): Promise<OwnOfRecords> {
  const values = await readOwnValues(scope, entity, fields.length > 0 ? ids : []);
  return {
    fields,
    of: (id) => Object.fromEntries(fields.map(({ key }) => [key, values.get(id)?.[key] ?? null])),
  };
}

/** Reads the fields of leads or deals with the values of a record; the values of new records are empty. */
export async function readOwnData(scope: Scope, entity: OwnEntity, id: string | null): Promise<OwnData> {
  const { fields, of } = await readOwnOfRecords(scope, entity, id === null ? [] : [id]);
  return { fields, values: id === null ? {} : of(id) };
}

/** A new record with its values. Undefined leaves out all fields, which is rejected if one is required. */
export interface NewOwnValues {
  id: string;
  affiliateId: string | null;
  own?: OwnValues | undefined;
}

/**
 * Checks the values of new records, before they are inserted. Throws `own_field_gone` and `own_required`, at the field.
 */
export function checkNewOwnValues(fields: readonly OwnField[], own: OwnValues | undefined): void {
  checkOwnValues(fields, own ?? {});
  const missing = fields.find(({ key, isRequired }) => isRequired && (own?.[key] ?? null) === null);
  if (missing) throw new DomainError("own_required", {}, ownName(missing.key));
}

/** Rejects values of fields that were deleted or changed since the form was shown. */
export function checkOwnValues(fields: readonly OwnField[], own: OwnValues): void {
  for (const [key, value] of Object.entries(own)) {
    const field = fields.find((one) => one.key === key);
    // A deleted field without a value loses nothing.
    if (field ? value !== null && !fits(field, value) : value !== null)
      throw new DomainError("own_field_gone", {}, ownName(key));
  }
}

type NewRow = { id: string; audience: Audience; affiliateId: string | null; content: Record<string, OwnValue> };

/** Inserts the values of new records. The caller has checked them. */
export async function insertOwnValues(
  scope: Scope,
  entity: OwnEntity,
  fields: readonly OwnField[],
  records: readonly NewOwnValues[],
): Promise<void> {
  const rows = records.flatMap(({ id, affiliateId, own = {} }) =>
    audiences.flatMap((audience): NewRow[] => {
      const content = contentOf(fields, audience, own);
      if (Object.keys(content).length === 0) return [];
      return [{ id, audience, affiliateId: audience === "affiliate" ? affiliateId : null, content }];
    }),
  );
  const { table, record } = tables[entity];
  const columns: Record<string, InsertedColumn<NewRow>> = {
    org_id: { type: "uuid", all: scope.orgId },
    [record]: { type: "uuid", of: ({ id }) => id },
    audience: { type: "text", of: ({ audience }) => audience },
    affiliate_id: { type: "uuid", of: (row) => row.affiliateId },
    content: { type: "jsonb", of: ({ content }) => JSON.stringify(content) },
  };
  await insertRows(scope, table, columns, rows);
}

function contentOf(fields: readonly OwnField[], audience: Audience, own: OwnValues): Record<string, OwnValue> {
  const kept = fields.filter((field) => field.audience === audience);
  return Object.fromEntries(
    kept.flatMap(({ key }) => {
      const value = own[key] ?? null;
      return value === null ? [] : [[key, value] as const];
    }),
  );
}

/** Returns the keys of the fields whose values differ from the stored ones. */
export const changedOwn = ({ fields, values }: OwnData, own: OwnValues): string[] =>
  fields.filter(({ key }) => key in own && !isSameOwn(values[key] ?? null, own[key] ?? null)).map(({ key }) => key);

/** Returns the labels of fields for the audit log, which has no values, because it outlives erased personal data. */
export const labelsOf = (fields: readonly OwnField[], keys: readonly string[]): string =>
  fields.flatMap(({ key, label }) => (keys.includes(key) ? [label] : [])).join(", ");

/**
 * Changes values of a record that is locked. Values of other fields stay, also those of deleted ones.
 *
 * @param affiliateId the affiliate of the record.
 */
export async function changeOwnValues(
  scope: Scope,
  entity: OwnEntity,
  record: { id: string; affiliateId: string | null },
  { fields, own }: { fields: readonly OwnField[]; own: OwnValues },
): Promise<void> {
  const { table, record: column } = ownValueTable(entity);
  for (const audience of audiences) {
    const changed = fields.filter((field) => field.audience === audience && field.key in own);
    if (changed.length === 0) continue;
    const content = JSON.stringify(contentOf(changed, audience, own));
    const emptied = changed.filter(({ key }) => (own[key] ?? null) === null).map(({ key }) => key);
    const affiliateId = audience === "affiliate" ? record.affiliateId : null;
    await scope.db.$executeRaw(sql`
      insert into ${table} as v (org_id, ${column}, audience, affiliate_id, content)
      values (${scope.orgId}::uuid, ${record.id}::uuid, ${audience}::text, ${affiliateId}::uuid, ${content}::jsonb)
      on conflict (org_id, ${column}, audience)
      do update set content = (v.content || excluded.content) - ${emptied}::text[]`);
    await scope.db.$executeRaw(sql`
      delete from ${table}
      where org_id = ${scope.orgId}::uuid and ${column} = ${record.id}::uuid and content = '{}'`);
  }
}

/**
 * Returns the keys of fields that may describe a person: free entries, such as a name, a customer number or a birthday.
 * Choices, answers and amounts come from few values and stay, as deals and amounts do. Deleted fields count too.
 */
export async function personalOwnKeys(scope: Scope): Promise<string[]> {
  const where = { kind: { in: ["text", "number", "day"] satisfies OwnKind[] } };
  return (await scope.db.ownField.findMany({ where, select: { key: true } })).map(({ key }) => key);
}

/** Removes the values of these fields from leads and their deals, when the contact of the leads is erased. */
export async function emptyOwnValues(scope: Scope, leadIds: readonly string[], keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const ofLeads = sql`lead_id = any(${[...leadIds]}::uuid[])`;
  const ofDeals = sql`deal_id in (select id from deal where org_id = ${scope.orgId}::uuid and ${ofLeads})`;
  for (const [entity, records] of [
    ["lead", ofLeads],
    ["deal", ofDeals],
  ] as const) {
    const places = joined([sql`org_id = ${scope.orgId}::uuid`, records], sql` and `);
    await scope.db.$executeRaw(sql`
      update ${ownValueTable(entity).table} set content = content - ${[...keys]}::text[] where ${places}`);
  }
}
