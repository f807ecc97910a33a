import pg from "pg";
import { retentionStep } from "~/domain/subscriptions/retention";
import { byForeignKeys } from "./foreign-keys";
import { lockFacts } from "./retention.server";

/** Rows per transaction: little is locked, and what was done is kept when the process dies. */
const BATCH = 2_000;

/** What is told after each batch; what it throws ends the work, which can be resumed. */
type Progress = (table: string, rows: number) => void;

/**
 * Deletes everything of an organisation whose time is over, and leaves a tombstone. Once begun it is carried on, by
 * whoever calls this next: the tombstone says so. People who belong to no other organisation go with it.
 *
 * @param owner the owner's pool, because all tables are concerned
 * @returns false when the time is not over (any more), or there is no such organisation
 */
export async function deleteOrganization(
  owner: pg.Pool,
  orgId: string,
  now: Date,
  progress: Progress = () => {},
): Promise<boolean> {
  if (!(await begin(owner, orgId, now))) return false;
  // Children first. Then once more, for what jobs that were running have written meanwhile.
  for (let round = 0; round < 3; round++) {
    let deleted = 0;
    for (const table of await tablesOf(owner)) {
      let rows = 0;
      do {
        rows = await deleteBatch(owner, table, orgId);
        deleted += rows;
        if (rows > 0) progress(table.name, rows);
      } while (rows === BATCH);
    }
    if (deleted === 0) break;
  }
  // Those that are running end by themselves: their organisation is gone (jobs/refusals.ts).
  await owner.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker._private_jobs where payload ->> 'org_id' = $1))`,
    [orgId],
  );
  await owner.query("update public.deleted_organization set deleted_at = $2 where id = $1 and deleted_at is null", [
    orgId,
    now,
  ]);
  return true;
}

/** From here on there is no way back: the tombstone stands, whatever is subscribed afterwards. */
async function begin(owner: pg.Pool, orgId: string, now: Date): Promise<boolean> {
  return inOwnerTransaction(owner, async (client) => {
    const { rows } = await client.query<{ done: boolean }>(
      "select deleted_at is not null as done from public.deleted_organization where id = $1 for update",
      [orgId],
    );
    if (rows[0]) return !rows[0].done;
    const locked = await lockFacts(client, orgId);
    if (!locked || retentionStep(locked.facts, locked.warnings, now).step !== "delete") return false;
    await client.query(
      `insert into public.deleted_organization (id, reason, begun_at) values ($1, 'retention', $2)
       on conflict (id) do nothing`,
      [orgId, now],
    );
    // Nothing may be paid for what is gone. A checkout that was begun just before has its page by then.
    await client.query(
      `select graphile_worker.add_job('stripe.end', json_build_object('customer_id', customer_id),
         run_at => now() + interval '10 minutes')
       from public.stripe_customer where org_id = $1 and deleted_at is null`,
      [orgId],
    );
    return true;
  });
}

interface Table {
  name: string;
  references: string[];
  /** Columns that name an organisation. */
  named: string[];
  key: string[];
}

/**
 * Every table with a column that names an organisation, in an order in which nothing points to what is deleted before
 * it. From the catalogue, so that a table of tomorrow is not forgotten.
 */
async function tablesOf(owner: pg.Pool): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `select c.relname as name,
       array(select distinct t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
             where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
             and (a.attname = 'org_id' or a.attname like '%\\_org\\_id')) as named,
       array(select a.attname::text from pg_constraint k
             join unnest(k.conkey) with ordinality as part (number, place) on true
             join pg_attribute a on a.attrelid = c.oid and a.attnum = part.number
             where k.conrelid = c.oid and k.contype = 'p' order by part.place) as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  return byForeignKeys(rows)
    .toReversed()
    .filter(({ named }) => named.length > 0);
}

/** Deletes some rows and counts them in the tombstone, in one transaction. */
async function deleteBatch(owner: pg.Pool, table: Table, orgId: string): Promise<number> {
  const name = `public.${pg.escapeIdentifier(table.name)}`;
  const ours = table.named.map((column) => `${pg.escapeIdentifier(column)} = $1`).join(" or ");
  const key = table.key.map((column) => pg.escapeIdentifier(column)).join(", ");
  return inOwnerTransaction(owner, async (client) => {
    // Two that delete the same organisation take turns.
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [orgId]);
    const members = table.name === "membership" ? await peopleOf(client, orgId) : [];
    const { rowCount } = await client.query(
      `delete from ${name} where (${ours}) and (${key}) in (select ${key} from ${name} where ${ours} limit ${BATCH})`,
      [orgId],
    );
    const rows = rowCount ?? 0;
    if (members.length > 0) await deletePeople(client, orgId, members);
    await count(client, orgId, table.name, rows);
    return rows;
  });
}

async function peopleOf(client: pg.ClientBase, orgId: string): Promise<string[]> {
  const { rows } = await client.query<{ user_id: string }>(
    "select distinct user_id from public.membership where org_id = $1",
    [orgId],
  );
  return rows.map(({ user_id }) => user_id);
}

/**
 * Nobody has a reason to keep people who belong nowhere: with them go their sessions, links and second factors. Their
 * sign-up holds the address too.
 */
async function deletePeople(client: pg.ClientBase, orgId: string, ids: string[]): Promise<void> {
  const { rows } = await client.query<{ email: string }>(
    `delete from public.app_user where id = any($1::uuid[])
       and id not in (select user_id from public.membership where user_id = any($1::uuid[]))
     returning email`,
    [ids],
  );
  await client.query("delete from public.sign_up where email = any($1)", [rows.map(({ email }) => email)]);
  await count(client, orgId, "app_user", rows.length);
}

async function count(client: pg.ClientBase, orgId: string, table: string, rows: number): Promise<void> {
  if (rows === 0) return;
  await client.query(
    `update public.deleted_organization
     set counts = counts || jsonb_build_object($2::text, coalesce((counts ->> $2)::bigint, 0) + $3::bigint) where id = $1`,
    [orgId, table, rows],
  );
}

async function inOwnerTransaction<T>(owner: pg.Pool, use: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query("begin");
    const value = await use(client);
    await client.query("commit");
    client.release();
    return value;
  } catch (error) {
    await client.query("rollback").then(
      () => client.release(),
      (failure: Error) => client.release(failure),
    );
    throw error;
  }
}
