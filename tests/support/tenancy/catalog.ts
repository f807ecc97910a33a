import type pg from "pg";

/**
 * Tables without an organization. All other tables, including future ones, must be isolated; also `membership`,
 * although its key begins with the user.
 */
export const GLOBAL_TABLES = [
  "app_user",
  "session",
  "one_time_token",
  "sign_up",
  "authenticator_app",
  "recovery_code",
  "passkey",
  "security_notice",
  "rate_limit",
  "worker_process",
  "commit_mark",
  "deleted_organization",
  "kept_document",
  "stripe_customer",
  "stripe_event",
  "stripe_simulation",
  "_prisma_migrations",
];

export interface Column {
  name: string;
  type: string;
  required: boolean;
  hasDefault: boolean;
  /** Computed from other columns; cannot be written. */
  generated: boolean;
}

/** The global tables with people or their payments; inaccessible in an organization's transaction. */
export const PEOPLE_TABLES = [
  "app_user",
  "session",
  "one_time_token",
  "sign_up",
  "authenticator_app",
  "recovery_code",
  "passkey",
  "security_notice",
  "stripe_event",
  "stripe_simulation",
];

/** Has rows per organization but is queried by user, so its key begins with the user. */
export const BY_PERSON = "membership";

export interface ForeignKey {
  name: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  /** Whether it has ON UPDATE CASCADE. */
  cascadesUpdates: boolean;
}

export interface Trigger {
  name: string;
  arguments: string[];
}

export interface Policy {
  name: string;
  permissive: boolean;
  /** r, a, w, d or * */
  command: string;
  forEveryone: boolean;
  using: string | null;
  check: string | null;
}

export interface Table {
  schema: string;
  name: string;
  rowSecurity: boolean;
  columns: Column[];
  primaryKey: string[];
  /** Columns of all unique indexes, including the primary key. */
  unique: string[][];
  foreignKeys: ForeignKey[];
  policies: Policy[];
  triggers: Trigger[];
  /** Definitions of the check constraints. */
  checks: string[];
  /** Rights of the runtime role, lower-case and sorted. */
  grants: string[];
  /** Rights of PUBLIC or by column, which must not exist. */
  otherGrants: string[];
  /** Whether the runtime role owns it or is a member of its owner. */
  ownedByRuntime: boolean;
}

const names = (keys: string) => `array(
  select a.attname::text from unnest(${keys}) with ordinality k(attnum, position)
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by k.position)`;

/** Reads every table from pg_catalog, except those of Postgres and of the job queue. */
export async function readTables(client: pg.ClientBase, runtimeRole: string): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `
    select n.nspname::text as schema, c.relname::text as name, c.relrowsecurity as "rowSecurity",
      pg_has_role($1, c.relowner, 'member') as "ownedByRuntime",
      (select json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, null), 'required', a.attnotnull, 'hasDefault', a.atthasdef,
          'generated', a.attgenerated <> '')
        order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select ${names("i.indkey")} from pg_index i where i.indrelid = c.oid and i.indisprimary), '{}')
        as "primaryKey",
      coalesce((select json_agg(${names("i.indkey")}) from pg_index i where i.indrelid = c.oid and i.indisunique), '[]')
        as unique,
      coalesce((select json_agg(json_build_object(
          'name', f.conname, 'columns', ${names("f.conkey")}, 'target', f.confrelid::regclass::text,
          'targetColumns', array(
            select a.attname::text from unnest(f.confkey) with ordinality k(attnum, position)
            join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum order by k.position),
          'cascadesUpdates', f.confupdtype <> 'a'))
       from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') as "foreignKeys",
      coalesce((select json_agg(json_build_object(
          'name', p.polname, 'permissive', p.polpermissive, 'command', p.polcmd, 'forEveryone', p.polroles = '{0}',
          'using', pg_get_expr(p.polqual, c.oid), 'check', pg_get_expr(p.polwithcheck, c.oid)) order by p.polname)
       from pg_policy p where p.polrelid = c.oid), '[]') as policies,
      coalesce((select json_agg(json_build_object('name', t.tgname, 'arguments', array_remove(
          string_to_array(encode(t.tgargs, 'escape'), '\\000'), '')) order by t.tgname)
       from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal), '[]') as triggers,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c')
        as checks,
      array(select lower(g.privilege_type) from aclexplode(c.relacl) g where g.grantee = $1::text::regrole order by 1)
        as grants,
      array(select g.privilege_type from aclexplode(c.relacl) g where g.grantee = 0 union all
        select a.attname || ' ' || g.privilege_type from pg_attribute a, aclexplode(a.attacl) g
        where a.attrelid = c.oid and g.grantee in (0, $1::text::regrole)) as "otherGrants"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname <> 'graphile_worker' and n.nspname <> 'information_schema'
      and n.nspname !~ '^pg_'
    order by c.relname`,
    [runtimeRole],
  );
  return rows;
}

/** Returns the tables that must be isolated. */
export function tenantTables(tables: Table[]): Table[] {
  return tables.filter(({ schema, name }) => schema !== "public" || !GLOBAL_TABLES.includes(name));
}
