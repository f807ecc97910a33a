import type { TestDatabase } from "../support/database";

/** Columns with the times of Stripe queries, which differ between runs. */
const ASKING = ["asked", "answered", "asked_at", "checked_at"].map((name) => `subscription_${name}`);

/** Returns every row of every table, and every queued job. */
export async function everything(db: TestDatabase): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await db.ownerPool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const state: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await db.ownerPool.query(
      `select (to_jsonb(t) - $1::text[])::text as row from public.${name} t order by 1`,
      [ASKING],
    );
    state[name] = rows;
  }
  state["jobs"] = (await db.jobs()).map(({ task, payload, key }) => ({ task, payload, key }));
  return state;
}
