import type pg from "pg";
import { DISTRIBUTION_COLUMN, type Place, type TableFacts } from "./plan";

/** System catalog facts of a table in the schema public. */
export interface CatalogTable extends TableFacts {
  /** Bytes of the coordinator's own copy, which remains after a table is distributed. */
  localBytes: number;
  restrictivePolicies: string[];
  /** Foreign keys with org_id that use ON UPDATE CASCADE. */
  cascades: string[];
  triggers: Trigger[];
}

export interface Trigger {
  name: string;
  arguments: number;
  /** The CREATE TRIGGER statement. */
  definition: string;
}

/** Facts about the Citus nodes and the roles' access to them. */
export interface ClusterFacts {
  /** server_version_num of Postgres: 150020. */
  serverVersion: number;
  /** Null if the extension is not installed in this database. */
  citusVersion: string | null;
  /** Whether this node is a worker that only holds shards. */
  isWorker: boolean;
  coordinatorKnown: boolean;
  /** Nodes that hold shards. */
  workers: { address: string; active: boolean }[];
  logins: Login[];
  /** Connections of the runtime role to this database. */
  runtimeConnections: number;
  /** Web processes and workers with a recent heartbeat; an idle one has no connections. */
  liveProcesses: number;
}

/** Access of one of the two roles to one worker. */
export interface Login {
  role: string;
  worker: string;
  /** Error of the login; null if it works. */
  failure: string | null;
  /** Whether the role could bypass row-level security there; only checked for the runtime role. */
  pastRowSecurity: boolean;
}

/** Reads all tables of the schema public. Throws Postgres error 42P01 if the database is not migrated. */
export async function readTables(client: pg.ClientBase): Promise<CatalogTable[]> {
  await client.query("select 'organization'::regclass");
  const { rows } = await client.query<Omit<CatalogTable, "place">>(
    `select c.relname::text as name, pg_relation_size(c.oid)::int8::float8 as "localBytes",
       coalesce((select array_agg(a.attname::text order by k.position)
         from pg_index i, unnest(i.indkey) with ordinality k(attnum, position), pg_attribute a
         where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum), '{}')
         as "primaryKey",
       array(select distinct t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' order by 1) as "references",
       array(select p.polname::text from pg_policy p where p.polrelid = c.oid and not p.polpermissive order by 1)
         as "restrictivePolicies",
       array(select f.conname::text from pg_constraint f
         where f.conrelid = c.oid and f.contype = 'f' and f.confupdtype = 'c' and exists (
           select from pg_attribute a
           where a.attrelid = c.oid and a.attnum = any (f.conkey) and a.attname = $1) order by 1) as cascades,
       coalesce((select json_agg(json_build_object(
           'name', t.tgname, 'arguments', t.tgnargs, 'definition', pg_get_triggerdef(t.oid)) order by t.tgname)
         from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal), '[]') as triggers
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1`,
    [DISTRIBUTION_COLUMN],
  );
  const places = (await citusVersionOf(client)) ? await readPlaces(client) : new Map<string, Place>();
  return rows.map((row) => ({ ...row, place: places.get(row.name) ?? null }));
}

async function readPlaces(client: pg.ClientBase): Promise<Map<string, Place>> {
  // partmethod h: distributed by the hash of a column. repmodel t: reference table on every node.
  const { rows } = await client.query<{ name: string; place: Place }>(
    `select c.relname::text as name, case when p.partmethod = 'h' then 'distributed'
       when p.repmodel = 't' then 'reference' else 'local' end as place
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, place }) => [name, place]));
}

/** Reads the facts about the cluster. `runtime` is a connection of the runtime role. */
export async function readCluster(owner: pg.ClientBase, runtime: pg.ClientBase): Promise<ClusterFacts> {
  const { rows } = await owner.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const facts: ClusterFacts = {
    serverVersion: rows[0]!.version,
    citusVersion: await citusVersionOf(owner),
    isWorker: false,
    coordinatorKnown: false,
    workers: [],
    logins: [],
    runtimeConnections: 0,
    liveProcesses: 0,
  };
  if (!facts.citusVersion) return facts;
  const { rows: nodes } = await owner.query<{
    address: string;
    active: boolean;
    coordinator: boolean;
    shards: boolean;
  }>(
    `select nodename || ':' || nodeport as address, isactive as active, groupid = 0 as coordinator,
       shouldhaveshards as shards
     from pg_dist_node where noderole = 'primary' order by nodeid`,
  );
  const { rows: local } = await owner.query<{ worker: boolean }>(
    "select groupid <> 0 as worker from pg_dist_local_group",
  );
  facts.isWorker = local[0]?.worker ?? false;
  facts.coordinatorKnown = nodes.some((node) => node.coordinator);
  facts.workers = nodes.filter((node) => node.shards).map(({ address, active }) => ({ address, active }));
  facts.logins = [...(await readLogins(owner, false)), ...(await readLogins(runtime, true))];
  facts.runtimeConnections = await countConnections(owner, runtime);
  facts.liveProcesses = await countLiveProcesses(owner);
  return facts;
}

async function readLogins(client: pg.ClientBase, isRuntime: boolean): Promise<Login[]> {
  const { rows } = await client.query<{
    role: string;
    worker: string;
    success: boolean;
    result: string;
  }>(
    `select current_user::text as role, nodename || ':' || nodeport as worker, success, result
     from run_command_on_workers($1) order by 2`,
    [
      `select bool_or(rolsuper or rolbypassrls) from pg_catalog.pg_roles
       where pg_catalog.pg_has_role(current_user, oid, 'member')`,
    ],
  );
  return rows.map(({ role, worker, success, result }) => ({
    role,
    worker,
    failure: success ? null : result.split("\n")[0]!,
    pastRowSecurity: isRuntime && success && result === "t",
  }));
}

/** Counts the other connections of the runtime role, which belong to web and worker. */
async function countConnections(owner: pg.ClientBase, runtime: pg.ClientBase): Promise<number> {
  const { rows: self } = await runtime.query<{ pid: number; role: string }>(
    "select pg_backend_pid() as pid, current_user::text as role",
  );
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and usename = $1 and pid <> $2`,
    [self[0]!.role, self[0]!.pid],
  );
  return rows[0]!.count;
}

/** Seconds without a heartbeat after which a process counts as ended. The slower heartbeat comes every 10 s. */
export const SILENT_SECONDS = 30;

/** Counts the web processes and worker lanes that have written a heartbeat recently. */
export async function countLiveProcesses(owner: pg.ClientBase): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from worker_process where seen_at > now() - make_interval(secs => $1)`,
    [SILENT_SECONDS],
  );
  return rows[0]!.count;
}

async function citusVersionOf(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ version: string }>(
    "select extversion as version from pg_extension where extname = 'citus'",
  );
  return rows[0]?.version ?? null;
}
