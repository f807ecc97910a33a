import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { assertRuntimeRole } from "~/platform/db/runtime-role.server";
import { jobsBy } from "~/domain/shared/jobs";
import { eventNames } from "~/domain/webhooks/events";
import { EMAILS_MIGRATION, normalizeEmails } from "./normalize-emails";
import { projectRoot } from "./project-root";
import { applyMigrations, migrationNames } from "./schema-engine";

/** Key of the advisory lock (any number). Processes that set up the same database at once wait for each other. */
export const SETUP_LOCK = 702_611_21;

export interface DatabaseAddresses {
  /** Owner: migrates, owns the tables and the job queue. */
  ownerUrl: string;
  /** Runtime role: web, CLI and task bodies. */
  runtimeUrl: string;
  /** The folder of the embedded server; undefined for another one. */
  folder?: string;
}

/**
 * Brings a database to this version: runtime role, job queue, migrations, grants. Safe to run by several processes at
 * once and on a database that is up to date. Returns the names of the migrations it applied. Throws when a migration
 * fails, with its name and the reason; the next run tries it again. Also throws when the database was made by
 * migrations that no longer exist, and when the runtime role could bypass row security.
 */
export async function migrate(
  { ownerUrl, runtimeUrl, folder }: DatabaseAddresses,
  prismaFolder = path.join(projectRoot(), "prisma"),
): Promise<string[]> {
  const client = await connectTo(ownerUrl);
  try {
    await client.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
    await refuseOlderSet(client, prismaFolder, folder);
    await ensureRole(client, runtimeUrl);
    await migrateQueue(ownerUrl);
    const { pending, hasBroken } = await readMigrations(client, prismaFolder);
    if (pending.includes(EMAILS_MIGRATION)) await normalizeEmails(client);
    // Without anything to do the schema engine is not started, which takes time and memory.
    const applied =
      pending.length === 0 && !hasBroken
        ? []
        : await applyMigrations(ownerUrl, prismaFolder).catch((error: Error) => giveBack(client, error));
    // Checked before the grants, which must not take rights from a role that owns tables.
    await assertRuntimeRole(client, roleOf(runtimeUrl).name);
    await applyGrants(client, prismaFolder, roleOf(runtimeUrl).name);
    return applied;
  } finally {
    await client.end();
  }
}

/** Opens a single connection. If the server ends it, only the running statement fails, not the process. */
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
    // Roles belong to the whole server. The set-up of another database may have created it at the same time.
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

/** The migrations were rewritten once, before anything was deployed: there is no way from the older set to this one. */
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
    `The database "${rows[0].name}" was made by an earlier version and cannot be brought to this one. ` +
      (folder === undefined
        ? "Name a new, empty database in DATABASE_URL and DATABASE_APP_URL."
        : `Delete the folder "${folder}" and start again: that makes an empty database.`),
  );
}

/**
 * The migrations of this version that a database lacks, oldest first. Throws when the database was made by migrations
 * that no longer exist.
 */
export async function pendingMigrations(
  { ownerUrl, folder }: Pick<DatabaseAddresses, "ownerUrl" | "folder">,
  prismaFolder = path.join(projectRoot(), "prisma"),
): Promise<string[]> {
  const client = await connectTo(ownerUrl);
  try {
    await refuseOlderSet(client, prismaFolder, folder);
    return (await readMigrations(client, prismaFolder)).pending;
  } finally {
    await client.end();
  }
}

async function readMigrations(client: pg.Client, prismaFolder: string) {
  const names = migrationNames(prismaFolder);
  const { rows: known } = await client.query("select 1 where to_regclass('_prisma_migrations') is not null");
  if (known.length === 0) return { pending: names, hasBroken: false };
  const { rows } = await client.query<{ name: string; done: boolean }>(
    `select migration_name as name, finished_at is not null as done
     from _prisma_migrations where rolled_back_at is null`,
  );
  const done = new Set(rows.filter((row) => row.done).map((row) => row.name));
  return { pending: names.filter((name) => !done.has(name)), hasBroken: rows.some((row) => !row.done) };
}

/**
 * Marks a failed migration as rolled back, and throws its error. A migration is one transaction, so only Prisma's row
 * about it is left, which would block every later start. A row without a log is left alone: the process was killed,
 * perhaps after the commit.
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
    // Loaded here: most commands do not migrate.
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
  // Several statements in one query are one transaction, so a running process is never without its rights.
  await client.query(sql);
}
