import type { Page } from "../shared/page";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { ArchivedTable } from "./tables";

/**
 * How a row stands in a file. `cells`: one JSON array of texts and nulls. `object`: one JSON object, with amounts in
 * minor units, days as 'YYYY-MM-DD' and moments in UTC.
 */
export type RowForm = "cells" | "object";

/**
 * A page of a table's rows for the archive, in the order of its key. Postgres writes them, so that no amount passes
 * through a float and no object is made of a row. The names are constants of `tables.ts`. Throws `forbidden`.
 */
export async function readTable(
  scope: Scope,
  { table, columns, key, atOnce }: ArchivedTable,
  form: RowForm,
  cursor: string | null,
): Promise<Page<string>> {
  // An affiliate is shown their own rows alone, by the database.
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

/** A statement whose parameters stand as $1, $2 … in its text, in their order. */
function statement(text: string, values: string[]) {
  return { strings: text.split(/\$\d+/), values };
}
