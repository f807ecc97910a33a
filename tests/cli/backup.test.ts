import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import yazl from "yazl";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { keepDocuments } from "~/platform/db/keep-documents.server";
import { openDatabase } from "~/platform/db/database.server";
import { fileOfDeal } from "../factories/files";
import { asOwner, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { TEST_SECRET, useDatabase } from "../support/database";
import { migrationNames } from "../../cli/apply-migrations";
import { migrateTo } from "../../cli/migrate";
import { projectRoot } from "../../cli/project-root";
import { createTestDatabase, dropTestDatabase, type TestAddresses } from "../support/server";
import { populate, type PopulatedOrg } from "../support/tenancy/world";
import { unzip } from "../support/unzip";
import { run } from "./program";

// A drill: everything is backed up while it is in use, and restored into another database.

const db = useDatabase();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-backup-"));
const file = path.join(folder, "backup.zip");
let org: PopulatedOrg;
let target: Awaited<ReturnType<typeof createTestDatabase>>;
let restored: pg.Pool;

const on = (ownerUrl: string, runtimeUrl: string) => ({
  DATABASE_URL: ownerUrl,
  DATABASE_APP_URL: runtimeUrl,
});
const here = (...args: string[]) => run(args, on(db.ownerUrl, db.appUrl));
const there = (...args: string[]) => run(args, on(target.ownerUrl, target.runtimeUrl));

/** Returns the number of rows of each table, and a checksum of their contents. */
async function contents(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' order by c.relname`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
    );
    found.set(name, rows[0]!.sum);
  }
  return found;
}

const jobsOf = async (pool: pg.Pool) =>
  (
    await pool.query(
      `select j.task_identifier, p.payload, j.run_at, j.attempts, j.max_attempts, j.key, j.priority, j.flags
       from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id order by j.id`,
    )
  ).rows as unknown[];

const LEFT_OUT = ["session", "one_time_token", "rate_limit", "worker_process", "_prisma_migrations"];

beforeAll(async () => {
  org = await populate(db.database, "Nordlicht");
  await populate(db.database, "Rivage");
  await signIn(db.database, org.owner);
  const { rows } = await db.ownerPool.query("select id from deal where org_id = $1 limit 1", [org.orgId]);
  await fileOfDeal(db, org, rows[0].id);
  // As of an organization that was deleted (PAY-16).
  expect(await keepDocuments(db.ownerPool, org.orgId, new Date())).toBeGreaterThan(1);
  // Characters that COPY has to escape.
  await db.ownerPool.query(String.raw`update lead set notes = E'a\tb\nc\\N "ü€" \\.' where org_id = $1`, [org.orgId]);
  await db.ownerPool.query(
    "update graphile_worker._private_jobs set attempts = 3 where id = (select min(id) from graphile_worker._private_jobs)",
  );
  target = await createTestDatabase();
  restored = new pg.Pool({ connectionString: target.ownerUrl, max: 2 });
}, 180_000);

afterAll(async () => {
  await restored.end();
  await dropTestDatabase(target);
  fs.rmSync(folder, { recursive: true });
});

it("[CLI-01] [OPS-02] a backup contains everything except sessions, and only its owner can read it", async () => {
  const { code, stdout, stderr } = await here("db", "backup", file, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const files = await unzip(fs.readFileSync(file));
  const names = [...files.keys()];
  for (const name of LEFT_OUT) expect(names).not.toContain(`tables/${name}.copy`);
  const wanted = [...(await contents(db.ownerPool)).keys()].filter((name) => !LEFT_OUT.includes(name));
  expect(names.sort()).toEqual(["jobs.jsonl", "manifest.json", ...wanted.map((name) => `tables/${name}.copy`)].sort());
  const { rows } = JSON.parse(stdout) as { rows: number };
  expect(rows).toBeGreaterThan(50);
  const again = await here("db", "backup", file);
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/already exists: name a new file[^\n]*\n$/) as string,
  });
}, 180_000);

it("[CLI-01] [CLI-02] rejects a damaged or foreign file and restores nothing", async () => {
  const empty = await contents(restored);
  const files = await unzip(fs.readFileSync(file));
  const rewritten = async (name: string, change: (files: Map<string, Buffer>) => void) => {
    const changed = new Map(files);
    change(changed);
    const zip = new yazl.ZipFile();
    for (const [entry, content] of changed) zip.addBuffer(content, entry);
    zip.end();
    const damaged = path.join(folder, name);
    const pieces: Buffer[] = [];
    for await (const piece of zip.outputStream as AsyncIterable<Buffer>) pieces.push(piece);
    fs.writeFileSync(damaged, Buffer.concat(pieces));
    return there("db", "restore", damaged, "--yes");
  };
  const money = "tables/commission_payment.copy";
  const altered = await rewritten("altered.zip", (all) =>
    all.set(money, Buffer.from(all.get(money)!.toString().replace("EUR", "USD"))),
  );
  expect(altered.stderr).toMatch(/commission_payment\.copy of the backup is damaged: nothing was restored\n$/);
  expect(altered.code).toBe(1);
  const looked = await there("db", "restore", path.join(folder, "altered.zip"), "--dry-run");
  expect(looked).toMatchObject({ code: 1, stdout: "" });
  expect(looked.stderr).toMatch(/commission_payment\.copy of the backup is damaged/);
  const bytes = fs.readFileSync(file);
  const broken = path.join(folder, "broken.zip");
  // Inside the compressed data of a large file.
  const at = bytes.indexOf("tables/audit_log.copy") + 200;
  fs.writeFileSync(broken, Buffer.concat([bytes.subarray(0, at), Buffer.alloc(20, 0xff), bytes.subarray(at + 20)]));
  const unreadable = await there("db", "restore", broken, "--yes");
  expect(unreadable).toMatchObject({
    code: 1,
    stderr: "finderlohn: tables/audit_log.copy of the backup is damaged: nothing was restored\n",
  });
  const short = await rewritten("short.zip", (all) => all.delete("tables/audit_log.copy"));
  expect(short.stderr).toMatch(/the backup does not contain tables\/audit_log\.copy: nothing was restored\n$/);
  const older = await rewritten("older.zip", (all) => {
    const text = all.get("manifest.json")!.toString();
    all.set("manifest.json", Buffer.from(text.replace(/"20\d+_tables"/, '"20200101000000_tables"')));
  });
  expect(older).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /contains the migration 20200101000000_tables, which this version does not/,
    ) as string,
  });
  const dumped = await rewritten("dumped.zip", (all) => {
    const text = all.get("manifest.json")!.toString();
    all.set("manifest.json", Buffer.from(text.replace('"method": "copy"', '"method": "pg_dump"')));
  });
  expect(dumped).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /was made with pg_dump: restore it with Finderlohn \S+, or .* pg_restore\n$/,
    ) as string,
  });
  fs.writeFileSync(path.join(folder, "none.zip"), "no zip");
  const none = await there("db", "restore", path.join(folder, "none.zip"), "--yes");
  expect(none).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/is not a Finderlohn backup/) as string,
  });
  const unasked = await there("db", "restore", file);
  expect(unasked).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Add --yes to confirm\n$/) as string,
  });
  expect(await contents(restored)).toEqual(empty);
  expect(await jobsOf(restored)).toEqual([]);
}, 180_000);

