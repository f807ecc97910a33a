import pg from "pg";
import { archivedTables } from "~/domain/archive/tables";
import type { Pattern } from "./erased-patterns";

/** Rows per transaction. */
export const BATCH = 1_000;

/** A column with texts that people wrote, or that quote people. */
export interface TextColumn {
  table: string;
  /** Key columns of the table beside the organization. */
  key: readonly string[];
  column: string;
  /** Postgres type. */
  type: string;
  /** Whether the column contains JSON, either as jsonb or as text. */
  isJson: boolean;
  /** SQL condition for rows about leads (app/domain/archive/tables.ts). */
  ofLeads: string;
}

/** Returns all columns with texts. Their types come from the system catalog. */
export async function textColumns(owner: pg.Pool): Promise<TextColumn[]> {
  const { rows } = await owner.query<Pick<TextColumn, "table" | "column" | "type">>(
    `select c.relname::text as table, a.attname::text as column, a.atttypid::regtype::text as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace`,
  );
  return rows.flatMap((one) => {
    const decided = archivedTables.find(({ table }) => table === one.table);
    if (!decided?.ofLeads || !decided.written.includes(one.column)) return [];
    const isJson = one.type === "jsonb" || one.column === "body";
    return { ...one, key: Object.keys(decided.key), isJson, ofLeads: decided.ofLeads };
  });
}

/** A replacement in one column. */
export interface Replacement {
  pattern: Pattern;
  nobody: string;
  /** Limits the replacement to rows about these leads; null for all rows of the organization. */
  leadIds: readonly string[] | null;
}

/**
 * Replaces the matches of a pattern in a column. Returns the number of changed rows. Idempotent: a name that matches
 * the replacement itself, such as "Person", is left unchanged.
 */
export async function replaceTexts(
  owner: pg.Pool,
  orgId: string,
  { column, type, isJson, ofLeads, ...table }: TextColumn,
  { pattern: { text, ignoresCase }, nobody, leadIds }: Replacement,
): Promise<number> {
  const inPlace = await owner.query<{ found: boolean }>(
    `select $1::text ${ignoresCase ? "~*" : "~"} $2::text as found`,
    [nobody, text],
  );
  if (inPlace.rows[0]!.found) return 0;
  const value = pg.escapeIdentifier(column);
  const matches = `${ignoresCase ? "~*" : "~"} $3`;
  // Replaces each text of a list separately, so that a name with a comma is not split.
  const [found, replaced] =
    type === "text[]"
      ? [
          `exists (select from unnest(${value}) one where one ${matches})`,
          `array(select regexp_replace(one, $3, $4, $5) from unnest(${value}) with ordinality list (one, place) order by place)`,
        ]
      : [`${value}::text ${matches}`, `regexp_replace(${value}::text, $3, $4, $5)::${type}`];
  const whose = leadIds ? ofLeads : "$2::uuid[] is null";
  return updateBatches(owner, table, { set: `${value} = ${replaced}`, where: `${whose} and ${found}` }, [
    orgId,
    leadIds,
    text,
    // A single backslash would refer to the match.
    (isJson ? JSON.stringify(nobody).slice(1, -1) : nobody).replaceAll("\\", "\\\\"),
    ignoresCase ? "gi" : "g",
  ]);
}

/**
 * Updates the matching rows of an organization in short transactions until none match, so the update must make the
 * condition false. Returns the number of changed rows. `values[0]` must be the organization id.
 */
export async function updateBatches(
  owner: pg.Pool,
  { table, key }: Pick<TextColumn, "table" | "key">,
  { set, where }: { set: string; where: string },
  values: unknown[],
): Promise<number> {
  const name = `public.${pg.escapeIdentifier(table)}`;
  const keys = key.join(", ");
  let total = 0;
  let rows: number;
  do {
    const { rowCount } = await owner.query(
      `update ${name} set ${set}
       where org_id = $1 and (${keys}) in (
         select ${keys} from ${name} where org_id = $1 and ${where} limit ${BATCH})`,
      values,
    );
    rows = rowCount ?? 0;
    total += rows;
  } while (rows === BATCH);
  return total;
}
