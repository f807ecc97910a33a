interface Server {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Throws if the runtime role could bypass row-level security. That is a superuser, a role with BYPASSRLS, a table
 * owner, a role that may create roles (up to Postgres 15 it can join the owner), or a member of such a role. Without
 * `role` it checks the current role. Otherwise an easy mistake, the owner's URL in DATABASE_APP_URL, would disable
 * tenant isolation.
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
        `Use a login role without such rights ("finderlohn db migrate" creates one).`,
    );
  }
}

/** Whether the tables may be distributed over a Citus cluster. The result can only change while the app is stopped. */
export async function isDistributed(db: Server): Promise<boolean> {
  const { rows } = await db.query("select exists (select from pg_extension where extname = 'citus') as found");
  return (rows[0] as { found: boolean }).found;
}
