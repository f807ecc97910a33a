interface Server {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Refuses a runtime role that could see past row security: a superuser, one with BYPASSRLS, an owner of tables, one
 * that may create roles (up to Postgres 15 it can make itself a member of the owner), or a member of such a role.
 * Without `role` the one of the connection is asked about. A convenient mistake (the owner's address in
 * DATABASE_APP_URL) would switch tenancy off.
 */
export async function assertRuntimeRole(db: Server, role?: string): Promise<void> {
  const { rows } = await db.query(
    `
    select coalesce($1::name, current_user) as name, case
      when r.rolsuper then 'is a superuser'
      when r.rolbypassrls then 'may bypass row security'
      when exists (select 1 from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p')) then 'owns tables'
      when r.rolcreaterole then 'may create roles, and take rights of others with them'
    end as reason
    from pg_roles r
    where pg_has_role(coalesce($1::name, current_user), r.oid, 'member')
      and (r.rolsuper or r.rolbypassrls or r.rolcreaterole or exists (
        select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relowner = r.oid and c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')))
    limit 1`,
    [role ?? null],
  );
  const problem = rows[0] as { name: string; reason: string } | undefined;
  if (problem) {
    throw new Error(
      `The database role "${problem.name}" of DATABASE_APP_URL ${problem.reason}: tenants would not be isolated. ` +
        `Use a login role without such rights ("finderlohn db migrate" makes one).`,
    );
  }
}

/**
 * Whether the tables may be distributed over the nodes of a Citus cluster. It changes only while the program stands
 * still.
 */
export async function isDistributed(db: Server): Promise<boolean> {
  const { rows } = await db.query("select exists (select from pg_extension where extname = 'citus') as found");
  return (rows[0] as { found: boolean }).found;
}
