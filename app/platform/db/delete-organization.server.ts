import pg from "pg";
import { retentionStep } from "~/domain/subscriptions/retention";
import { byForeignKeys } from "./foreign-keys";
import { KEPT_TABLE, keepDocuments } from "./keep-documents.server";
import { inOwnerTransaction } from "./owner-transaction.server";
import { lockFacts } from "./retention.server";

/** Rows per transaction. Small batches lock few rows, and finished ones remain if the process dies. */
const BATCH = 2_000;

/** Called after each batch. If it throws, the deletion stops and can be resumed. */
type Progress = (table: string, rows: number) => void;

/** Removes the bytes that are outside of the database. */
export type RemoveFiles = (orgId: string) => Promise<void>;

/**
 * Deletes all data of an organization whose retention period has ended, and leaves a tombstone. The tombstone marks a
 * deletion as begun, so the next call resumes an interrupted one. Users without another organization are deleted too.
 * Issued documents that the law still keeps are copied before ({@link keepDocuments}).
 *
 * @param owner pool of the owner role, because all tables are affected
 * @returns false if the retention period has not ended or the organization does not exist
 */
export async function deleteOrganization(
  owner: pg.Pool,
  orgId: string,
  now: Date,
  progress: Progress = () => {},
  removeFiles: RemoveFiles = async () => {},
): Promise<boolean> {
  if (!(await begin(owner, orgId, now))) return false;
  // First of all, so that nothing is deleted if a document cannot be copied.
  await keepDocuments(owner, orgId, now);
  // Before the rows, because an interrupted deletion is resumed as long as there are rows.
  await removeFiles(orgId);
  // Children first. Repeats, because jobs that were running may have written rows meanwhile.
  for (let round = 0; round < 3; round++) {
    let deleted = 0;
    for (const table of await tablesOf(owner)) {
      // Once more, because a running job may have made files meanwhile.
      if (table.name === "document_file") await keepDocuments(owner, orgId, now);
      let rows = 0;
      do {
        rows = await deleteBatch(owner, table, orgId);
        deleted += rows;
        if (rows > 0) progress(table.name, rows);
      } while (rows === BATCH);
    }
    if (deleted === 0) break;
  }
  // Running jobs end by themselves, because their organization does not exist any more (jobs/define-task.ts).
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

/** Writes the tombstone. Afterwards the deletion continues even if the organization subscribes again. */
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
      `insert into public.deleted_organization (id, reason, begun_at) values ($1, $3, $2)
       on conflict (id) do nothing`,
      [orgId, now, locked.facts.closedAt ? "closed" : "retention"],
    );
    // Stripe must not charge a deleted organization. The delay of 10 minutes covers a checkout that was just opened.
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
  /** Columns that contain an organization id. */
  named: string[];
  key: string[];
}

/**
 * Returns every table with an organization id, children before parents. It reads the system catalog, so that new tables
 * are included automatically. Documents that the law keeps are the exception.
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
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> $1`,
    [KEPT_TABLE],
  );
  return byForeignKeys(rows)
    .toReversed()
    .filter(({ named }) => named.length > 0);
}

/** Deletes one batch of rows and adds their number to the tombstone, in one transaction. */
async function deleteBatch(owner: pg.Pool, table: Table, orgId: string): Promise<number> {
  const name = `public.${pg.escapeIdentifier(table.name)}`;
  const ours = table.named.map((column) => `${pg.escapeIdentifier(column)} = $1`).join(" or ");
  const key = table.key.map((column) => pg.escapeIdentifier(column)).join(", ");
  return inOwnerTransaction(owner, async (client) => {
    // Concurrent deletions of the same organization run one after the other.
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
 * Deletes users without any membership, together with their sessions, links and second factors. Deletes their sign-ups
 * too, because these contain the email address.
 */
async function deletePeople(client: pg.ClientBase, orgId: string, ids: string[]): Promise<void> {
  const { rows } = await client.query<{ id: string; email: string }>(
    `delete from public.app_user where id = any($1::uuid[])
       and id not in (select user_id from public.membership where user_id = any($1::uuid[]))
     returning id, email`,
    [ids],
  );
  await client.query("delete from public.sign_up where email = any($1)", [rows.map(({ email }) => email)]);
  await client.query("select app.delete_rows_of_people($1::uuid[])", [rows.map(({ id }) => id)]);
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
