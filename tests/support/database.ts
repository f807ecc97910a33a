import { EventEmitter } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Logger, runOnce, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { Billing } from "~/domain/subscriptions/billing";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import type { Database } from "~/platform/db/database.server";
import { log } from "~/platform/log.server";
import type { MailContent } from "~/platform/mail/compose.server";
import { createSealer } from "~/platform/seal.server";
import { outgoingLinks } from "~/paths/outgoing";
import { createSigner } from "~/platform/signer.server";
import type { TaskContext } from "../../jobs/define-task";
import { taskList } from "../../jobs/worker";
import { noBilling } from "./no-billing";
import { giveBackDatabase, takeDatabase, TEST_SECRET, type OpenedDatabase } from "./opened-database";

export { TEST_SECRET };
export const TEST_APP_URL = "http://finderlohn.test";

export interface SentMail extends MailContent {
  to: { name: string; address: string };
}

export interface QueuedJob {
  id: string;
  task: string;
  payload: Record<string, unknown>;
  key: string | null;
  attempts: number;
  runAt: Date;
  lastError: string | null;
}

export interface FailedJob {
  task: string;
  error: unknown;
}

export interface TestDatabase {
  /** The app's database: the runtime role, with the clock that `at` sets. */
  readonly database: Database;
  /** Pool of the owner role, to inspect and change any row. */
  readonly ownerPool: pg.Pool;
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** Emails sent by `runJobs`, oldest first. Tests may empty it. */
  readonly mails: SentMail[];
  /** Context of tasks, to start a worker or run a task directly. */
  readonly context: TaskContext;
  /** Sets the clock of `database` until the next call; null is the real time. */
  at(moment: Date | string | null): void;
  /** Returns the waiting and permanently failed jobs, oldest first; with `task` only jobs of that name. */
  jobs(task?: string): Promise<QueuedJob[]>;
  /**
   * Runs the real tasks until no job is due. Returns the number of successful jobs. A failing job rejects, unless
   * `failed` is given, which then collects it.
   */
  runJobs(failed?: FailedJob[]): Promise<number>;
}

/** Databases of the test files, and those on which a kept site runs. */
const databases = new WeakMap<TestDatabase, OpenedDatabase>();
const served = new WeakSet<TestDatabase>();
const useOf = (db: TestDatabase) => (served.has(db) ? "served" : "plain");

/**
 * Gives a test file a database on which a site may stay when the file ends. Call it before the tests.
 * @returns a function that returns the database, for the time of the tests
 */
export function serve(db: TestDatabase): () => OpenedDatabase {
  served.add(db);
  return () => databases.get(db)!;
}

/**
 * Gives the test file a database like the migrated template, without any rows of others. With `each` every test begins
 * with an empty one. Call it at the top level of a file or of a describe block; use its result only inside tests.
 */
export function useDatabase(
  options: { each?: boolean; connections?: number; webhooks?: string; stripe?: true } = {},
): TestDatabase {
  const handle = {} as TestDatabase;
  let opened: OpenedDatabase;
  const open = async () => {
    const { connections } = options;
    opened = await takeDatabase({ ...(connections && { connections }), use: useOf(handle) });
    Object.assign(handle, await handleOf(opened, options));
    databases.set(handle, opened);
  };
  beforeAll(open);
  afterAll(() => giveBackDatabase(opened, useOf(handle)));
  if (options.each) {
    afterEach(async () => {
      handle.mails.length = 0;
      handle.at(null);
      if (await opened.empty()) return;
      // A leaked connection fails this test instead of the next ones.
      await opened.close().finally(open);
    });
  }
  return handle;
}

