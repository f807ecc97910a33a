import type pg from "pg";
import type { CatalogueTable } from "./catalogue";
import { DISTRIBUTION_COLUMN, type Plan } from "./plan";

/** Settings of the transaction that places tables, and of every later one (see `keepSettings`). */
const LASTING_SETTINGS = {
  // Triggers run on the shards, within the same organisation: they are written for it.
  "citus.enable_unsafe_triggers": "on",
  // A definition is changed on the nodes one after the other, or a transaction that did so cannot go on with other
  // tables.
  "citus.multi_shard_modify_mode": "sequential",
};

/** Hands SET LOCAL on to the workers: without it row security knows no organisation there, and shows nothing. */
const PROPAGATION = { "citus.propagate_set_commands": "local" };

/**
 * Places the tables of a plan, inside the transaction of `client`. Triggers are taken away meanwhile: the copying of
 * the rows would fire them and count everything twice.
 * @param placed called after each table
 */
export async function placeTables(
  client: pg.ClientBase,
  plan: Plan,
  tables: CatalogueTable[],
  placed: () => void = () => {},
): Promise<void> {
  for (const [name, value] of Object.entries(LASTING_SETTINGS)) await client.query(`set local ${name} = '${value}'`);
  // Or Citus adds local tables to its metadata on its own, in an order in which foreign keys fail.
  await client.query("set local citus.enable_local_reference_table_foreign_keys = off");
  await placeFunctions(client);
  const id = (name: string) => client.escapeIdentifier(name);
  const triggers = tables
    .filter(({ name }) => [...plan.reference, ...plan.distributed].includes(name))
    .flatMap((table) => table.triggers.map((trigger) => ({ ...trigger, table: table.name })));
  for (const { name, table } of triggers) await client.query(`drop trigger ${id(name)} on ${id(table)}`);
  for (const name of plan.reference) {
    await client.query("select create_reference_table($1::regclass)", [id(name)]);
    placed();
  }
  // The first table makes the group of tables whose rows of one organisation stand on the same node.
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
  await placeLocal(client, plan.local);
  plan.local.forEach(placed);
}

/** A foreign key from a table of the coordinator to one of every node can only be made once Citus knows both. */
async function placeLocal(client: pg.ClientBase, names: string[]): Promise<void> {
  await client.query("set local citus.enable_local_reference_table_foreign_keys = on");
  const id = (name: string) => client.escapeIdentifier(name);
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname::text as table, f.conname::text as name, pg_get_constraintdef(f.oid) as definition
     from pg_constraint f join pg_class c on c.oid = f.conrelid
     where f.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.relname = any ($1) order by 1, 2`,
    [names],
  );
  for (const { table, name } of keys) await client.query(`alter table ${id(table)} drop constraint ${id(name)}`);
  for (const name of names) await client.query("select citus_add_local_table_to_metadata($1::regclass)", [id(name)]);
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${id(table)} add constraint ${id(name)} ${definition}`);
  }
}

/**
 * A database that was migrated before it got the extension has its functions on the coordinator only, and Citus does
 * not see those that triggers or the text of other functions name. A function in SQL that reads a table of the
 * coordinator stays there; no trigger needs one.
 */
async function placeFunctions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where p.pronamespace = 'app'::regnamespace
       and (p.provolatile = 'i' or p.prolang <> (select oid from pg_language where lanname = 'sql'))
       and not exists (
         select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`,
  );
  for (const { signature } of rows) {
    await client.query("select create_distributed_function($1::regprocedure)", [signature]);
    // A new function is open to everybody, and Citus hands on only what was granted.
    await client.query(`revoke all on function ${signature} from public`);
  }
}

/** Makes the settings those of the database: for migrations, and for every connection made from now on. */
export async function keepSettings(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select current_database()::text as name");
  const database = client.escapeIdentifier(rows[0]!.name);
  for (const [name, value] of Object.entries({ ...LASTING_SETTINGS, ...PROPAGATION })) {
    await client.query(`alter database ${database} set ${name} = '${value}'`);
  }
}

/** Removes what the coordinator still holds of tables that have been placed; returns their names. */
export async function truncateCopies(client: pg.ClientBase, tables: CatalogueTable[]): Promise<string[]> {
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
