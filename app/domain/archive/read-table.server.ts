import type { Page } from "../shared/page";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { ArchivedTable } from "./archived-table";

/**
 * Format of a row. `cells`: a JSON array of strings and nulls. `object`: a JSON object with amounts in minor units,
 * dates as 'YYYY-MM-DD' and times in UTC.
 */
export type RowForm = "cells" | "object";

/**
 * Reads a page of a table's rows for the data archive, in key order. Postgres writes the JSON, so no amount passes
 * through a float and no row becomes an object. Names are constants of `tables.ts`.
 * Throws `forbidden`.
 */
export async function readTable(
  scope: Scope,
  { table, columns, key, atOnce }: ArchivedTable,
  form: RowForm,
  cursor: string | null,
): Promise<Page<string>> {
  // Row-level security limits an affiliate to their own rows.
  if (scope.actor.kind !== "affiliate") requireOwner(scope);
  const keys = Object.entries(key);
  const names = keys.map(([name]) => name).join(", ");
  const after = keys.map(([, type], at) => `$${at + 2}::${type}`).join(", ");
  const rows = await scope.db.$queryRaw<{ line: string; place: string }[]>(
    statement(
      `select ${lineOf(columns, form)}::text as line, json_build_array(${names})::text as place from ${table}
       where org_id = $1::uuid${cursor === null ? "" : ` and (${names}) > (${after})`}
       order by ${names} limit ${atOnce + 1}`,
      [scope.orgId, ...(cursor === null ? [] : (JSON.parse(cursor) as string[]))],
    ),
  );
  const hasMore = rows.length > atOnce;
  const shown = hasMore ? rows.slice(0, atOnce) : rows;
  return { rows: shown.map(({ line }) => line), next: hasMore ? shown.at(-1)!.place : null, previous: null };
}

const lineOf = (columns: readonly string[], form: RowForm): string =>
  form === "object"
    ? `json_build_object(${columns.map((name) => `'${name}', ${name}`).join(", ")})`
    : `json_build_array(${columns.map((name) => `to_json(${name}) #>> '{}'`).join(", ")})`;

/** Builds a query whose parameters $1, $2 … appear in the text in ascending order. */
function statement(text: string, values: string[]) {
  return { strings: text.split(/\$\d+/), values };
}
