import type pg from "pg";
import type { CatalogTable } from "./catalog";
import { DISTRIBUTION_COLUMN, type Plan } from "./plan";

/** Settings of the transaction that places tables, and of all later ones (see `keepSettings`). */
const LASTING_SETTINGS = {
  // The triggers run on the shards and are written to stay within one organization.
  "citus.enable_unsafe_triggers": "on",
  // Changes definitions on one node after the other. Otherwise the transaction could not continue with other tables.
  "citus.multi_shard_modify_mode": "sequential",
};

/** Forwards SET LOCAL to the workers. Otherwise row-level security there knows no organization and hides all rows. */
const PROPAGATION = { "citus.propagate_set_commands": "local" };

/**
 * Places the tables of a plan inside the transaction of `client`. Triggers are dropped meanwhile, because copying the
 * rows would fire them and count everything twice. Foreign keys from distributed tables to tables of the coordinator
 * are dropped for good.
 * @param placed called after each table
 */
export async function placeTables(
  client: pg.ClientBase,
  { plan, tables, shards }: { plan: Plan; tables: CatalogTable[]; shards: number },
  placed: () => void = () => {},
): Promise<void> {
  for (const [name, value] of Object.entries(LASTING_SETTINGS)) await client.query(`set local ${name} = '${value}'`);
  await client.query(`set local citus.shard_count = ${Math.trunc(shards)}`);
  // Otherwise Citus adds local tables to its metadata in an order in which foreign keys fail.
  await client.query("set local citus.enable_local_reference_table_foreign_keys = off");
  await placeFunctions(client);
  const id = (name: string) => client.escapeIdentifier(name);
  const triggers = tables
    .filter(({ name }) => [...plan.reference, ...plan.distributed].includes(name))
    .flatMap((table) => table.triggers.map((trigger) => ({ ...trigger, table: table.name })));
  for (const { name, table } of triggers) await client.query(`drop trigger ${id(name)} on ${id(table)}`);
  const keys = await dropForeignKeys(client, plan, tables);
  // Reference tables of an earlier release that have another place now.
  for (const { name } of tables.filter((table) => table.place === "reference" && isMoved(plan, table.name))) {
    await client.query("select undistribute_table($1::regclass)", [id(name)]);
  }
  for (const name of plan.reference) {
    await client.query("select create_reference_table($1::regclass)", [id(name)]);
    placed();
  }
  // The first table defines the colocation group, which keeps the rows of one organization on the same node.
  const first = tables.find(({ place }) => place === "distributed")?.name ?? plan.distributed[0];
  for (const name of plan.distributed) {
    await client.query("select create_distributed_table($1::regclass, $2, colocate_with => $3)", [
      id(name),
      DISTRIBUTION_COLUMN,
      name === first ? "none" : id(first!),
    ]);
    placed();
  }
  for (const { definition } of triggers) await client.query(definition);
  // Foreign keys between tables of the coordinator can only be created once Citus knows both tables.
  await client.query("set local citus.enable_local_reference_table_foreign_keys = on");
  for (const name of plan.local) {
    await client.query("select citus_add_local_table_to_metadata($1::regclass)", [id(name)]);
    placed();
  }
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${id(table)} add constraint ${id(name)} ${definition}`);
  }
}

const isMoved = (plan: Plan, name: string) => plan.local.includes(name) || plan.distributed.includes(name);

interface ForeignKey {
  table: string;
  target: string;
  name: string;
  definition: string;
}

/**
 * Drops all foreign keys of tables whose placing they would prevent. Returns those to create again afterwards: Citus
 * has no keys from distributed tables to tables of the coordinator.
 */
async function dropForeignKeys(client: pg.ClientBase, plan: Plan, tables: CatalogTable[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.relname::text as table, t.relname::text as target, f.conname::text as name,
       pg_get_constraintdef(f.oid) as definition
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
     where f.contype = 'f' and c.relnamespace = 'public'::regnamespace order by 1, 3`,
  );
  const places = new Map(tables.map(({ name, place }) => [name, place]));
  for (const place of ["reference", "distributed", "local"] as const) {
    for (const name of plan[place]) places.set(name, place);
  }
  const isImpossible = ({ table, target }: ForeignKey) =>
    places.get(table) === "distributed" && places.get(target) === "local";
  const dropped = rows.filter(
    (key) => isImpossible(key) || plan.local.includes(key.table) || plan.local.includes(key.target),
  );
  const id = (name: string) => client.escapeIdentifier(name);
  for (const { table, name } of dropped) await client.query(`alter table ${id(table)} drop constraint ${id(name)}`);
  return dropped.filter((key) => !isImpossible(key));
}

/**
 * Distributes the functions of a database that was migrated before the extension was installed. Citus does not find
 * functions that triggers or other functions name. SQL functions that read a local table stay on the coordinator; no
 * trigger needs one.
 */
async function placeFunctions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where p.pronamespace = 'app'::regnamespace
       and (p.provolatile = 'i' or p.prolang <> (select oid from pg_language where lanname = 'sql'))
       and not exists (
         select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`,
  );
  // Functions can be sent before functions that they call.
  for (const [name, value] of Object.entries(PROPAGATION)) await client.query(`set local ${name} = '${value}'`);
  await client.query("set local check_function_bodies = off");
  for (const { signature } of rows) {
    await client.query("select create_distributed_function($1::regprocedure)", [signature]);
    // A new function is executable by everyone, and Citus forwards only grants.
    await client.query(`revoke all on function ${signature} from public`);
  }
}

/** Stores the settings in the database, for migrations and all new connections. */
export async function keepSettings(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select current_database()::text as name");
  const database = client.escapeIdentifier(rows[0]!.name);
  for (const [name, value] of Object.entries({ ...LASTING_SETTINGS, ...PROPAGATION })) {
    await client.query(`alter database ${database} set ${name} = '${value}'`);
  }
}

/** Removes the coordinator's copies of distributed tables. Returns the names of the tables. */
export async function truncateCopies(client: pg.ClientBase, tables: CatalogTable[]): Promise<string[]> {
  const left = tables.filter(
    ({ place, localBytes }) => (place === "distributed" || place === "reference") && localBytes > 0,
  );
  for (const { name } of left) {
    await client.query("select truncate_local_data_after_distributing_table($1::regclass)", [
      client.escapeIdentifier(name),
    ]);
  }
  return left.map(({ name }) => name);
}
