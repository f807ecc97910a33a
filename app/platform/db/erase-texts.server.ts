import pg from "pg";
import { archivedTables } from "~/domain/archive/tables";
import type { Pattern } from "./erased-patterns";

/** Rows per transaction. */
export const BATCH = 1_000;

/** A column with texts that people wrote or that quote them. */
export interface TextColumn {
  table: string;
  /** What tells its rows apart within the organisation. */
  key: readonly string[];
  column: string;
  /** Of the database. */
  type: string;
  /** Whether it holds JSON, as such or as text. */
  isJson: boolean;
  /** Which rows are about leads (app/domain/archive/tables.ts). */
  ofLeads: string;
}

/** Where texts stand, with their types from the catalogue. */
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

/** What is replaced in a column. */
export interface Replacement {
  pattern: Pattern;
  nobody: string;
  /** Only in the rows about these leads; null: in all rows of the organisation. */
  leadIds: readonly string[] | null;
}

/**
 * Replaces what a pattern finds in a column. Safe to repeat, so a name that is part of what would stand in its place
 * stays: "Person".
 * Returns the number of rows.
 */
export async function replaceTexts(
  owner: pg.Pool,
  orgId: string,
  { column, type, ofLeads, ...table }: TextColumn,
  { pattern: { text, ignoresCase }, nobody, leadIds }: Replacement,
): Promise<number> {
  const inPlace = await owner.query<{ found: boolean }>(
    `select $1::text ${ignoresCase ? "~*" : "~"} $2::text as found`,
    [nobody, text],
  );
  if (inPlace.rows[0]!.found) return 0;
  const value = pg.escapeIdentifier(column);
  const matches = `${ignoresCase ? "~*" : "~"} $3`;
  // Of a list each text by itself: a name that has a comma is not two of them.
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
    // A backslash would stand for what was found.
    nobody.replaceAll("\\", ""),
    ignoresCase ? "gi" : "g",
  ]);
}

/**
 * Changes the rows of an organisation that a condition finds, in short transactions, until there are none; so the
 * change has to end the condition. Returns their number. `values`: the first is the organisation.
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
