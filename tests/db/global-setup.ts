import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../../cli/migrate";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../cli/postgres/embedded";
import { projectRoot } from "../../cli/project-root";
import { prepareDatabase } from "../../cli/runtime";
import { memoryFolder } from "../support/memory-folder";
import type { TestServer } from "../support/server";

declare module "vitest" {
  interface ProvidedContext {
    server: TestServer;
  }
}

const APPLICATION = "finderlohn tests";

/**
 * Provides one server for the run (an embedded one, or the one at TEST_DATABASE_URL, whose user is a superuser) and on
 * it a migrated template that every test file clones.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await start();
  project.provide("server", server);
  return stop;
}

async function start(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const { server, keeper } = await openServer();
  try {
    const run = `test_${await backendPid(keeper)}`;
    await dropLeftovers(keeper);
    const template = await prepareDatabase(server, `${run}_template`, Boolean(process.env["TEST_DATABASE_URL"]));
    await migrate(template);
    return {
      server: { ...template, adminUrl: server.url("postgres"), run },
      stop: () => stopServer(server, keeper),
    };
  } catch (error) {
    await keeper.end();
    throw error;
  }
}

async function stopServer(server: Server, keeper: pg.Client): Promise<void> {
  await dropLeftovers(keeper, await backendPid(keeper));
  const { rowCount: others } = await keeper.query(
    "select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()",
    [APPLICATION],
  );
  await keeper.end();
  // Another run may be using it; the last run stops the server.
  if (!others) await server.stop?.();
}

type Server = Pick<EmbeddedPostgres, "url"> & Partial<Pick<EmbeddedPostgres, "stop">>;

/** Returns a server and a connection that stays open for the whole run and marks it as alive. */
async function openServer(): Promise<{ server: Server; keeper: pg.Client }> {
  for (let attempt = 1; ; attempt++) {
    const server = await findServer();
    const keeper = new pg.Client({ connectionString: server.url("postgres"), application_name: APPLICATION });
    keeper.on("error", () => {});
    try {
      await keeper.connect();
      return { server, keeper };
    } catch (error) {
      // The last other run may have stopped it between discovery and connection.
      if (attempt === 3) throw error;
    }
  }
}

async function findServer(): Promise<Server> {
  const given = process.env["TEST_DATABASE_URL"];
  if (!given) {
    // All runs of this checkout share it. Each database consists of a thousand files, created and deleted hundreds of
    // times.
    const checkout = createHash("sha256").update(projectRoot()).digest("hex").slice(0, 8);
    const folder = path.join(memoryFolder(), `finderlohn-test-${checkout}`);
    const server = await startEmbeddedPostgres({ dir: path.join(folder, "postgres"), fast: true });
    return {
      ...server,
      async stop() {
        await server.stop();
        fs.rmSync(folder, { recursive: true, force: true });
      },
    };
  }
  return { url: (database) => Object.assign(new URL(given), { pathname: `/${database}` }).href };
}

async function backendPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]!.pid;
}

/** Drops what killed runs left behind, and with `own` also the run that ends now. */
async function dropLeftovers(keeper: pg.Client, own = 0): Promise<void> {
  const { rows } = await keeper.query<{ datname: string }>(
    `select datname from pg_database
     where datname ~ '^test_[0-9]+_' and (split_part(datname, '_', 2)::int = $1 or split_part(datname, '_', 2)::int
       not in (select pid from pg_stat_activity where application_name = $2))`,
    [own, APPLICATION],
  );
  for (const { datname } of rows) {
    await keeper.query(`drop database if exists ${keeper.escapeIdentifier(datname)} with (force)`);
  }
}
