import path from "node:path";
import type pg from "pg";
import { projectRoot } from "../project-root";
import { migrationNames } from "../schema-engine";
import { withoutPersonalData } from "../queue";
import type { Runtime } from "../runtime";
import { fail, ok, warn, type Check, type Finding } from "./finding";

const [OLDEST, NEWEST] = [15, 18];
const ALIVE_SECONDS = 30;
const WAITING_SECONDS = { warn: 60, fail: 900 };
const SKEW_SECONDS = { warn: 2, fail: 60 };

/** What can be wrong with the database and its queue. `owner` is the owner's pool. */
export const databaseChecks = (runtime: Runtime, owner: pg.Pool): Check[] => [
  { name: "database", run: () => version(owner) },
  { name: "migrations", run: () => migrations(owner) },
  { name: "runtime role", run: () => runtimeRole(runtime) },
  { name: "row security", run: () => rowSecurity(owner) },
  { name: "workers", run: () => workers(owner) },
  { name: "queue", run: () => queue(owner) },
  { name: "clock", run: () => clock(owner) },
];

async function version(owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{ number: number; text: string }>(
    `select current_setting('server_version_num')::int / 10000 as number, current_setting('server_version') as text`,
  );
  const { number, text } = rows[0]!;
  const found = `PostgreSQL ${text}`;
  if (number < OLDEST) return fail(found, `use PostgreSQL ${OLDEST} to ${NEWEST}`);
  return number > NEWEST ? warn(found, `tried with PostgreSQL ${OLDEST} to ${NEWEST}`) : ok(found);
}

async function migrations(owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{ name: string; done: boolean }>(
    `select migration_name as name, finished_at is not null as done from public._prisma_migrations
     where rolled_back_at is null`,
  );
  const ours = migrationNames(path.join(projectRoot(), "prisma"));
  const done = rows.filter((row) => row.done).map(({ name }) => name);
  const missing = ours.filter((name) => !done.includes(name));
  const broken = rows.find((row) => !row.done);
  if (broken) return fail(`${broken.name} was interrupted`, "see Upgrades in docs/operations.md");
  if (missing.length > 0) return fail(`${missing.length} are missing`, 'run "finderlohn db migrate"');
  const newer = done.filter((name) => !ours.includes(name));
  if (newer.length > 0)
    return warn(`${newer.length} are of a newer version`, "run the newer version of the program");
  return ok(`all ${ours.length} are in`);
}

async function runtimeRole(runtime: Runtime): Promise<Finding> {
  const database = runtime.openDatabase();
  try {
    await database.ping();
    return ok("connects, and cannot bypass row security");
  } catch (error) {
    return fail((error as Error).message, 'check DATABASE_APP_URL; "finderlohn db migrate" makes the role');
  } finally {
    await database.close();
  }
}

async function rowSecurity(owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relrowsecurity
       and exists (select 1 from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
                   where i.indrelid = c.oid and i.indisprimary and a.attname = 'org_id')
     order by 1`,
  );
  if (rows.length === 0) return ok("on for every table of an organisation");
  const names = rows.map(({ name }) => name).join(", ");
  return fail(`off for ${names}`, `switch it on: alter table … enable row level security`);
}

async function workers(owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{ alive: number; due: boolean }>(
    `select (select count(*)::int from public.worker_process where seen_at > now() - make_interval(secs => $1)) as alive,
       exists (select 1 from graphile_worker.jobs where run_at <= now() and attempts < max_attempts) as due`,
    [ALIVE_SECONDS],
  );
  const { alive, due } = rows[0]!;
  // Each lane of a worker process signs on by itself.
  if (alive > 0) return ok(`${alive} lanes are at work`);
  const advice = 'start "finderlohn worker" (or "start")';
  return due ? fail("none is alive, and jobs are due", advice) : warn("none is alive", advice);
}

async function queue(owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{
    waiting: number;
    failed: number;
    oldest: number;
    task: string | null;
  }>(
    `with job as (select task_identifier as task, run_at, attempts >= max_attempts as ended from graphile_worker.jobs
                  where locked_at is null)
     select (count(*) filter (where not ended and run_at <= now()))::int as waiting,
       (count(*) filter (where ended))::int as failed,
       coalesce(extract(epoch from now() - min(run_at) filter (where not ended and run_at <= now())), 0)::int as oldest,
       (select task from job where not ended and run_at <= now() order by run_at limit 1) as task from job`,
  );
  const { waiting, failed, oldest, task } = rows[0]!;
  const found = `${waiting} due, ${failed} failed for good`;
  const late = `${found}; the oldest (${withoutPersonalData(task ?? "")}) has waited for ${oldest} s`;
  const more = "look at the worker's log, and start more workers";
  if (oldest > WAITING_SECONDS.fail) return fail(late, more);
  if (oldest > WAITING_SECONDS.warn) return warn(late, more);
  return failed > 0 ? warn(found, 'look with "finderlohn jobs list --state failed"') : ok(found);
}

async function clock(owner: pg.Pool): Promise<Finding> {
  const before = Date.now();
  const { rows } = await owner.query<{ now: number }>(
    "select extract(epoch from clock_timestamp())::float8 as now",
  );
  return clockFinding(rows[0]!.now - (before + Date.now()) / 2_000);
}

/** @param seconds by how much the database's clock is ahead */
export function clockFinding(seconds: number): Finding {
  const off = Math.abs(seconds);
  const found = `${off.toFixed(1)} s between this machine and the database`;
  const advice = "synchronise the clocks of both (NTP): links, sessions and runs depend on them";
  if (off > SKEW_SECONDS.fail) return fail(found, advice);
  return off > SKEW_SECONDS.warn ? warn(found, advice) : ok(found);
}
