import path from "node:path";
import type pg from "pg";
import { outageOf } from "~/platform/db/outage.server";
import { createSealer } from "~/platform/seal.server";
import { applyGrants, roleOf } from "../migrate";
import { projectRoot } from "../project-root";
import { reasonOf } from "../run-command";
import type { Runtime } from "../runtime";
import { fail, ok, type Finding } from "./finding";

const NAMED = 5;
const named = (names: string[]) =>
  names.slice(0, NAMED).join(", ") + (names.length > NAMED ? ` and ${names.length - NAMED} more` : "");

/** Runs a callback in a transaction and rolls it back. */
async function undone<T>(owner: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query("begin; set local lock_timeout = '3s'");
    return await use(client);
  } finally {
    await client.query("rollback").catch(() => {});
    client.release();
  }
}

/** Checks that the database is writable by inserting a row and rolling back. */
export async function writing(owner: pg.Pool): Promise<Finding> {
  try {
    await undone(owner, (client) =>
      client.query("insert into public.worker_process (worker_id, seen_at) values ('doctor', now())"),
    );
    return ok("the database is writable");
  } catch (error) {
    const outage = outageOf(error);
    if (outage === "read_only")
      return fail(reasonOf(error), "use the primary server, or disable default_transaction_read_only there");
    if (outage === "full") return fail(reasonOf(error), "free disk space on the database server");
    throw error;
  }
}

/**
 * Checks that every policy of an organization's table compares the organization. Policies are combined with OR, so one
 * without it allows everything.
 */
export async function policies(owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname || '.' || p.polname as name
     from pg_policy p join pg_class c on c.oid = p.polrelid
     where c.relnamespace = 'public'::regnamespace
       and exists (select 1 from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
                   where i.indrelid = c.oid and i.indisprimary and a.attname = 'org_id')
       and (pg_get_expr(p.polqual, c.oid) not like '%app.org_id%'
            or pg_get_expr(p.polwithcheck, c.oid) not like '%app.org_id%')
     order by 1`,
  );
  if (rows.length === 0) return ok("all compare the organization");
  return fail(
    `${named(rows.map(({ name }) => name))}: allows all organizations`,
    "drop it (drop policy … on …): the app creates none like this",
  );
}

/** Compares the rights of the runtime role with prisma/sql/grants.sql by applying the file and rolling back. */
export async function grants(runtime: Runtime, owner: pg.Pool): Promise<Finding> {
  const { name } = roleOf(runtime.runtimeUrl);
  const { before, after } = await undone(owner, async (client) => {
    const read = async () =>
      new Set((await client.query<{ right: string }>(RIGHTS, [name])).rows.map((row) => row.right));
    const before = await read();
    await applyGrants(client, path.join(projectRoot(), "prisma"), name);
    return { before, after: await read() };
  });
  const missing = [...after].filter((right) => !before.has(right));
  const more = [...before].filter((right) => !after.has(right));
  const advice = 'run "finderlohn db migrate", which grants exactly the needed rights';
  if (missing.length > 0) return fail(`the runtime role lacks ${named(missing)}`, advice);
  if (more.length > 0) return fail(`the runtime role should not have ${named(more)}`, advice);
  return ok("the runtime role has exactly the needed rights");
}

const RIGHTS = `
  select lower(a.privilege_type) || ' on ' || o.name as right
  from (select oid, relname::text as name, relacl as acl from pg_class where relnamespace = 'public'::regnamespace
        union all
        select attrelid, attrelid::regclass || '.' || attname, attacl from pg_attribute
        where attacl is not null and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
        union all
        select oid, proname || '()', proacl from pg_proc where pronamespace = 'app'::regnamespace) o,
    aclexplode(o.acl) a
  where a.grantee = (select oid from pg_roles where rolname = $1)
  order by 1`;

/** Checks that stored second factors and webhook secrets, sealed with the app secret, can be unsealed. */
export async function secret(runtime: Runtime, owner: pg.Pool): Promise<Finding> {
  const { rows } = await owner.query<{ sealed: string }>(
    `(select secret as sealed from public.webhook_endpoint where secret is not null order by secret limit 1)
     union all (select secret from public.authenticator_app order by secret limit 1)`,
  );
  const { unseal } = createSealer(runtime.secret);
  const isReadable = (sealed: string) => {
    try {
      unseal(sealed);
      return true;
    } catch {
      return false;
    }
  };
  if (rows.every(({ sealed }) => isReadable(sealed))) return ok("encrypted data can be read");
  return fail(
    "data is encrypted with a different SESSION_SECRET",
    "restore the old value: second factors and webhook secrets cannot be read without it",
  );
}
