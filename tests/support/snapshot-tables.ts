import type pg from "pg";

/**
 * Reads all rows of all tables, including the job queue, as text. Leaves out the rate limit counters, which rejected
 * requests change.
 */
export async function snapshotTables(pool: pg.Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') and c.relname not in ('rate_limit', 'worker_process')`,
  );
  const { rows } = await pool.query<{ name: string; rows: string[] }>(
    tables
      .map(({ name }) => `select '${name}' as name, array(select t::text as row from ${name} t order by 1) as rows`)
      .join(" union all "),
  );
  return Object.fromEntries(rows.map((table) => [table.name, table.rows]));
}
