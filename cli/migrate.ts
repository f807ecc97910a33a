import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { assertRuntimeRole } from "~/platform/db/runtime-role.server";
import { jobsBy } from "~/domain/shared/jobs";
import { eventNames } from "~/domain/webhooks/events";
import { EMAILS_MIGRATION, normalizeEmails } from "./normalize-emails";
import { projectRoot } from "./project-root";
import { applyMigrations, migrationNames } from "./apply-migrations";
import { LOCK_PATIENCE, type LockWaiting } from "./lock-retries";

/** Key of the advisory lock (any number). Processes that set up the same database concurrently wait for each other. */
export const SETUP_LOCK = 702_611_21;

export interface DatabaseAddresses {
  /** URL of the owner role, which migrates and owns the tables and the job queue. */
  ownerUrl: string;
  /** URL of the runtime role for web, CLI and tasks. */
  runtimeUrl: string;
  /** Data folder of the embedded server; undefined for an external one. */
  folder?: string;
}

/**
 * Updates a database to this version: runtime role, job queue, migrations, grants. Returns the names of the applied
 * migrations. Several processes may run it concurrently, and it does nothing on an up-to-date database. Throws with
 * name and reason if a migration fails; the next run retries it. Also throws if the database has the first set of
 * migrations or an interrupted one, or if the runtime role could bypass row-level security.
 * @param waiting how long a migration waits for locks, and what interrupts it
 */
export async function migrate(
  { ownerUrl, runtimeUrl, folder }: DatabaseAddresses,
  prismaFolder = path.join(projectRoot(), "prisma"),
  waiting: Partial<LockWaiting> = {},
): Promise<string[]> {
  const client = await connectTo(ownerUrl);
  try {
    await client.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
    await refuseOlderSet(client, prismaFolder, folder);
    await ensureRole(client, runtimeUrl);
    await migrateQueue(ownerUrl);
    const pending = await pendingOf(client, prismaFolder);
    const applied = await bringUp(client, pending, { prismaFolder, ownerUrl, waiting });
    // Checked before the grants, which must not revoke rights from a role that owns tables.
    await assertRuntimeRole(client, roleOf(runtimeUrl).name);
    await applyGrants(client, prismaFolder, roleOf(runtimeUrl).name);
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * Creates the tables of an empty database as these migrations leave them, without rights for the runtime role, to
 * restore a backup of an older version. `migrate` completes them.
 */
export async function migrateTo({ ownerUrl }: Pick<DatabaseAddresses, "ownerUrl">, names: readonly string[]) {
  const prismaFolder = path.join(projectRoot(), "prisma");
  const client = await connectTo(ownerUrl);
  try {
    await client.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
    await migrateQueue(ownerUrl);
    const pending = await pendingOf(client, prismaFolder);
    await bringUp(
      client,
      pending.filter((name) => names.includes(name)),
      { prismaFolder, ownerUrl },
    );
  } finally {
    await client.end();
  }
}

async function bringUp(
  client: pg.Client,
  names: string[],
  { prismaFolder, ownerUrl, waiting }: { prismaFolder: string; ownerUrl: string; waiting?: Partial<LockWaiting> },
): Promise<string[]> {
  if (names.includes(EMAILS_MIGRATION)) await normalizeEmails(client);
  if (names.length > 0) {
    const connect = () => connectTo(ownerUrl);
    await applyMigrations(client, prismaFolder, names, { ...LOCK_PATIENCE, connect, ...waiting });
  }
  return names;
}

/** Opens a single connection. If the server closes it, only the running query fails, not the process. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Returns role name and password of a connection string. */
export function roleOf(url: string): { name: string; password: string } {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Creates a login role without any rights. An existing role is not changed. */
export async function ensureRole(client: pg.Client, url: string, attributes = ""): Promise<void> {
  const { name, password } = roleOf(url);
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [name]);
  if (rowCount) return;
  const role = client.escapeIdentifier(name);
  try {
    await client.query(`create role ${role} login password ${client.escapeLiteral(password)} ${attributes}`);
  } catch (error) {
    const code = (error as { code?: string }).code;
    // Roles belong to the whole server, and the setup of another database may have created this one concurrently.
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

/**
 * Throws for a database with the first set of migrations. They were rewritten before any deployment, and no upgrade
 * exists.
 */
async function refuseOlderSet(client: pg.Client, prismaFolder: string, folder?: string): Promise<void> {
  const { rows: known } = await client.query("select 1 where to_regclass('_prisma_migrations') is not null");
  if (known.length === 0) return;
  const [first] = migrationNames(prismaFolder);
  const { rows } = await client.query<{ name: string }>(
    "select current_database() as name from _prisma_migrations where migration_name < $1 limit 1",
    [first],
  );
  if (!rows[0]) return;
  throw new Error(
    `The database "${rows[0].name}" was created by an earlier version and cannot be upgraded. ` +
      (folder === undefined
        ? "Name a new, empty database in DATABASE_URL and DATABASE_APP_URL."
        : `Delete the folder "${folder}" and start again; this creates an empty database.`),
  );
}

/**
 * Returns the migrations of this version that the database lacks, oldest first. Throws if the database has migrations
 * that no longer exist.
 */
export async function pendingMigrations(
  { ownerUrl, folder }: Pick<DatabaseAddresses, "ownerUrl" | "folder">,
  prismaFolder = path.join(projectRoot(), "prisma"),
): Promise<string[]> {
  const client = await connectTo(ownerUrl);
  try {
    await refuseOlderSet(client, prismaFolder, folder);
    return await pendingOf(client, prismaFolder);
  } finally {
    await client.end();
  }
}

/** Throws if an earlier version was killed during a migration, perhaps after its commit. */
async function pendingOf(client: pg.Client, prismaFolder: string): Promise<string[]> {
  const names = migrationNames(prismaFolder);
  const { rows: known } = await client.query("select 1 where to_regclass('_prisma_migrations') is not null");
  if (known.length === 0) return names;
  const { rows } = await client.query<{ name: string; done: boolean }>(
    `select migration_name as name, finished_at is not null as done
     from _prisma_migrations where rolled_back_at is null`,
  );
  const broken = rows.find((row) => !row.done);
  if (broken) {
    throw new Error(
      `Migration ${broken.name} was interrupted: see "Old and interrupted migrations" in docs/operations/database.md`,
    );
  }
  const done = new Set(rows.map((row) => row.name));
  return names.filter((name) => !done.has(name));
}

async function migrateQueue(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  pool.on("error", () => {});
  pool.on("connect", (connection) => connection.on("error", () => {}));
  try {
    // Loaded here, because most commands do not migrate.
    const { runMigrations } = await import("graphile-worker");
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

export async function applyGrants(client: pg.ClientBase, prismaFolder: string, runtimeRole: string): Promise<void> {
  const file = fs.readFileSync(path.join(prismaFolder, "sql", "grants.sql"), "utf8");
  const array = (names: string[]) => `array[${names.map((name) => client.escapeLiteral(name)).join(", ")}]`;
  const sql = file
    .replace(/^--.*$/gm, "")
    .replaceAll(":runtime", client.escapeIdentifier(runtimeRole))
    .replaceAll(":organization_jobs", array(jobsBy("organization")))
    .replaceAll(":identity_jobs", array(jobsBy("identity")))
    .replaceAll(":webhook_events", array(eventNames));
  // Several statements in one query form one transaction, so a running process never lacks its rights.
  await client.query(sql);
}
