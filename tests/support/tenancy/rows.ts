import { randomUUID } from "node:crypto";
import type pg from "pg";
import { tenantTables, type Column, type Table } from "./catalog";

export type Row = Record<string, unknown>;

/** An organization for the tests, and two of its affiliates. */
export interface Tenant {
  orgId: string;
  affiliateIds: [string, string];
  /** Its rows by table. */
  rows: Map<string, Row[]>;
}

/**
 * Reads all rows of an organization. For an empty table it creates a row per affiliate from the system catalog, so that
 * tables without a factory are tested too. `client` belongs to the owner role.
 */
export async function readTenant(
  client: pg.ClientBase,
  tables: Table[],
  tenant: Omit<Tenant, "rows">,
): Promise<Tenant> {
  const rows = new Map<string, Row[]>();
  for (const table of tenantTables(tables)) {
    const read = async () => {
      const result = await client.query<{ row: Row }>(
        `select to_jsonb(t) as row from ${quote(table.name)} t where org_id = $1`,
        [tenant.orgId],
      );
      return result.rows.map(({ row }) => row);
    };
    const found = await read();
    if (found.length === 0) {
      for (const affiliateId of tenant.affiliateIds) await makeRow(client, table, tenant.orgId, affiliateId);
    }
    rows.set(table.name, found.length > 0 ? found : await read());
  }
  return { ...tenant, rows };
}

async function makeRow(client: pg.ClientBase, table: Table, orgId: string, affiliateId: string): Promise<void> {
  const row: Row = { org_id: orgId };
  for (const { columns, target, targetColumns } of table.foreignKeys) {
    if (target === "organization") continue;
    const { rows } = await client.query<{ row: Row }>(
      `select to_jsonb(t) as row from ${target} t
       where coalesce(to_jsonb(t) ->> 'org_id', $1) = $1 and ($2 <> 'affiliate' or to_jsonb(t) ->> 'id' = $3) limit 1`,
      [orgId, target, affiliateId],
    );
    columns.forEach((column, index) => (row[column] = rows[0]?.row[targetColumns[index]!]));
  }
  for (const column of table.columns) {
    if (column.required && !column.hasDefault && row[column.name] === undefined) {
      // Rows of the same parent differ by a number.
      const isNumbered = column.type === "integer" && table.primaryKey.includes(column.name);
      row[column.name] = isNumbered ? freshValue(column.type) : valueFor(column, table.checks);
    }
  }
  const columns = Object.keys(row).map(quote).join(", ");
  await client.query(
    `insert into ${quote(table.name)} (${columns}) select ${columns} from jsonb_populate_record(null::${quote(table.name)}, $1)`,
    [row],
  );
}

/** Returns a value by type; for a list of allowed words the first one. */
function valueFor({ name, type }: Column, checks: string[]): unknown {
  const word = wordOf(name, checks);
  if (word) return word;
  if (type === "uuid") return randomUUID();
  if (type === "boolean") return false;
  if (type === "jsonb" || type === "json") return {};
  if (/^(integer|bigint|smallint|numeric|double precision|real)/.test(type)) return 1;
  if (type === "date" || type.startsWith("timestamp")) return "2026-01-01";
  if (type.endsWith("[]")) return [];
  return `made up ${randomUUID()}`;
}

/** Returns the first of the words that a check allows for a column. */
function wordOf(name: string, checks: readonly string[]): string | undefined {
  const words = new RegExp(`\\(${name} = ANY \\(ARRAY\\['([^']+)'`);
  return checks.map((check) => words.exec(check)?.[1]).find(Boolean);
}

/** Returns the columns of keys that a copy can have values of its own for: neither links nor one of a few words. */
function freshKeys(table: Table, keys: readonly string[]): string[] {
  const linked = table.foreignKeys.flatMap(({ columns }) => columns);
  return keys.filter((name) => !linked.includes(name) && !wordOf(name, table.checks));
}

/** Returns whether a copy of a row has a primary key of its own. */
export const hasFreshKey = (table: Table): boolean => freshKeys(table, table.primaryKey).length > 0;

/** Copies a row with new keys, except for those that link to other rows. */
export function freshCopy(table: Table, row: Row, changes: Row = {}): Row {
  const keys = freshKeys(table, [...table.primaryKey, ...table.unique.flat()]);
  const fresh = table.columns
    .filter(({ name }) => name !== "org_id" && keys.includes(name) && row[name] !== null)
    .map(({ name, type }) => [name, freshValue(type)]);
  return { ...row, ...Object.fromEntries(fresh), ...changes };
}

let fresh = 100_000;

/** Returns a value that no row has yet. */
function freshValue(type: string): unknown {
  const number = fresh++;
  if (type === "integer" || type === "bigint") return number;
  if (type === "date") return new Date(number * 24 * 3600 * 1000).toISOString().slice(0, 10);
  return randomUUID();
}

export const quote = (identifier: string): string => `"${identifier}"`;
