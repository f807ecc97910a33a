import type { Scope } from "~/domain/shared/scope";

/**
 * Returns the rows that a callback reads, by table: rows of sequential scans and rows found by indexes. Postgres counts
 * them per transaction, so the result is the cost of a query, independent of other work on the machine.
 */
export async function rowsRead(scope: Scope, use: (scope: Scope) => Promise<unknown>) {
  const before = await readSoFar(scope);
  await use(scope);
  const after = await readSoFar(scope);
  return Object.fromEntries([...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]));
}

async function readSoFar(scope: Scope): Promise<Map<string, number>> {
  const rows = await scope.db.$queryRaw<{ table: string; rows: bigint }[]>`
    select relname as "table", coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows
    from pg_stat_xact_user_tables where schemaname = 'public'`;
  return new Map(rows.map(({ table, rows }) => [table, Number(rows)]));
}