it("[CLI-01] [OPS-02] [PAY-16] restores everything, and the app continues with it", async () => {
  const before = await contents(db.ownerPool);
  const jobs = await jobsOf(db.ownerPool);
  expect(jobs.length).toBeGreaterThan(2);
  const dry = await there("db", "restore", file, "--dry-run", "--json");
  expect({ ...dry, stdout: JSON.parse(dry.stdout) as unknown }).toMatchObject({
    code: 0,
    stderr: "",
    stdout: { made_at: expect.any(String) as string },
  });
  expect(await jobsOf(restored)).toEqual([]);
  const { code, stdout, stderr } = await there("db", "restore", file, "--yes");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /^Restored the backup of .*; all counts and checksums match: \d+ rows of \d+ tables, [1-9]\d* jobs\n$/,
  );
  const after = await contents(restored);
  for (const [name, sum] of before) {
    if (!LEFT_OUT.includes(name)) expect(after.get(name), name).toBe(sum);
  }
  expect(after.get("session")).toMatch(/^0 /);
  expect(after.get("kept_document")).not.toMatch(/^0 /);
  expect(await jobsOf(restored)).toEqual(jobs);

  // The runtime role sees each organization and nothing without one, and triggers update the sums again.
  const database = openDatabase({ url: target.runtimeUrl, secret: TEST_SECRET });
  try {
    await restored.query("delete from commission_payment where org_id = $1 and status = 'pending'", [org.orgId]);
    const { created } = await asOwner(database, org as Org, (scope) => generatePayments(scope));
    expect(created).toBe(4);
    const { rows } = await restored.query(
      `select (select sum(count) from aggregate where org_id = $1 and affiliate_id is null and kind = 'monthly')::int as counted,
         (select count(*) from commission_payment where org_id = $1)::int as stored`,
      [org.orgId],
    );
    expect(rows).toEqual([{ counted: 4, stored: 4 }]);
  } finally {
    await database.close();
  }
  const second = await there("db", "restore", file, "--yes");
  expect(second).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/the database is not empty/) as string,
  });
}, 180_000);

it("[CLI-01] [OPS-02] restores a backup of an older version into a database without tables, and upgrades it", async () => {
  const [old, fresh] = [await createTestDatabase("empty"), await createTestDatabase("empty")];
  const owner = new pg.Pool({ connectionString: old.ownerUrl, max: 1 });
  const upgraded = new pg.Pool({ connectionString: fresh.ownerUrl, max: 1 });
  const names = migrationNames(path.join(projectRoot(), "prisma"));
  const before = names.slice(0, names.indexOf("20261203010000_webhook_event_choice"));
  const made = path.join(folder, "older-version.zip");
  try {
    await migrateTo(old, before);
    await owner.query(`
      with org as (insert into organization (org_id, name, trial_ends_at)
        values (gen_random_uuid(), 'Older', now()) returning org_id)
      insert into webhook_endpoint (org_id, id, url, event) select org_id, gen_random_uuid(), '', 'both' from org`);
    const env = (database: TestAddresses) => on(database.ownerUrl, database.runtimeUrl);
    expect(await run(["db", "backup", made], env(old))).toMatchObject({ code: 0 });
    const other = await there("db", "restore", made, "--yes");
    expect(other).toMatchObject({ code: 2, stderr: expect.stringMatching(/has other migrations/) as string });
    expect(await run(["db", "restore", made, "--dry-run"], env(fresh))).toMatchObject({ code: 0 });
    expect(await run(["db", "restore", made, "--yes"], env(fresh))).toMatchObject({ code: 0, stderr: "" });
    const { rows } = await upgraded.query("select name, events from organization join webhook_endpoint using (org_id)");
    expect(rows).toEqual([{ name: "Older", events: ["deal.created", "lead.created"] }]);
    const applied = await upgraded.query<{ name: string }>(
      "select migration_name as name from _prisma_migrations where finished_at is not null order by 1",
    );
    expect(applied.rows.map(({ name }) => name)).toEqual(names);
  } finally {
    await Promise.all([owner.end(), upgraded.end()]);
    await dropTestDatabase(old);
    await dropTestDatabase(fresh);
  }
}, 180_000);
