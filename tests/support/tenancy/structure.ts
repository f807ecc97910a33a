import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { projectRoot } from "../../../cli/project-root";
import { BY_PERSON, PEOPLE_TABLES, readTables, tenantTables, type Table } from "./catalog";
import { demandsOf } from "./condition";

const THIS_ORGANIZATION = "(org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid)";

const COMMANDS = { r: "select", a: "insert", w: "update", d: "delete" };

/** Columns named like a link that are not one: they contain an id of the app, or of any kind of record. */
const NO_LINKS = [
  "audit_log.entity_id",
  "notification.subject_id",
  "deal.submission_id",
  "lead.submission_id",
  "audit_log.batch_id",
  "commission_payment.batch_id",
  "deal.batch_id",
  "deal.end_batch_id",
  "notification.batch_id",
  "payout.batch_id",
  // Accounts are deleted when an affiliate is erased; payouts stay.
  "payout.account_id",
  // Records created by an import may be deleted.
  "lead_status_change.batch_id",
  "deleted_lead.batch_id",
  "lead_work.step_batch",
  "import_row.record_id",
  "api_request.record_id",
  // A distributed database has this table on the coordinator, so it cannot reference distributed tables.
  "membership.org_id",
  "membership.affiliate_id",
];

/** Returns the problems of the schema; empty if every tenant table is isolated. */
export async function structureViolations(client: pg.ClientBase, runtimeRole: string): Promise<string[]> {
  const tables = await readTables(client, runtimeRole);
  const wanted = grantsFile();
  return [
    ...tables.flatMap((table) => grantViolations(table, wanted.tables.get(table.name) ?? [])),
    ...tables.flatMap((table) => policyViolations(table, tenantTables(tables).includes(table))),
    ...tables.flatMap(distributionViolations),
    ...tenantTables(tables).flatMap((table) => tableViolations(table, tables)),
    ...(await languageViolations(client, tenantTables(tables))),
    ...(await viewViolations(client)),
    ...(await functionViolations(client, runtimeRole, wanted.functions)),
    ...(await roleViolations(client, runtimeRole)),
  ];
}

function tableViolations(table: Table, tables: Table[]): string[] {
  const { name } = table;
  const found: string[] = [];
  const fail = (wrong: boolean, what: string) => wrong && found.push(`${name}: ${what}`);
  fail(table.schema !== "public", `is in schema ${table.schema}`);

  const key = table.columns.find((column) => column.name === "org_id");
  fail(key?.type !== "uuid" || !key.required, "has no org_id uuid not null");
  if (name !== BY_PERSON) {
    fail(table.primaryKey[0] !== "org_id", "its primary key does not begin with org_id");
  }
  for (const columns of table.unique) {
    const begins = columns[0] === "org_id" || (name === BY_PERSON && columns.join() === table.primaryKey.join());
    fail(!begins, `unique (${columns.join(", ")}) does not begin with org_id`);
  }
  const tenants = tenantTables(tables).map((one) => one.name);
  for (const { columns, target, targetColumns } of table.foreignKeys.filter((one) => tenants.includes(one.target))) {
    const position = columns.indexOf("org_id");
    fail(
      position < 0 || targetColumns[position] !== "org_id",
      `the foreign key (${columns.join(", ")}) to ${target} does not carry org_id`,
    );
  }
  const linked = table.foreignKeys.flatMap((one) => one.columns);
  for (const column of table.columns) {
    if (column.type !== "uuid" || !column.name.endsWith("_id") || linked.includes(column.name)) continue;
    const none = NO_LINKS.includes(`${name}.${column.name}`) || (name === "organization" && column.name === "org_id");
    fail(!none, `${column.name} has no foreign key`);
  }
  return found;
}

/**
 * Finds tables without exactly one permissive policy per command. Several policies are combined with OR, and Citus
 * makes restrictive ones permissive. The policy of an organization's table must compare the organization; other
 * conditions may only narrow it.
 */
function policyViolations({ name, policies, rowSecurity }: Table, ofOrganization: boolean): string[] {
  if (!ofOrganization && !PEOPLE_TABLES.includes(name)) return [];
  const found: string[] = [];
  const fail = (wrong: boolean, what: string) => wrong && found.push(`${name}: ${what}`);
  fail(!rowSecurity, "row-level security is off");
  fail(
    policies.some((policy) => !policy.forEveryone),
    "has a policy for some roles only",
  );
  for (const policy of policies.filter(({ permissive }) => !permissive)) {
    fail(true, `policy ${policy.name} is restrictive`);
  }
  for (const [command, verb] of Object.entries(COMMANDS)) {
    const [policy, ...more] = policies.filter((one) => one.command === command || one.command === "*");
    fail(more.length > 0, `has more than one policy for ${verb}`);
    fail(!policy || policy.command === "*", `has no policy for ${verb} alone`);
    for (const condition of [policy?.using, policy?.check]) {
      const demanded = !condition || !ofOrganization || demandsOf(condition).includes(THIS_ORGANIZATION);
      fail(!demanded, `policy ${policy?.name} does not demand the organization: ${condition}`);
      // For OR, Postgres expects almost no rows, and then reads and sorts whole lists.
      const hasOr = ofOrganization && / OR /.test(condition ?? "");
      fail(hasOr, `policy ${policy?.name} has an OR instead of a CASE: ${condition}`);
    }
  }
  return found;
}

