import { SILENT_SECONDS, type CatalogTable, type ClusterFacts } from "./catalog";
import { isEmpty, type Plan } from "./plan";

const NEWEST_SERVER = 17;
const OLDEST_CITUS = 13;

/**
 * Returns the problems that prevent distributing a database, one line with its fix each. Cluster checks are skipped if
 * there is no cluster.
 */
export function problemsOf(cluster: ClusterFacts, tables: CatalogTable[], plan: Plan): string[] {
  return [...clusterProblems(cluster, plan), ...schemaProblems(tables, plan)];
}

function clusterProblems(cluster: ClusterFacts, plan: Plan): string[] {
  const server = Math.floor(cluster.serverVersion / 10_000);
  const version = cluster.citusVersion;
  if (server > NEWEST_SERVER) {
    return [
      `the server is Postgres ${server}, Citus needs 15 to ${NEWEST_SERVER}: use a coordinator with one of these`,
    ];
  }
  if (!version) {
    return [
      'the extension citus is not in this database: as a superuser run "create extension citus" in the database of this name on every node',
    ];
  }
  if (Number.parseInt(version, 10) < OLDEST_CITUS) {
    return [`Citus is ${version}, but ${OLDEST_CITUS} or newer is needed: update the extension on every node`];
  }
  if (cluster.isWorker)
    return ["this node is a worker: use the coordinator's address in DATABASE_URL and DATABASE_APP_URL"];
  return [...nodeProblems(cluster), ...cluster.logins.flatMap(loginProblems), ...useProblems(cluster, plan)];
}

function nodeProblems({ coordinatorKnown, workers }: ClusterFacts): string[] {
  const found: string[] = [];
  if (!coordinatorKnown) {
    found.push(
      "the coordinator has no address for its workers: run \"select citus_set_coordinator_host('<host>', <port>)\" as a superuser",
    );
  }
  if (workers.length === 0) {
    found.push("no node holds shards: run \"select citus_add_node('<host>', <port>)\" as a superuser for each worker");
  }
  for (const { address } of workers.filter(({ active }) => !active)) {
    found.push(`the worker ${address} is not active: start it and run "select citus_activate_node" for it`);
  }
  return found;
}

function loginProblems({ role, worker, failure, pastRowSecurity }: ClusterFacts["logins"][number]): string[] {
  if (failure) {
    return [
      `the role "${role}" cannot use the worker ${worker} (${failure}): create it there and allow logins from the coordinator (pg_hba.conf, .pgpass)`,
    ];
  }
  if (!pastRowSecurity) return [];
  return [
    `the role "${role}" can bypass row-level security on the worker ${worker}: remove superuser and bypassrls from it there`,
  ];
}

function useProblems({ runtimeConnections, liveProcesses }: ClusterFacts, plan: Plan): string[] {
  if (isEmpty(plan)) return [];
  const found: string[] = [];
  if (runtimeConnections > 0) {
    found.push(
      `web or worker use the database (${runtimeConnections} connections): stop them, and start them again afterwards`,
    );
  }
  if (liveProcesses > 0) {
    found.push(
      `web or worker are alive (${liveProcesses} heartbeats in the last ${SILENT_SECONDS} s): stop them, wait if they were killed, and start them again afterwards`,
    );
  }
  return found;
}

/** Finds definitions that Citus rejects or silently changes; see docs/decisions/0019. */
function schemaProblems(tables: CatalogTable[], plan: Plan): string[] {
  const placed = new Set([...plan.reference, ...plan.distributed, ...plan.local, ...plan.done]);
  const distributed = new Set(plan.distributed);
  return tables
    .filter(({ name }) => placed.has(name))
    .flatMap((table) => [
      ...about(
        table.restrictivePolicies,
        `restrictive policies of ${table.name}, which Citus would make permissive: write one permissive policy for each command`,
      ),
      ...about(
        table.cascades,
        `foreign keys of ${table.name} with ON UPDATE CASCADE, which Citus rejects: make them NO ACTION`,
      ),
      ...about(
        distributed.has(table.name)
          ? table.triggers.filter((trigger) => trigger.arguments === 0).map(({ name }) => name)
          : [],
        `triggers of ${table.name} without arguments, which do not know their table on a shard: pass its name`,
      ),
      ...about(
        pointingOut(table, plan, tables),
        `distributed tables that ${table.name}, which is not distributed, has foreign keys to: drop these keys`,
      ),
    ]);
}

const about = (names: string[], what: string): string[] => (names.length > 0 ? [`${what} (${names.join(", ")})`] : []);

function pointingOut({ name, references }: CatalogTable, plan: Plan, tables: CatalogTable[]): string[] {
  if (![...plan.reference, ...plan.local].includes(name)) return [];
  const placed = tables.filter((table) => table.place === "distributed").map((table) => table.name);
  return references.filter((target) => plan.distributed.includes(target) || placed.includes(target));
}
