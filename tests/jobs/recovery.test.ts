import fs from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { beforeAll, expect, inject, it } from "vitest";
import { openDatabase, type Database } from "~/platform/db/database.server";
import { ensureBuilt } from "../../cli/build.mjs";
import { migrate } from "../../cli/migrate";
import { startEmbeddedPostgres } from "../../cli/postgres/embedded";
import { prepareDatabase } from "../../cli/runtime";
import { activeAffiliate, invitedAffiliate, withTerms } from "../factories/affiliates";
import { recurringDeal } from "../factories/deals";
import { queuePool } from "../../jobs/queue-pool";
import { createOrg } from "../factories/organizations";
import { copyCluster } from "../support/copied-cluster";
import { TEST_SECRET, useDatabase } from "../support/database";
import { memoryFolder } from "../support/memory-folder";
import { isNightly } from "../support/nightly";
import { startWorkerProcess, type WorkerProcess } from "./worker-process";

const WITHIN_MS = 30_000;
const INVITATIONS = isNightly ? 60 : 20;
const ORGANIZATIONS = isNightly ? 4 : 2;
const PAYMENTS = ORGANIZATIONS * 12;

const db = useDatabase({ each: true });

beforeAll(() => ensureBuilt({ web: false }));

/** Queues hundreds of jobs whose work is not done yet. */
async function queueLoad(database: Database, pool: pg.Pool): Promise<void> {
  const org = await createOrg(database);
  for (let count = 0; count < INVITATIONS; count++) await invitedAffiliate(database, org);
  const orgs: string[] = [];
  for (let count = 0; count < ORGANIZATIONS; count++) {
    const other = await createOrg(database);
    const affiliate = await activeAffiliate(database, other);
    await withTerms(database, other, affiliate);
    await recurringDeal(database, other, affiliate);
    orgs.push(other.orgId);
  }
  await pool.query("delete from commission_payment");
  await pool.query(
    `select graphile_worker.add_job('commissions.generate', json_build_object('org_id', id))
     from unnest($1::text[]) id, generate_series(1, 25)`,
    [orgs],
  );
}

const single = async (pool: pg.Pool, sql: string) => Number((await pool.query(sql)).rows[0].count);
const waiting = (pool: pg.Pool) => single(pool, "select count(*) from graphile_worker._private_jobs");

/** Expects a running worker that completes the queue in time and stops on request. */
async function expectRecovery(worker: WorkerProcess, pool: pg.Pool): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while ((await waiting(pool)) > 0 && performance.now() < deadline) await setTimeout(200);
  const { rows } = await pool.query("select locked_by, attempts, last_error from graphile_worker._private_jobs");
  expect(rows).toEqual([]);
  expect(() => process.kill(worker.pid, 0)).not.toThrow();
  const unused = "select count(*) from one_time_token where used_at is null and mailed_at is";
  expect(await single(pool, `${unused} null`)).toBe(0);
  expect(await single(pool, `${unused} not null`)).toBe(INVITATIONS + ORGANIZATIONS);
  expect(await single(pool, "select count(*) from commission_payment")).toBe(PAYMENTS);
  const { code, ms } = await worker.end("SIGTERM");
  expect(code).toBe(0);
  expect(ms).toBeLessThan(10_000);
}

const databaseName = () => new URL(db.ownerUrl).pathname.slice(1);

async function asAdmin(sql: string, values: string[] = []): Promise<void> {
  const admin = new pg.Client({ connectionString: inject("server").adminUrl });
  await admin.connect();
  await admin.query(sql, values);
  await admin.end();
}

/** Ends every session of the test's database, of both roles, like a failover. */
const endSessions = () =>
  asAdmin("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [databaseName()]);

it("[HOOK-03] J2 a listening connection may be released twice without ending the process", async () => {
  const twice = (pool: pg.Pool) =>
    new Promise<void>((resolve, reject) => {
      pool.connect((error, _client, release) => {
        if (error) return reject(error);
        try {
          release(new Error("it broke"));
          release();
          resolve();
        } catch (refusal) {
          reject(refusal as Error);
        }
      });
    });
  await expect(twice(db.ownerPool)).rejects.toThrow("already been released");
  const pool = queuePool(db.ownerPool);
  await twice(pool);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect(pool.idleCount).toBe(db.ownerPool.idleCount);
});

it("[HOOK-03] J2 an idle worker recovers after all its sessions ended", async () => {
  const org = await createOrg(db.database);
  const worker = await startWorkerProcess(db, "");
  try {
    for (let round = 0; round < 5; round++) {
      await invitedAffiliate(db.database, org);
      await endSessions();
      await setTimeout(300);
    }
    await invitedAffiliate(db.database, org);
    await expect.poll(() => db.jobs("mail.link"), { timeout: WITHIN_MS }).toEqual([]);
  } finally {
    await worker.end("SIGTERM");
  }
});

it("[HOOK-03] J2 a busy worker whose sessions end repeatedly loses nothing", { timeout: 120_000 }, async () => {
  await queueLoad(db.database, db.ownerPool);
  const all = await waiting(db.ownerPool);
  const worker = await startWorkerProcess(db, "");
  try {
    await expect.poll(() => waiting(db.ownerPool), { interval: 20 }).toBeLessThan(all);
    const until = performance.now() + 3_000;
    while (performance.now() < until) {
      await endSessions();
      await setTimeout(100);
    }
    await expectRecovery(worker, db.ownerPool);
  } finally {
    await worker.end("SIGKILL");
  }
});

// It restarts after 1 s, then 2 s, with a failed start in between.
it.each([500, 1_500, 4_000])(
  "[HOOK-03] J2 a worker stopped %i ms after it lost the database ends in time",
  async (after) => {
    const worker = await startWorkerProcess(db, "");
    try {
      await asAdmin(`alter database ${databaseName()} allow_connections false`);
      await endSessions();
      await expect.poll(worker.output).toContain("worker failed");
      await setTimeout(after);
      const { code, ms } = await worker.end("SIGTERM");
      expect(code).toBe(0);
      expect(ms).toBeLessThan(10_000);
    } finally {
      await worker.end("SIGKILL");
      await asAdmin(`alter database ${databaseName()} allow_connections true`);
    }
  },
);

it("[HOOK-03] J2 a database restart during work loses nothing", { timeout: 180_000 }, async () => {
  const directory = fs.mkdtempSync(path.join(memoryFolder(), "finderlohn-restart-"));
  fs.chmodSync(directory, 0o755);
  const dir = path.join(directory, "postgres");
  await copyCluster(dir);
  let server = await startEmbeddedPostgres({ dir, fast: true });
  const { port } = server;
  const addresses = await prepareDatabase(server, "restart");
  await migrate(addresses);
  const { ownerUrl, runtimeUrl: appUrl } = addresses;
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const database = openDatabase({ url: appUrl, secret: TEST_SECRET });
  let worker: WorkerProcess | undefined;
  try {
    await queueLoad(database, pool);
    const all = await waiting(pool);
    worker = await startWorkerProcess({ ownerUrl, appUrl }, "");
    await expect.poll(() => waiting(pool), { interval: 20 }).toBeLessThan(all);
    await server.stop();
    await setTimeout(2_000);
    server = await startEmbeddedPostgres({ dir, fast: true, port });
    expect(server.port).toBe(port);
    await expectRecovery(worker, pool);
  } finally {
    await worker?.end("SIGKILL");
    await database.close();
    await pool.end();
    await server.stop();
    fs.rmSync(directory, { recursive: true, force: true });
  }
});
