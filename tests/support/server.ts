import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { cloneOnNodes, dropOnNodes } from "./cluster/clone";
import { withDatabase } from "./database-url";

export { withDatabase };

/** Data that tests/db/global-setup.ts provides to every test file. */
export interface TestServer {
  /** URL of the server's superuser, database postgres. */
  adminUrl: string;
  /** URLs of owner and runtime role in the migrated template database. */
  ownerUrl: string;
  runtimeUrl: string;
  /** Prefix of all database names of this run. */
  run: string;
  /** URLs of a superuser on each node of a Citus cluster, coordinator first; undefined for a single server. */
  nodeUrls?: string[];
}

/** A test database with the URLs of its two roles. */
export interface TestAddresses {
  name: string;
  ownerUrl: string;
  runtimeUrl: string;
}

/** Creates a database: a clone of the migrated template (about 70 ms), or an empty one with only the two roles. */
export async function createTestDatabase(from: "template" | "empty" = "template"): Promise<TestAddresses> {
  const server = inject("server");
  if (server.nodeUrls && from === "template") return cloneOnNodes(server, server.nodeUrls);
  const name = `${server.run}_${randomUUID().slice(0, 8)}`;
  const template = from === "template" ? ` template "${databaseOf(server.ownerUrl)}"` : "";
  await onServer(async (client) => {
    await client.query(`create database "${name}"${template}`);
    await client.query(`alter database "${name}" set timezone = '${process.env["TZ"]}'`);
  });
  return {
    name,
    ownerUrl: withDatabase(server.ownerUrl, name),
    runtimeUrl: withDatabase(server.runtimeUrl, name),
  };
}

/**
 * Drops a database without force. A connection that is still open after five seconds is a leak, and the test file
 * fails.
 */
export async function dropTestDatabase({ name }: Pick<TestAddresses, "name">): Promise<void> {
  const { nodeUrls } = inject("server");
  if (nodeUrls) return dropOnNodes(nodeUrls, name);
  try {
    await onServer((client) => client.query(`drop database "${name}"`));
  } catch (cause) {
    const { rows } = await onServer(
      (client) =>
        client.query<{ query: string }>(
          "select usename || ': ' || query as query from pg_stat_activity where datname = $1",
          [name],
        ),
      // Only a superuser may see the statements of others.
      inject("server").adminUrl,
    );
    throw new Error(`connections leaked; last statements: ${rows.map((row) => row.query).join(" | ")}`, {
      cause,
    });
  }
}

const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

/** Runs as the owner role by default, because a database belongs to its creator. */
async function onServer<T>(
  use: (client: pg.Client) => Promise<T>,
  url = withDatabase(inject("server").ownerUrl, "postgres"),
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
