import fs from "node:fs";
import path from "node:path";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { assertRuntimeRole } from "~/platform/db/runtime-role.server";
import { queuedJobs } from "~/platform/jobs/catalogue";
import { projectRoot } from "./project-root";
import { applyMigrations, migrationNames } from "./schema-engine";

/** Any number: processes that set up the same database at once wait for each other on it. */
export const SETUP_LOCK = 702_611_21;

export interface DatabaseAddresses {
  /** Owner: migrates, owns the tables and the job queue. */
  ownerUrl: string;
  /** Runtime role: web, CLI and task bodies. */
  runtimeUrl: string;
}

/**
 * Brings a database to this version: runtime role, job queue, migrations, grants. Safe to run by several processes at
 * once and on a database that is up to date. Returns the names of the migrations it applied. Throws when one fails,
 * with its name and the reason, and the next run tries it again; and when the runtime role could see past row security.
 */
export async function migrate(
  { ownerUrl, runtimeUrl }: DatabaseAddresses,
  prismaFolder = path.join(projectRoot(), "prisma"),
): Promise<string[]> {
  const client = await connectTo(ownerUrl);
  try {
    await client.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
    await ensureRole(client, runtimeUrl);
    await migrateQueue(ownerUrl);
    const applied = (await isUpToDate(client, prismaFolder))
      ? []
      : await applyMigrations(ownerUrl, prismaFolder).catch((error: Error) => giveBack(client, error));
    // Tables that have just been made may be its own; and it must not lose rights that it has as the owner.
    await assertRuntimeRole(client, roleOf(runtimeUrl).name);
    await applyGrants(client, prismaFolder, roleOf(runtimeUrl).name);
    return applied;
  } finally {
    await client.end();
  }
}

/** A single connection. When the server ends it, the statement under way fails, and not the whole process. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Role name and password of a connection string. */
export function roleOf(url: string): { name: string; password: string } {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Creates a login role that can nothing yet, or leaves an existing one as it is. */
export async function ensureRole(client: pg.Client, url: string, attributes = ""): Promise<void> {
  const { name, password } = roleOf(url);
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [name]);
  if (rowCount) return;
  const role = client.escapeIdentifier(name);
  try {
    await client.query(`create role ${role} login password ${client.escapeLiteral(password)} ${attributes}`);
  } catch (error) {
    const code = (error as { code?: string }).code;
    // Roles belong to the whole cluster: another database's set-up may have made it this very moment.
    if (code === "42710" || code === "23505") return;
    if (code === "42501") {
      throw new Error(
        `The database role "${name}" of DATABASE_APP_URL does not exist and the owner may not create it. ` +
          `Create it (login, not superuser, no bypassrls) and run "finderlohn db migrate" again.`,
        { cause: error },
      );
    }
    throw error;
  }
}

/** Looks before the schema engine is started, which costs time and memory at every start. */
async function isUpToDate(client: pg.Client, prismaFolder: string): Promise<boolean> {
  const { rows: known } = await client.query("select 1 where to_regclass('_prisma_migrations') is not null");
  if (known.length === 0) return false;
  const { rows } = await client.query<{ name: string; done: boolean }>(
    `select migration_name as name, finished_at is not null as done
     from _prisma_migrations where rolled_back_at is null`,
  );
  const done = new Set(rows.filter((row) => row.done).map((row) => row.name));
  return rows.every((row) => row.done) && migrationNames(prismaFolder).every((name) => done.has(name));
}

/**
 * A migration is one transaction, so nothing of a failed one is left but Prisma's note of it, which would refuse every
 * later start. A note without a log is another matter: its process was killed, perhaps after the commit.
 */
async function giveBack(client: pg.Client, cause: Error): Promise<never> {
  const { rows: known } = await client.query("select 1 where to_regclass('_prisma_migrations') is not null");
  if (known.length === 0) throw cause;
  const { rows } = await client.query<{ name: string }>(
    `update _prisma_migrations set rolled_back_at = now()
     where finished_at is null and rolled_back_at is null and logs is not null returning migration_name as name`,
  );
  if (!rows[0]) throw cause;
  const reason = /ERROR: (.*)/.exec(cause.message)?.[1] ?? cause.message;
  throw new Error(`Migration ${rows[0].name} failed and was undone: ${reason}`, { cause });
}

async function migrateQueue(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  pool.on("error", () => {});
  pool.on("connect", (connection) => connection.on("error", () => {}));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

async function applyGrants(client: pg.Client, prismaFolder: string, runtimeRole: string): Promise<void> {
  const file = fs.readFileSync(path.join(prismaFolder, "sql", "grants.sql"), "utf8");
  const array = (names: string[]) => `array[${names.map((name) => client.escapeLiteral(name)).join(", ")}]`;
  const sql = file
    .replace(/^--.*$/gm, "")
    .replaceAll(":runtime", client.escapeIdentifier(runtimeRole))
    .replaceAll(":organization_jobs", array(queuedJobs.organization))
    .replaceAll(":identity_jobs", array(queuedJobs.identity));
  // Several statements in one simple query are one transaction: no moment without rights for a running process.
  await client.query(sql);
}
