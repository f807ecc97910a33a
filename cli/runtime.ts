import { createHmac, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import { openDatabase, type Database } from "~/platform/db/database.server";
import { openPool } from "~/platform/db/open-pool.server";
import { bankKeys, EnvError, parseEnv, publicAddress, SHORTEST_SECRET, type Env } from "~/platform/env.server";
import { fileTroubleOf } from "~/platform/file-trouble.server";
import { log } from "~/platform/log.server";
import { createSealer } from "~/platform/seal.server";
import { outgoingLinks } from "~/paths/outgoing";
import { createSigner } from "~/platform/signer.server";
import type { JobObserver, RunningWorker } from "../jobs/worker";
import { connectTo, ensureRole, migrate, roleOf, SETUP_LOCK, type DatabaseAddresses } from "./migrate";
import { isUsed } from "./embedded-users";
import { projectRoot } from "./project-root";
import { startEmbeddedPostgres, type EmbeddedOptions, type EmbeddedPostgres } from "./postgres/embedded";
import { keepRunning, type Keeper } from "./postgres/keep-running";

/** The validated environment and a running database, which every command needs. */
export interface Runtime extends DatabaseAddresses {
  env: Env;
  secret: string;
  /** Public address without a trailing slash. */
  appUrl: string;
  /** Set if this program runs the database itself. */
  embedded: EmbeddedPostgres | null;
  openDatabase(options?: { timeoutMs: number }): Database;
  /** Stops the embedded server if this process started it. */
  stop(): Promise<void>;
}

const DATABASE_NAME = "finderlohn";

/** Validates the environment and ensures that a database is running. Throws `EnvError`. */
export async function prepareRuntime(source = process.env): Promise<Runtime> {
  const env = parseEnv(source);
  const secret = env.SESSION_SECRET ?? (await inDataFolder(env, async () => storedSecret(env.DATA_DIR)));
  let embedded: EmbeddedPostgres | null = null;
  let addresses: DatabaseAddresses;
  if (env.DATABASE_APP_URL) {
    addresses = { ownerUrl: env.DATABASE_URL ?? "", runtimeUrl: env.DATABASE_APP_URL };
  } else {
    // If the server was killed, its users wait for it at the same address.
    embedded = await inDataFolder(env, () =>
      startEmbeddedPostgres({ ...embeddedOptions(env), samePort: isUsed({ env }) }),
    );
    addresses = { ...(await prepareDatabase(embedded, DATABASE_NAME)), folder: embedded.dir };
  }
  const appUrl = publicAddress(env);
  return {
    env,
    secret,
    appUrl,
    embedded,
    ...addresses,
    openDatabase: (options) =>
      openDatabase({
        url: addresses.runtimeUrl,
        secret,
        bankKeys: bankKeys(env, secret),
        connections: POOL,
        ...options,
      }),
    stop: async () => {
      if (embedded && !embedded.attached) await embedded.stop();
    },
  };
}

/**
 * Runs a callback that uses the data folder. Throws an `EnvError` that names folder and fix if a file cannot be used,
 * and an ordinary error if the disk is full.
 */
async function inDataFolder<T>({ DATA_DIR }: Env, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    const trouble = fileTroubleOf(error);
    // The missing or unreachable folder may be a parent of the data folder.
    const isOfFolder = trouble?.file && (isWithin(DATA_DIR, trouble.file) || isWithin(trouble.file, DATA_DIR));
    if (!trouble || !isOfFolder) throw error;
    const about = `the data folder "${DATA_DIR}" (database, secret, local mailbox) cannot be used: "${trouble.file}" ${trouble.what}`;
    if (!trouble.isChoice) throw new Error(about, { cause: error });
    throw new EnvError(`${about}. Make the user of this process its owner, or name another folder in DATA_DIR`, {
      cause: error,
    });
  }
}

const isWithin = (folder: string, file: string) => !path.relative(folder, file).startsWith("..");

/** Keeps the embedded server running; null for an external database. */
export function keepEmbedded({ env, embedded }: Runtime): Keeper | null {
  return embedded && keepRunning(embedded, embeddedOptions(env), log);
}

const embeddedOptions = ({ DATA_DIR }: Env): EmbeddedOptions => ({ dir: path.join(DATA_DIR, "postgres") });

/** Returns the owner's connection string. Throws `EnvError` if only the runtime role's is set. */
export function requireOwner({ ownerUrl }: Runtime): string {
  if (!ownerUrl) throw new EnvError("DATABASE_URL (the owner's connection string) is missing");
  return ownerUrl;
}

/**
 * Runs a callback with connections of the owner role, for work on all organizations. Throws `EnvError` without the
 * owner's URL.
 */
export async function withOwner<T>(runtime: Runtime, use: (owner: pg.Pool) => Promise<T>): Promise<T> {
  const owner = openPool(requireOwner(runtime), 2);
  try {
    return await use(owner);
  } finally {
    await owner.end();
  }
}

/**
 * Updates the runtime's database to this version. Returns the names of the applied migrations.
 * @param interrupted ends the waiting for locks, but no migration
 */
export function migrateRuntime(runtime: Runtime, interrupted?: AbortSignal): Promise<string[]> {
  return migrate({ ...runtime, ownerUrl: requireOwner(runtime) }, undefined, { interrupted });
}

/** How long the worker waits for a connection. */
const PATIENCE_MS = 30_000;

/** Connections of the runtime role in one pool (openDatabase). */
const POOL = 10;
/** Connections of the owner role for the metrics. */
const METRICS = 1;

