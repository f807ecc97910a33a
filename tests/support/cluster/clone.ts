import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { keepSettings } from "../../../cli/distribute/place-tables";
import { withDatabase } from "../database-url";
import type { TestAddresses, TestServer } from "../server";

/**
 * Clones the distributed template on every node. The tables of Citus name nodes but no databases, so the clones of one
 * name form a distributed database of their own.
 */
export async function cloneOnNodes(
  { run, ownerUrl, runtimeUrl }: Pick<TestServer, "run" | "ownerUrl" | "runtimeUrl">,
  nodeUrls: string[],
): Promise<TestAddresses> {
  const name = `${run}_${randomUUID().slice(0, 8)}`;
  const template = new URL(ownerUrl).pathname.slice(1);
  await Promise.all(nodeUrls.map((url) => cloneOn(url, template, name)));
  const addresses = { name, ownerUrl: withDatabase(ownerUrl, name), runtimeUrl: withDatabase(runtimeUrl, name) };
  // Settings of a database are not cloned.
  await on(withDatabase(nodeUrls[0]!, name), keepSettings);
  return addresses;
}

async function cloneOn(url: string, template: string, name: string): Promise<void> {
  await on(url, async (client) => {
    await repeat(async () => {
      // The maintenance process of Citus is connected to the template until the first clone.
      await client.query("select pg_terminate_backend(pid, 1000) from pg_stat_activity where datname = $1", [template]);
      await client.query(`create database "${name}" template "${template}" owner test_citus_owner`);
    });
    await client.query(`alter database "${name}" set timezone = '${process.env["TZ"]}'`);
  });
}

/** Drops a database on every node. The nodes keep connections to each other, so leaks cannot be told from them. */
export async function dropOnNodes(nodeUrls: string[], name: string): Promise<void> {
  const drop = `drop database if exists "${name}" with (force)`;
  for (const url of nodeUrls) await on(url, (client) => repeat(() => client.query(drop)));
}

/** Repeats a statement that fails while a process of Citus is connected to the database. */
async function repeat(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run();
      return;
    } catch (error) {
      if (attempt === 20) throw error;
      await setTimeout(100);
    }
  }
}

async function on<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
