import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { withDatabase } from "./server";

/** Empties a database to the state of its template, in a tenth of the time of a new clone. */
export interface EmptiedDatabase {
  /**
   * Deletes all rows that a test has created.
   * @returns false if the test changed the schema, a row of the template or ended all connections; then a new clone is
   * needed
   * @throws if the test has left something running
   */
  empty(): Promise<boolean>;
  /**
   * Empties it for another test file.
   * @param name application name of the connections that may stay
   * @returns false also if another connection is open, or the files have grown
   */
  renew(name: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Schema parts that a test must not change: tables, columns, triggers, policies, functions, constraints and rights. */
const SCHEMA = ["class", "attribute", "type", "trigger", "policy", "proc", "constraint", "index", "namespace"].map(
  (catalog) => `pg_${catalog}`,
);
/** Deleted rows stay in the files, which must not become slow to read. */
const GROWTH_BYTES = 20 * 1024 ** 2;

/**
 * Prepares emptying a fresh clone.
 * @param name name of a database without any new rows
 */
export async function openEmptied(name: string): Promise<EmptiedDatabase> {
  const client = new pg.Client({ connectionString: withDatabase(inject("server").adminUrl, name) });
  let isLost = false;
  client.on("error", () => (isLost = true));
  await client.connect();
  const { empty: tables, filled } = await splitTables(client);
  const rows = [...SCHEMA, ...filled].map(
    (table) => `(select count(*) || '/' || max(xmin::text::bigint) from ${table})`,
  );
  const fingerprint = () => read<string>(client, `select concat_ws(' ', ${rows.join(", ")}) as value`);
  const size = () => read<number>(client, "select pg_database_size(current_database())::float as value");
  const before = await fingerprint();
  const sizeBefore = await size();
  // Without triggers and foreign keys, so that the order does not matter and nothing is counted or notified.
  const deletion = ["begin", "set local session_replication_role = replica", "set local lock_timeout = '5s'"]
    .concat(tables.map((table) => `delete from ${table}`))
    .concat("commit");
  // Citus forwards the whole message of a SET.
  const messages = inject("server").nodeUrls ? deletion : [deletion.join("; ")];
  const emptyIf = async (mayStay: () => Promise<boolean>) => {
    try {
      await untilIdle(client);
      if (!(await mayStay()) || (await fingerprint()) !== before) return false;
      for (const message of messages) await client.query(message);
      return true;
    } catch (error) {
      if (isLost) return false;
      throw error;
    }
  };
  return {
    empty: () => emptyIf(async () => true),
    renew: (name) => emptyIf(async () => (await isAlone(client, name)) && (await size()) < sizeBefore + GROWTH_BYTES),
    close: () => client.end(),
  };
}

async function read<T>(client: pg.Client, text: string): Promise<T> {
  return (await client.query<{ value: T }>(text)).rows[0]!.value;
}

/** Whether no other connections are open than those named so. One that ends now is waited for. */
async function isAlone(client: pg.Client, name: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const { rowCount: others } = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend' and application_name <> $1`,
      [name],
    );
    if (!others) return true;
    if (attempt === 100) return false;
    await setTimeout(10);
  }
}

/** Returns the tables without rows, and those with rows written by migrations, which stay. */
async function splitTables(client: pg.Client): Promise<{ empty: string[]; filled: string[] }> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker')`,
  );
  const empty: string[] = [];
  const filled: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select from ${name} limit 1`);
    (rowCount ? filled : empty).push(name);
  }
  return { empty, filled };
}

/** Waits until no statement runs. The test left behind what still runs after five seconds. */
async function untilIdle(client: pg.Client): Promise<void> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const { rows } = await client.query<{ query: string }>(
      `select usename || ': ' || query as query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    );
    if (rows.length === 0) return;
    if (Date.now() > deadline) {
      throw new Error(`the test left statements running: ${rows.map(({ query }) => query).join(" | ")}`);
    }
    await setTimeout(5);
  }
}
