import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, expect, inject, it, vi } from "vitest";
import { log } from "~/platform/log.server";
import { migrate, roleOf } from "../../cli/migrate";
import { projectRoot } from "../../cli/project-root";
import { errorLine, exitCodeOf } from "../../cli/run-command";
import { migrationNames } from "../../cli/apply-migrations";
import { schemaDifference } from "../support/schema-difference";
import { createTestDatabase, dropTestDatabase, type TestAddresses } from "../support/server";

const prismaFolder = path.join(projectRoot(), "prisma");
const all = migrationNames(prismaFolder);
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function database(from: "template" | "empty"): Promise<TestAddresses> {
  const made = await createTestDatabase(from);
  cleanups.push(() => dropTestDatabase(made));
  return made;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Runs a statement in a transaction that stays open until `end`. */
async function openTransaction(url: string, sql: string): Promise<{ pid: number; end(): Promise<unknown> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  cleanups.push(() => client.end());
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  await client.query("begin");
  await client.query(sql);
  return { pid: rows[0]!.pid, end: () => client.query("commit") };
}

/** Copies prisma/ with an additional migration; the returned function writes it. */
function withMigration(name: string): { folder: string; write(sql: string): void } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "migrations-"));
  cleanups.push(() => fs.rmSync(folder, { recursive: true }));
  for (const part of ["schema.prisma", "migrations", "sql"]) {
    fs.cpSync(path.join(prismaFolder, part), path.join(folder, part), { recursive: true });
  }
  fs.mkdirSync(path.join(folder, "migrations", name));
  return {
    folder,
    write: (sql) => fs.writeFileSync(path.join(folder, "migrations", name, "migration.sql"), sql),
  };
}

it("[OPS-04] migrations and schema.prisma agree, and the comparison detects a difference", async () => {
  const { ownerUrl } = await database("template");
  const difference = () => schemaDifference(ownerUrl, prismaFolder);
  expect(await difference()).toBe("-- This is an empty migration.");
  await query(ownerUrl, "alter table lead add column surplus text");
  expect(await difference()).toContain('ALTER TABLE "lead" DROP COLUMN "surplus"');
  await query(
    ownerUrl,
    "alter table lead drop column surplus; alter table deal drop constraint deal_org_id_lead_id_fkey",
  );
  expect(await difference()).toContain("deal_org_id_lead_id_fkey");
});

it("[OPS-04] five concurrent starts migrate an empty database, each migration once", async () => {
  const { ownerUrl, runtimeUrl } = await database("empty");
  // Even the runtime role does not exist yet.
  const role = `${inject("server").run}_${randomUUID().slice(0, 8)}`;
  const fresh = Object.assign(new URL(runtimeUrl), { username: role }).href;
  cleanups.splice(0, 0, () => query(inject("server").adminUrl, `drop role "${role}"`));

  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate({ ownerUrl, runtimeUrl: fresh })));
  expect(applied.flat().sort()).toEqual(all);
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  const notes = "select migration_name, finished_at is not null as finished from _prisma_migrations order by 1";
  expect(await query(ownerUrl, notes)).toEqual(all.map((name) => ({ migration_name: name, finished: true })));
  expect(await query(fresh, "select app.queue_ready(), count(*)::int from lead")).toEqual([
    { queue_ready: true, count: 0 },
  ]);
});

it("[OPS-04] a second run applies nothing and restores the grants of grants.sql", async () => {
  const addresses = await database("template");
  const { ownerUrl, runtimeUrl } = addresses;
  const role = roleOf(runtimeUrl).name;
  await query(ownerUrl, `grant update on audit_log to ${role}; revoke select on lead from ${role}`);
  expect(await migrate(addresses)).toEqual([]);
  expect(await query(runtimeUrl, "select 1 from lead")).toEqual([]);
  await expect(query(runtimeUrl, "update audit_log set action = ''")).rejects.toThrow("permission denied");
});

it("[OPS-04] a failing migration leaves nothing, is reported with its error, and is retried", async () => {
  const addresses = await database("empty");
  const { folder, write } = withMigration("20990101000000_half");
  const half = "select to_regclass('half') is not null as half, to_regclass('lead') is not null as lead";
  write("create table half (id int); insert into half values (1); select 1 / 0;");
  for (let attempt = 1; attempt <= 2; attempt++) {
    await expect(migrate(addresses, folder)).rejects.toThrow(
      /^Migration 20990101000000_half failed and was rolled back: division by zero$/,
    );
    expect(await query(addresses.ownerUrl, half)).toEqual([{ half: false, lead: true }]);
  }
  write("create table half (id int); create function two() returns int language plpgsql as $$ begin return 2; end $$;");
  expect(await migrate(addresses, folder)).toEqual(["20990101000000_half"]);
  expect(await query(addresses.ownerUrl, half)).toEqual([{ half: true, lead: true }]);
});

it("[OPS-04] a migration may take longer than the database allows a statement", async () => {
  const addresses = await database("template");
  const { folder, write } = withMigration("20990101000000_slow");
  write("select pg_sleep(0.2);");
  await query(addresses.ownerUrl, `alter database "${addresses.name}" set statement_timeout = '100ms'`);
  expect(await migrate(addresses, folder)).toEqual(["20990101000000_slow"]);
});

