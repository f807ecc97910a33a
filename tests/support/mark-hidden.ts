import pg from "pg";
import { inject } from "vitest";
import { tablesOfOrganization } from "~/domain/archive/tables";
import type { Scope } from "~/domain/shared/scope";
import type { TestDatabase } from "./database";
import { withDatabase } from "./database-url";

/** Part of every marked text. */
export const HIDDEN = "Hidden canary";

/**
 * Marks the texts of all rows of organizations that a scope cannot read, whatever they mean, and returns the marked
 * columns. Triggers do not run, and what a constraint refuses stays as it is.
 */
export async function markHidden(
  { ownerUrl }: TestDatabase,
  inScope: <T>(use: (scope: Scope) => Promise<T>) => Promise<T>,
): Promise<string[]> {
  const name = new URL(ownerUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: withDatabase(inject("server").adminUrl, name) });
  await admin.connect();
  const marked: string[] = [];
  try {
    await admin.query("set session_replication_role = replica");
    for (const { table } of tablesOfOrganization) {
      const { rows: columns } = await admin.query<{ name: string; type: string }>(
        `select column_name::text as name, data_type as type from information_schema.columns
         where table_schema = 'public' and table_name = $1 and data_type in ('text', 'jsonb') and is_generated = 'NEVER'`,
        [table],
      );
      for (const { name: column, type } of columns) {
        // A change moves a row, so the places are read for each column.
        const seen = await inScope((scope) =>
          scope.db.$queryRawUnsafe<{ place: string }[]>(`select ctid::text as place from ${table}`),
        ).catch(() => []);
        const value =
          type === "jsonb"
            ? `regexp_replace(${column}::text, '"([,}])', ' ${HIDDEN}"\\1', 'g')::jsonb`
            : `${column} || ' ${HIDDEN} ${table}.${column}'`;
        const places = seen.map(({ place }) => place);
        const { rowCount } = await admin
          .query(`update ${table} set ${column} = ${value} where ${column} is not null and ctid::text <> all($1)`, [
            places,
          ])
          .catch(() => ({ rowCount: 0 }));
        if (rowCount) marked.push(`${table}.${column}`);
      }
    }
  } finally {
    await admin.end();
  }
  return marked;
}
