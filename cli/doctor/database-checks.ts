import path from "node:path";
import type pg from "pg";
import { projectRoot } from "../project-root";
import { migrationNames } from "../apply-migrations";
import { withoutPersonalData } from "../queue";
import { roleOf } from "../migrate";
import { reasonOf } from "../run-command";
import { connectionsOf, type Runtime } from "../runtime";
import { adviceAboutJob } from "./advice";
import { fail, ok, warn, type Check, type Finding } from "./finding";
import { grants, policies, secret, writing } from "./protection-checks";

const [OLDEST, NEWEST] = [15, 18];
const ALIVE_SECONDS = 30;
const WAITING_SECONDS = { warn: 60, fail: 900 };
const SKEW_SECONDS = { warn: 2, fail: 60 };

/** Checks of the database and its queue. `owner` is the pool of the owner role. */
export const databaseChecks = (runtime: Runtime, owner: pg.Pool): Check[] =>
  [
    { name: "database", run: () => version(owner) },
    { name: "migrations", run: () => migrations(owner) },
    { name: "writing", run: () => writing(owner) },
    { name: "roles", run: () => roles(runtime, owner) },
    { name: "row security", run: () => rowSecurity(owner) },
    { name: "policies", run: () => policies(owner) },
    { name: "grants", run: () => grants(runtime, owner) },
    { name: "secret", run: () => secret(runtime, owner) },
    { name: "connections", run: () => connections(runtime, owner) },
    { name: "workers", run: () => workers(owner) },
    { name: "queue", run: () => queue(owner) },
    { name: "failed jobs", run: () => failedJobs(owner) },
    { name: "clock", run: () => clock(owner) },
  ].map((check) => (check.name === "database" ? check : { ...check, needs: "database" }));

/** Checks for when only the runtime role's URL is known. */
export const runtimeChecks = (runtime: Runtime): Check[] => [
  {
    name: "database",
    run: async () =>
      warn(
        "DATABASE_URL is not set: only the runtime role is checked",
        "run this where the owner's URL is set, as for the worker",
      ),
  },
  { name: "roles", run: () => roles(runtime, null) },
];

async function version(owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{ number: number; text: string }>(
    `select current_setting('server_version_num')::int / 10000 as number, current_setting('server_version') as text`,
  );
  const { number, text } = rows[0]!;
  const found = `PostgreSQL ${text}`;
  if (number < OLDEST) return fail(found, `use PostgreSQL ${OLDEST} to ${NEWEST}`);
  return number > NEWEST ? warn(found, `tested with PostgreSQL ${OLDEST} to ${NEWEST}`) : ok(found);
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
  if (broken)
    return fail(
      `${broken.name} was interrupted`,
      'see "Old and interrupted migrations" in docs/operations/database.md',
    );
  if (missing.length > 0) return fail(`${missing.length} are missing`, 'run "finderlohn db migrate"');
  const newer = done.filter((name) => !ours.includes(name));
  if (newer.length > 0) return warn(`${newer.length} belong to a newer version`, "run the newer version of the app");
  return ok(`all ${ours.length} are applied`);
}

/** Checks that the runtime role can connect and has no excessive rights, and that the owner is not a superuser. */
async function roles(runtime: Runtime, owner: pg.Pool | null): Promise<Finding> {
  const { name } = roleOf(runtime.runtimeUrl);
  const database = runtime.openDatabase();
  try {
    await database.readiness();
  } catch (error) {
    return fail((error as Error).message || reasonOf(error), await adviceAboutRole(error, name, owner));
  } finally {
    await database.close();
  }
  const fine = "the runtime role connects, and cannot bypass row-level security";
  if (!owner) return ok(fine);
  const { rows } = await owner.query<{ mighty: boolean; objects: boolean }>(
    `select (select rolsuper from pg_roles where rolname = current_user) as mighty,
       has_function_privilege($1, 'pg_catalog.lo_create(oid)', 'execute') as objects`,
    [name],
  );
  if (rows[0]!.objects)
    return warn(
      `${fine}; it may create large objects, which row-level security does not protect`,
      "as a superuser run prisma/sql/superuser.sql in this database",
    );
  if (rows[0]!.mighty)
    return warn(
      `${fine}; the owner is a superuser of the server`,
      "let a role without superuser rights own the database (docs/operations/database.md)",
    );
  return ok(fine);
}

