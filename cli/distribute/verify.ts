import type pg from "pg";

/** Row counts by table. */
export type RowCounts = Map<string, number>;

/** Counts the rows of tables. */
export async function countRows(client: pg.ClientBase, names: string[]): Promise<RowCounts> {
  const counts: RowCounts = new Map();
  for (const name of names) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::float8 as count from ${client.escapeIdentifier(name)}`,
    );
    counts.set(name, rows[0]!.count);
  }
  return counts;
}

/** Compares row counts. Returns one line per table that differs. */
export function differences(before: RowCounts, after: RowCounts): string[] {
  return [...before]
    .filter(([name, count]) => after.get(name) !== count)
    .map(([name, count]) => `${name} has ${after.get(name) ?? 0} rows instead of ${count}`);
}

/** Counts the rows of the aggregate table that differ from a recalculation. */
export async function countWrongSums(client: pg.ClientBase): Promise<number> {
  const { rows: sources } = await client.query<{ sql: string }>(
    `select format(source, format('public.%I', relname)) as sql
     from (select relname, app.aggregate_source(relname::text) as source
           from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1) s
     where source is not null`,
  );
  const counted = sources.map(({ sql }) => sql).join(" union all ");
  const { rows } = await client.query<{ count: number }>(
    `with counted as (${counted}),
     line as (
       select org_id, affiliate_id, kind, state, day, currency, 1::bigint as count, amount
       from counted where affiliate_id is not null and app.is_of_affiliate(kind)
       union all
       select org_id, null, kind, state, day, currency, 1, amount from counted
       union all
       select org_id, affiliate_id, kind, state, day, currency, -count, -amount from public.aggregate
     )
     select count(*)::float8 as count from (
       select 1 from line group by org_id, affiliate_id, kind, state, day, currency
       having sum(count) <> 0 or sum(amount) <> 0) wrong`,
  );
  return rows[0]!.count;
}

/**
 * Returns one line per table of which the runtime role sees rows without an organization, or the wrong rows with one.
 */
export async function readLeaks(owner: pg.ClientBase, runtime: pg.ClientBase, names: string[]): Promise<string[]> {
  const found: string[] = [];
  const { rows: orgs } = await owner.query<{ id: string }>(
    "select org_id as id from organization order by created_at, org_id limit 1",
  );
  const { rows: readable } = await runtime.query<{ name: string }>(
    "select name from unnest($1::text[]) name where has_table_privilege(quote_ident(name), 'select')",
    [names],
  );
  for (const { name } of readable) {
    const count = async (client: pg.ClientBase, where = "") => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::float8 as count from ${client.escapeIdentifier(name)} ${where}`,
      );
      return rows[0]!.count;
    };
    const open = await count(runtime);
    if (open > 0) found.push(`${name} shows ${open} rows without an organization`);
    for (const { id } of orgs) {
      const own = await count(owner, `where org_id = '${id}'`);
      await runtime.query("begin");
      await runtime.query(`set local app.org_id = '${id}'`);
      const seen = await count(runtime);
      await runtime.query("rollback");
      if (seen !== own) found.push(`${name} shows ${seen} rows of the organization ${id} instead of ${own}`);
    }
  }
  return found;
}
