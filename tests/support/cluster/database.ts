import { randomUUID } from "node:crypto";
import pg from "pg";
import { withDatabase, type TestAddresses } from "../server";

/** URL of a superuser on the coordinator of a Citus cluster, in a database that knows its workers. */
export const CLUSTER_URL = process.env["TEST_CITUS_URL"];

export interface ClusterDatabase extends TestAddresses {
  /** URLs of a superuser for the database on the coordinator and on each worker. */
  coordinatorUrl: string;
  workerUrls: string[];
  drop(): Promise<void>;
}

const ROLES = { owner: "test_citus_owner", app: "test_citus_app" };
const PASSWORD = "known to everybody";

/**
 * Creates an empty database on every node of the cluster. `prepare` sees the coordinator's as a single server's. Then
 * the extension is created and the nodes are registered.
 */
export async function createClusterDatabase(
  prepare: (addresses: TestAddresses) => Promise<unknown>,
  name = `test_citus_${randomUUID().slice(0, 8)}`,
): Promise<ClusterDatabase> {
  const nodes = await readNodes();
  const urls = nodes.map(({ url }) => withDatabase(url, name));
  const coordinatorUrl = urls[0]!;
  const address = (role: string) => Object.assign(new URL(coordinatorUrl), { username: role, password: PASSWORD }).href;
  const addresses = { name, ownerUrl: address(ROLES.owner), runtimeUrl: address(ROLES.app) };
  for (const { url } of nodes) await on(url, (client) => prepareNode(client, name));
  await prepare(addresses);
  for (const url of urls) await on(url, (client) => client.query("create extension citus"));
  await on(coordinatorUrl, async (client) => {
    await client.query(`alter database "${name}" set citus.enable_stat_counters = on`);
    for (const [index, { host, port }] of nodes.entries()) {
      const add = index === 0 ? "citus_set_coordinator_host" : "citus_add_node";
      await client.query(`select ${add}($1, $2)`, [host, port]);
    }
    for (const role of Object.values(ROLES)) {
      await client.query("insert into pg_dist_authinfo values (0, $1, $2)", [role, `password='${PASSWORD}'`]);
    }
  });
  return {
    ...addresses,
    coordinatorUrl,
    workerUrls: urls.slice(1),
    drop: async () => {
      for (const { url } of nodes) {
        await on(url, (client) => client.query(`drop database "${name}" with (force)`));
      }
    },
  };
}

/** Returns the nodes, coordinator first. */
export async function readNodes(): Promise<{ host: string; port: number; url: string }[]> {
  const { rows } = await on(CLUSTER_URL!, (client) =>
    client.query<{ host: string; port: number; coordinator: boolean }>(
      `select nodename as host, nodeport as port, groupid = 0 as coordinator from pg_dist_node
       where noderole = 'primary' order by groupid`,
    ),
  );
  return rows.map(({ host, port, coordinator }) => {
    const url = coordinator
      ? CLUSTER_URL!
      : Object.assign(new URL(CLUSTER_URL!), { hostname: host, port: String(port) }).href;
    return { host, port, url };
  });
}

async function prepareNode(client: pg.Client, name: string): Promise<void> {
  await client.query("set citus.enable_create_role_propagation = off");
  for (const role of Object.values(ROLES)) {
    const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [role]);
    if (!rowCount) await client.query(`create role "${role}" login password '${PASSWORD}'`);
  }
  await client.query(`create database "${name}" owner "${ROLES.owner}"`);
}

/** Runs a callback on a separate connection. */
export async function on<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
