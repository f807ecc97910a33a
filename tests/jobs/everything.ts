import type { TestDatabase } from "../support/database";

/** How often Stripe was asked, and when: the answer is what counts. */
const ASKING = ["asked", "answered", "asked_at", "checked_at"].map((name) => `subscription_${name}`);

/** Every row of every table and every job that waits, whatever they are. */
export async function everything(db: TestDatabase): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await db.ownerPool.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
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
