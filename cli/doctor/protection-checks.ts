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

/** Runs something in a transaction that is rolled back. */
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

/** Whether the database takes changes: a row is written, and taken back. */
export async function writing(owner: pg.Pool): Promise<Finding> {
  try {
    await undone(owner, (client) =>
      client.query("insert into public.worker_process (worker_id, seen_at) values ('doctor', now())"),
    );
    return ok("the database takes changes");
  } catch (error) {
    const outage = outageOf(error);
    if (outage === "read_only")
      return fail(reasonOf(error), "name the primary server, or end default_transaction_read_only there");
    if (outage === "full") return fail(reasonOf(error), "make room on the disk of the database");
    throw error;
  }
}

/**
 * Every policy of an organisation's table has to ask for the organisation: several of one table let in what any of them
 * does.
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
  if (rows.length === 0) return ok("each asks for the organisation");
  return fail(
    `${named(rows.map(({ name }) => name))}: open for every organisation`,
    "drop it (drop policy … on …): the program makes none of this kind",
  );
}

/**
 * What the runtime role may do is compared with what prisma/sql/grants.sql says, by applying that and taking it back.
 */
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
  const advice = 'run "finderlohn db migrate", which grants exactly what is needed';
  if (missing.length > 0) return fail(`the runtime role lacks ${named(missing)}`, advice);
  if (more.length > 0) return fail(`the runtime role has ${named(more)} that it should not`, advice);
  return ok("the runtime role has exactly what it needs");
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

/**
 * Whether what is stored can still be read: second factors and webhook secrets are sealed with the application's
 * secret.
 */
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
  if (rows.every(({ sealed }) => isReadable(sealed))) return ok("what is sealed in the database can be read");
  return fail(
    "what is sealed in the database was sealed with another SESSION_SECRET",
    "set the one from before: second factors and webhook secrets cannot be read without it",
  );
}