async function adviceAboutRole(error: unknown, name: string, owner: pg.Pool | null): Promise<string> {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "28P01" || code === "28000") {
    const known = await owner?.query("select 1 from pg_roles where rolname = $1 and rolcanlogin", [name]);
    if (known?.rowCount === 0) return `the role is missing: run "finderlohn db migrate"`;
    return (
      `the password of "${name}" in the database differs from DATABASE_APP_URL: correct the URL, or run ` +
      `alter role "${name}" password '…' with the password of the URL`
    );
  }
  if (code === "42501" || code === "42883" || code === "3F000") return 'run "finderlohn db migrate"';
  if (/isolated/.test((error as Error).message))
    return 'name another login role in DATABASE_APP_URL; "finderlohn db migrate" creates it';
  return "check host, port and user in DATABASE_APP_URL";
}

async function rowSecurity(owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relrowsecurity
       and exists (select 1 from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
                   where i.indrelid = c.oid and i.indisprimary and a.attname = 'org_id')
     order by 1`,
  );
  if (rows.length === 0) return ok("enabled for every table of an organization");
  const names = rows.map(({ name }) => name).join(", ");
  return fail(`disabled for ${names}`, `enable it: alter table … enable row level security`);
}

async function connections({ env }: Runtime, owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{ most: number; used: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
  );
  return connectionsFinding({ ...rows[0]!, pair: connectionsOf(env) });
}

/** @param figures allowed and used connections of the server, and the maximum of a web and a worker process */
export function connectionsFinding(figures: {
  most: number;
  used: number;
  pair: { web: number; worker: number };
}): Finding {
  const { most, used, pair } = figures;
  const found = `${used} of ${most} in use; a web process opens up to ${pair.web}, a worker up to ${pair.worker}`;
  const advice = "raise max_connections of the server, lower WEBHOOK_CONCURRENCY, or run fewer processes";
  if (used > most * 0.95) return fail(found, advice);
  return used > most * 0.8 || pair.web + pair.worker > most ? warn(found, advice) : ok(found);
}

async function workers(owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{ alive: number; due: boolean }>(
    // Web processes register too (app.web_process_alive).
    `select (select count(*)::int from public.worker_process
         where worker_id not like 'web:%' and seen_at > now() - make_interval(secs => $1)) as alive,
       exists (select 1 from graphile_worker.jobs where run_at <= now() and attempts < max_attempts) as due`,
    [ALIVE_SECONDS],
  );
  const { alive, due } = rows[0]!;
  // Each lane of a worker process has its own row.
  if (alive > 0) return ok(`${alive} lanes are running`);
  const advice = 'start "finderlohn worker" (or "start")';
  return due ? fail("none is running, and jobs are due", advice) : warn("none is running", advice);
}

async function queue(owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{ waiting: number; oldest: number; task: string | null }>(
    `with job as (select task_identifier as task, run_at from graphile_worker.jobs
                  where locked_at is null and attempts < max_attempts and run_at <= now())
     select count(*)::int as waiting, coalesce(extract(epoch from now() - min(run_at)), 0)::int as oldest,
       (select task from job order by run_at limit 1) as task from job`,
  );
  const { waiting, oldest, task } = rows[0]!;
  const found = `${waiting} due`;
  const late = `${found}; the oldest (${withoutPersonalData(task ?? "")}) has waited for ${oldest} s`;
  const more = "check the worker's log, and start more workers";
  if (oldest > WAITING_SECONDS.fail) return fail(late, more);
  if (oldest > WAITING_SECONDS.warn) return warn(late, more);
  return ok(found);
}

/** Counts the permanently failed jobs. Reports the most frequent error and its advice. */
async function failedJobs(owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{ task: string; error: string; count: number; all: number }>(
    `select task_identifier as task, left(coalesce(last_error, ''), 2000) as error, count(*)::int as count,
       (sum(count(*)) over ())::int as all
     from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
     group by 1, 2 order by count(*) desc, 1 limit 1`,
  );
  const [commonest] = rows;
  if (!commonest) return ok("no job has failed permanently");
  const { task, error, count, all } = commonest;
  const most = `${count} of ${withoutPersonalData(task)}: ${withoutPersonalData(error) || "no error was recorded"}`;
  return warn(`${all} permanently failed; ${most}`, adviceAboutJob(task, error));
}

async function clock(owner: pg.Pool): Promise<Finding> {
  const before = Date.now();
  const { rows } = await owner.query<{ now: number }>("select extract(epoch from clock_timestamp())::float8 as now");
  return clockFinding(rows[0]!.now - (before + Date.now()) / 2_000);
}

/** @param seconds how far the database's clock is ahead */
export function clockFinding(seconds: number): Finding {
  const off = Math.abs(seconds);
  const found = `${off.toFixed(1)} s between this machine and the database`;
  const advice = "synchronize both clocks (NTP): links, sessions and runs depend on them";
  if (off > SKEW_SECONDS.fail) return fail(found, advice);
  return off > SKEW_SECONDS.warn ? warn(found, advice) : ok(found);
}