/**
 * Returns the max connections of the owner role in a worker. Each lane keeps one to listen and shares the others.
 * Graphile Worker warns if there are fewer than slots in a lane, although its workers search one after the other here.
 */
const workerPool = ({ WORKER_CONCURRENCY, WEBHOOK_CONCURRENCY }: Concurrency) =>
  Math.max(WORKER_CONCURRENCY + 20, WEBHOOK_CONCURRENCY);

type Concurrency = Pick<Env, "WORKER_CONCURRENCY" | "WEBHOOK_CONCURRENCY">;

/** Returns the max database connections of each kind of process, including metrics. */
export const connectionsOf = (env: Concurrency): { web: number; worker: number } => ({
  // One pool for health, API and Stripe's events, another for the pages, and one connection for live updates.
  web: POOL + POOL + 1 + METRICS,
  worker: workerPool(env) + POOL + METRICS,
});

/** Starts the worker with everything its tasks need. `stop` closes all of it. */
export async function runWorker(runtime: Runtime, onJob?: JobObserver): Promise<RunningWorker> {
  // Loaded here, so that other commands start faster.
  const { startWorker } = await import("../jobs/worker");
  const { createMailer } = await import("~/platform/mail/mailer.server");
  const { openBilling } = await import("~/platform/stripe/open-billing.server");
  const { openFiles } = await import("~/platform/files/open-files.server");
  const { openVies } = await import("~/platform/vies.server");
  const { legalPagesThere } = await import("~/server/legal.server");
  const { env, secret, appUrl } = runtime;
  const owner = openPool(requireOwner(runtime), workerPool(env), PATIENCE_MS);
  const database = runtime.openDatabase();
  const closeDatabase = async () => {
    await database.close();
    await owner.end();
  };
  try {
    // Fails at the start instead of at the first job if the database is unreachable or the runtime role has too many
    // rights.
    await owner.query("select 1");
    await database.ping();
  } catch (error) {
    await closeDatabase();
    throw error;
  }
  const mailer = createMailer({
    ...(env.SMTP_URL && { smtpUrl: env.SMTP_URL }),
    from: env.MAIL_FROM,
    mailboxDir: path.join(env.DATA_DIR, "mail"),
  });
  const worker = await startWorker(
    {
      database,
      ownerPool: owner,
      mailer,
      billing: await openBilling(env, database, { secret, appUrl }),
      files: openFiles(env),
      unseal: createSealer(secret).unseal,
      signer: createSigner(secret),
      links: outgoingLinks(appUrl, () => legalPagesThere(env.LEGAL_DIR).includes("imprint"), env.CONTACT_EMAIL ?? null),
      webhooks: parseWebhookAllowance(env.WEBHOOK_ALLOWED_HOSTS),
      vies: env.VIES === "on" ? openVies() : null,
      log,
    },
    { jobs: env.WORKER_CONCURRENCY, deliveries: env.WEBHOOK_CONCURRENCY },
    { ...(onJob && { onJob }) },
  );
  return {
    async stop() {
      await worker.stop();
      mailer.close();
      await closeDatabase();
    },
  };
}

/**
 * Creates owner role, runtime role and database on a server if they are missing. The runtime role can use no other
 * database.
 * @param shared whether others use the server too; then the rights of its other databases stay unchanged
 */
export async function prepareDatabase(
  server: Pick<EmbeddedPostgres, "url">,
  name: string,
  shared = false,
): Promise<DatabaseAddresses> {
  const address = (role: string) => {
    const url = new URL(server.url(name));
    // Both passwords derive from the server's password, so only one secret has to be stored.
    url.password = createHmac("sha256", url.password).update(`database role ${role}`).digest("hex");
    url.username = role;
    return url.href;
  };
  const addresses = { ownerUrl: address("finderlohn_owner"), runtimeUrl: address("finderlohn_app") };
  const client = await connectTo(server.url("postgres"));
  try {
    await client.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
    await ensureRole(client, addresses.ownerUrl, "createdb createrole");
    await ensureRole(client, addresses.runtimeUrl);
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (!rowCount) {
      await client.query(`create database ${client.escapeIdentifier(name)} owner ${roleOf(addresses.ownerUrl).name}`);
    }
    if (!shared) {
      await client.query("revoke connect, temporary on database postgres, template1 from public");
      await client.query(`grant connect on database postgres to ${roleOf(addresses.ownerUrl).name}`);
    }
    await takeLargeObjects(server.url(name));
  } catch (error) {
    // Another process has set up the same server concurrently.
    if (!["42P04", "23505"].includes((error as { code?: string }).code ?? "")) throw error;
  } finally {
    await client.end();
  }
  return addresses;
}

async function takeLargeObjects(superuserUrl: string): Promise<void> {
  const client = await connectTo(superuserUrl);
  try {
    const file = path.join(projectRoot(), "prisma", "sql", "superuser.sql");
    await client.query(fs.readFileSync(file, "utf8"));
  } finally {
    await client.end();
  }
}

/**
 * Returns the secret if SESSION_SECRET is not set. It is created once, in a file that only its owner can read. Throws
 * `EnvError`.
 */
function storedSecret(dataDir: string): string {
  const file = path.join(dataDir, "secret");
  fs.mkdirSync(dataDir, { recursive: true });
  try {
    fs.writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = fs.readFileSync(file, "utf8").trim();
  if (secret.length < SHORTEST_SECRET)
    throw new EnvError(
      `the app secret in "${file}" has fewer than ${SHORTEST_SECRET} characters: restore the previous file (without it second factors and webhook secrets cannot be read), or delete it to create a new one`,
    );
  return secret;
}