/** Returns definitions that Citus rejects or silently changes. */
function distributionViolations({ name, foreignKeys, triggers }: Table): string[] {
  return [
    ...foreignKeys
      .filter(({ cascadesUpdates }) => cascadesUpdates)
      .map((key) => `${name}: ${key.name} passes on changes of the key`),
    ...triggers
      .filter((trigger) => trigger.arguments[0] !== name)
      .map((trigger) => `${name}: the trigger ${trigger.name} is not told the name of its table`),
  ];
}

/** Citus rejects SQL functions over distributed tables, so the app's functions are in plpgsql. */
async function languageViolations(client: pg.ClientBase, tables: Table[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; text: string }>(`
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where l.lanname = 'sql' and p.prokind in ('f', 'p')
      and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  const read = new RegExp(
    `\\b(?:from|join|into|update|only)\\s+(?:public\\.)?"?(?:${tables.map(({ name }) => name).join("|")})\\b`,
    "i",
  );
  return rows
    .filter(({ text }) => read.test(text))
    .map(({ name }) => `${name}: is in SQL and reads a table of an organization`);
}

/** Tables with rights per column: all except the password hash. */
const BY_COLUMN = ["app_user", "sign_up"];

function grantViolations({ name, grants, otherGrants, ownedByRuntime }: Table, wanted: string[]): string[] {
  const found: string[] = [];
  if (ownedByRuntime) found.push(`${name}: belongs to the runtime role`);
  if (grants.join() !== wanted.join()) {
    found.push(`${name}: granted is ${grants.join(", ")}, grants.sql says ${wanted.join(", ")}`);
  }
  const isMeant = (grant: string) => BY_COLUMN.includes(name) && /^(?!password_hash )\w+ SELECT$/.test(grant);
  const others = otherGrants.filter((grant) => !isMeant(grant));
  if (others.length > 0) found.push(`${name}: also granted is ${others.join(", ")}`);
  // TRUNCATE ignores row-level security, and a custom foreign key or trigger could bypass it.
  const dangerous = grants.filter((grant) => !["select", "insert", "update", "delete"].includes(grant));
  if (dangerous.length > 0) found.push(`${name}: may be ${dangerous.join(", ")}`);
  if (name === "audit_log" && grants.join() !== "insert,select") found.push("audit_log: can be changed");
  return found;
}

/** Reads the rights in prisma/sql/grants.sql: privileges by table, and functions by name with their argument types. */
function grantsFile(): { tables: Map<string, string[]>; functions: string[] } {
  const sql = fs.readFileSync(path.join(projectRoot(), "prisma", "sql", "grants.sql"), "utf8");
  const list = (text: string) => text.split(",").map((word) => word.trim());
  const tables = new Map<string, string[]>();
  for (const [, privileges, names] of sql.matchAll(/^grant ([a-z, ]+) on ([a-z_,\s]+) to :runtime;/gm)) {
    for (const name of list(names!)) tables.set(name, list(privileges!).sort());
  }
  const functions = [...sql.matchAll(/^\s+(app\.\w+)\(/gm)].map(([, name]) => name!);
  return { tables, functions: functions.sort() };
}

/**
 * Finds views that bypass row-level security: a view runs as its owner unless configured otherwise, and a materialized
 * view always does.
 */
async function viewViolations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') and (c.relkind in ('m', 'f')
      or c.relkind = 'v' and not coalesce(c.reloptions && '{security_invoker=true,security_invoker=on}', false))`);
  return rows.map(({ name }) => `${name}: a view that reads past row security`);
}

async function functionViolations(client: pg.ClientBase, runtimeRole: string, wanted: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; fixed: boolean; open: boolean; granted: boolean }>(
    `select p.oid::regproc::text as name, coalesce('search_path=""' = any(p.proconfig), false) as fixed,
       p.proacl is null or exists (select 1 from aclexplode(p.proacl) g where g.grantee = 0) as open,
       has_function_privilege($1, p.oid, 'execute') as granted
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname not in ('pg_catalog', 'graphile_worker') order by 1`,
    [runtimeRole],
  );
  const granted = rows.filter((row) => row.granted).map((row) => row.name);
  return [
    ...rows.filter((row) => !row.fixed).map(({ name }) => `${name}(): the search path is not empty`),
    ...rows.filter((row) => row.open).map(({ name }) => `${name}(): everybody may call it`),
    ...(granted.join() === wanted.join() ? [] : [`functions: ${granted.join()} instead of ${wanted.join()}`]),
  ];
}

async function roleViolations(client: pg.ClientBase, runtimeRole: string): Promise<string[]> {
  const { rows } = await client.query<{ reason: string }>(
    `select 'is a superuser' as reason from pg_roles where rolname = $1 and rolsuper
     union all select 'may bypass row security' from pg_roles where rolname = $1 and rolbypassrls
     union all select 'may create roles' from pg_roles where rolname = $1 and rolcreaterole
     union all select 'is a member of ' || roleid::regrole from pg_auth_members where member = $1::text::regrole
     union all select 'may use the job queue' where has_schema_privilege($1, 'graphile_worker', 'usage')
     union all select 'may create tables' where has_schema_privilege($1, 'public', 'create')`,
    [runtimeRole],
  );
  return rows.map(({ reason }) => `${runtimeRole}: ${reason}`);
}