it("[OPS-04] a migration that waits behind a transaction lets readers pass, and succeeds after its end", async () => {
  const addresses = await database("template");
  const { folder, write } = withMigration("20990101000000_mood");
  write("alter table organization add column mood text; alter table lead add column mood text;");
  const logged = vi.spyOn(log, "warn").mockImplementation(() => {});
  cleanups.push(() => logged.mockRestore());
  const holder = await openTransaction(addresses.ownerUrl, "select 1 from lead");
  const applied = migrate(addresses, folder, { lockMs: 400, pauseMs: 200 });
  const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(() => query(addresses.ownerUrl, waits), { interval: 20 }).toHaveLength(1);
  // Not before the limit of the wait: the reader stands behind the migration, and its own limit is the test's.
  await query(addresses.runtimeUrl, "set statement_timeout = '5s'; select 1 from lead");
  await expect.poll(() => logged.mock.calls.length).toBeGreaterThan(1);
  expect(logged.mock.calls[0]).toEqual([
    {
      migration: "20990101000000_mood",
      held_by: [`process ${holder.pid} of role ${roleOf(addresses.ownerUrl).name}`],
      retry_ms: expect.any(Number),
    },
    "migration waits for locks",
  ]);
  await holder.end();
  expect(await applied).toEqual(["20990101000000_mood"]);
  expect(await query(addresses.ownerUrl, "select mood from lead")).toEqual([]);
});

it("[OPS-04] a migration without its lock gives up, says who holds it, and can be repeated", async () => {
  const addresses = await database("template");
  const { folder, write } = withMigration("20990101000000_mood");
  write("create table half (id int); alter table lead add column mood text;");
  const holder = await openTransaction(addresses.ownerUrl, "select 1 from lead");
  const error: unknown = await migrate(addresses, folder, { lockMs: 200, pauseMs: 50, totalMs: 500 }).catch(
    (reason: unknown) => reason,
  );
  expect(errorLine(error)).toMatch(
    new RegExp(
      "^finderlohn: the database took too long: migration 20990101000000_mood got no lock within 1 s and was " +
        `rolled back. The lock is held by process ${holder.pid} of role \\w+. .* run "finderlohn db migrate" again$`,
    ),
  );
  expect(exitCodeOf(error)).toBe(75);
  expect(await query(addresses.ownerUrl, "select to_regclass('half') as half")).toEqual([{ half: null }]);
  // A signal ends the waiting at once.
  const interruption = new AbortController();
  const waiting = migrate(addresses, folder, { lockMs: 200, pauseMs: 60_000, interrupted: interruption.signal });
  setTimeout(() => interruption.abort(new Error("interrupted by SIGINT")), 1_000);
  await expect(waiting).rejects.toThrow("interrupted by SIGINT");
  await holder.end();
  expect(await migrate(addresses, folder)).toEqual(["20990101000000_mood"]);
});

it("[OPS-04] a database with the older set of migrations is rejected in one line with instructions, and stays unchanged", async () => {
  const addresses = await database("template");
  const { ownerUrl, runtimeUrl } = addresses;
  const role = roleOf(runtimeUrl).name;
  await query(
    ownerUrl,
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
     values ('1', '', '20261121000000_tables', now()); revoke select on lead from ${role}`,
  );
  await expect(migrate(addresses)).rejects.toThrow(
    /^The database "\w+" was created by an earlier version .* Name a new, empty database in DATABASE_URL .*$/,
  );
  await expect(migrate({ ...addresses, folder: "/data/postgres" })).rejects.toThrow(
    /^The database "\w+" was created by .* Delete the folder "\/data\/postgres" and start again.*$/,
  );
  const mayRead = `select has_table_privilege('${role}', 'lead', 'select') as granted`;
  expect(await query(ownerUrl, mayRead)).toEqual([{ granted: false }]);
  // A database that a newer version has migrated is not older.
  await query(ownerUrl, "update _prisma_migrations set migration_name = '20990101000000_newer' where id = '1'");
  expect(await migrate(addresses)).toEqual([]);
});

it("[OPS-04] a migration whose process was killed is not retried blindly", async () => {
  const addresses = await database("template");
  const { folder, write } = withMigration("20990101000000_killed");
  write("create table killed (id int);");
  await query(
    addresses.ownerUrl,
    `insert into _prisma_migrations (id, checksum, migration_name) values ('1', '', '20990101000000_killed')`,
  );
  await expect(migrate(addresses, folder)).rejects.toThrow("20990101000000_killed was interrupted");
  expect(await query(addresses.ownerUrl, "select to_regclass('killed') as found")).toEqual([{ found: null }]);
});

it("[HOOK-01] an endpoint keeps its earlier choice of events, and other events cannot be stored", async () => {
  const { ownerUrl } = await database("template");
  await query(
    ownerUrl,
    `alter table webhook_delivery drop constraint webhook_delivery_event,
       add constraint webhook_delivery_event check (event <> '');
     alter table webhook_endpoint drop column events, add column event text not null default '';
     drop function app.are_webhook_events;
     with org as (insert into organization (org_id, name, trial_ends_at)
       select gen_random_uuid(), choice, now() from unnest(array['deal.created', 'lead.created', 'both', 'all']) choice
       returning org_id, name)
     insert into webhook_endpoint (org_id, id, url, event) select org_id, gen_random_uuid(), '', name from org`,
  );
  const migration = path.join(prismaFolder, "migrations", "20261203010000_webhook_event_choice", "migration.sql");
  await query(ownerUrl, fs.readFileSync(migration, "utf8"));
  const first = ["deal.created", "lead.created"];
  const chosen = "select events from webhook_endpoint join organization using (org_id) order by name";
  expect((await query(ownerUrl, chosen)).map(({ events }) => events)).toEqual([
    ["deal.created", "deal.ended", "deal.resumed", "lead.created"],
    first,
    ["deal.created"],
    ["lead.created"],
  ]);
  const other = `update webhook_endpoint set events = array['lead.created', 'lead.eaten']`;
  await expect(query(ownerUrl, other)).rejects.toThrow("webhook_endpoint_events");
});