async function handleOf(
  { addresses, ownerPool, database, at }: OpenedDatabase,
  options: { webhooks?: string; stripe?: true },
): Promise<TestDatabase> {
  const mails: SentMail[] = [];
  const context: TaskContext = {
    database,
    ownerPool,
    mailer: { send: async (to, mail) => void mails.push({ to, ...mail }), close: () => {} },
    billing: options.stripe ? await openSimulator(database) : noBilling,
    files: { rules: { quotaBytes: 100 * 1024 * 1024, scan: null, movesFiles: false }, bucket: null },
    unseal: createSealer(TEST_SECRET).unseal,
    signer: createSigner(TEST_SECRET),
    links: outgoingLinks(TEST_APP_URL),
    webhooks: parseWebhookAllowance(options.webhooks ?? ""),
    vies: null,
    log,
  };
  return {
    database,
    ownerPool,
    appUrl: addresses.runtimeUrl,
    ownerUrl: addresses.ownerUrl,
    mails,
    context,
    at,
    jobs: (task) => queuedJobs(ownerPool, task),
    runJobs: (failed) => runJobs(context, failed),
  };
}

/** Opens the Stripe simulator. Loaded on demand, because it takes time. */
async function openSimulator(database: Database): Promise<Billing> {
  const standIn = await import("~/platform/stripe/simulator/open-simulator.server");
  return standIn.openSimulator(database, { secret: TEST_SECRET, appUrl: TEST_APP_URL });
}

async function queuedJobs(pool: pg.Pool, task: string | undefined): Promise<QueuedJob[]> {
  const { rows } = await pool.query<QueuedJob>(
    `select j.id::text as id, t.identifier as task, j.payload, j.key, j.attempts, j.run_at as "runAt",
       j.last_error as "lastError"
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where $1::text is null or t.identifier = $1 order by j.id`,
    [task ?? null],
  );
  return rows;
}

/** Waits until this many transactions in the database wait for a lock, on a cluster of any node. */
export async function untilBlocked(pool: pg.Pool, count = 1): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>("select to_regclass('citus_lock_waits') is not null as found");
  const local = `(select count(distinct pid) from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()) >= ${count}`;
  const onNodes = `(select count(distinct waiting_gpid) from citus_lock_waits) >= ${count}`;
  const sql = `select 1 where ${local}${rows[0]!.found ? ` or ${onNodes}` : ""}`;
  await until(pool, sql, "no transaction waits for a lock");
}

/** Waits until a transaction has begun to write to a table. */
export async function untilWriting(pool: pg.Pool, table: string): Promise<void> {
  await until(
    pool,
    // Databases from the same template share table ids.
    `select 1 from pg_locks where relation = '${table}'::regclass and mode = 'RowExclusiveLock' and granted
       and database = (select oid from pg_database where datname = current_database())`,
    `no transaction writes to ${table}`,
  );
}

async function until(pool: pg.Pool, sql: string, otherwise: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await pool.query(sql)).rowCount) {
    if (Date.now() > deadline) throw new Error(otherwise);
    await setTimeout(5);
  }
}

/** Waits until the end of the last job is stored, which Graphile Worker does not. Until then the job is locked. */
async function written(pool: pg.Pool): Promise<void> {
  const sql = "select 1 from graphile_worker._private_jobs where locked_at is not null";
  const deadline = Date.now() + 5_000;
  while ((await pool.query(sql)).rowCount) {
    if (Date.now() > deadline) throw new Error("a finished job stays locked");
    await setTimeout(5);
  }
}

async function runJobs(context: TaskContext, failed?: FailedJob[]): Promise<number> {
  const failures: FailedJob[] = [];
  let succeeded = 0;
  const events = new EventEmitter() as WorkerEvents;
  events.on("job:success", () => succeeded++);
  events.on("job:error", ({ job, error }) => failures.push({ task: job.task_identifier, error }));
  await runOnce({
    pgPool: context.ownerPool,
    taskList: taskList(context),
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    events,
  });
  await written(context.ownerPool);
  if (failed) {
    failed.push(...failures);
  } else if (failures[0]) {
    throw new Error(`job ${failures[0].task} failed`, { cause: failures[0].error });
  }
  return succeeded;
}
