import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roleOf } from "../../cli/migrate";
import { useDatabase } from "../support/database";
import { openAdmin, openPermissiveSession, openSession, undone, type Session } from "../support/tenancy/attempt";
import { behaviorViolations } from "../support/tenancy/behavior";
import { readTables, tenantTables, type Table } from "../support/tenancy/catalog";
import { mutationsOf } from "../support/tenancy/mutations";
import { readTenant, type Tenant } from "../support/tenancy/rows";
import { structureViolations } from "../support/tenancy/structure";
import { populate, type PopulatedOrg } from "../support/tenancy/world";

// Reads what to check from pg_catalog, so that new tables are covered. Removing every policy in turn proves that the
// checks can fail.

const db = useDatabase();
let admin: pg.Client;
let role: string;
let orgs: { a: PopulatedOrg; b: PopulatedOrg };

beforeAll(async () => {
  orgs = { a: await populate(db.database, "A"), b: await populate(db.database, "B") };
  role = roleOf(db.appUrl).name;
  admin = await openAdmin(db);
});

afterAll(() => admin.end());

const structure = () => structureViolations(admin, role);

/** Reads two organizations, both with rows in every current table. */
async function readWorld(): Promise<{ tables: Table[]; a: Tenant; b: Tenant }> {
  const tables = await readTables(admin, role);
  const read = ({ orgId, affiliates }: PopulatedOrg) =>
    readTenant(admin, tables, {
      orgId,
      affiliateIds: [affiliates[0].affiliateId, affiliates[1].affiliateId],
    });
  return { tables: tenantTables(tables), a: await read(orgs.a), b: await read(orgs.b) };
}

async function behavior(session: Session, only?: string): Promise<string[]> {
  const { tables, a, b } = await readWorld();
  const found: string[] = [];
  for (const table of tables.filter(({ name }) => only === undefined || name === only)) {
    found.push(...(await behaviorViolations(session, table, a, b)));
  }
  return found;
}

describe("[ORG-07] [OPS-07] the database isolates organizations", () => {
  it("[ORG-07] [OPS-07] by its structure: keys, policies, grants, functions, roles", async () => {
    expect(await structure()).toEqual([]);
    const names = tenantTables(await readTables(admin, role)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["affiliate", "audit_log", "deal", "lead", "organization"]));
  });

  it("[ORG-07] for the runtime role in every table and verb, as staff, without an organization and as an affiliate", async () => {
    const runtime = new pg.Client({ connectionString: db.appUrl });
    await runtime.connect();
    try {
      expect(await undone(runtime, () => behavior(openSession(runtime, null)))).toEqual([]);
    } finally {
      await runtime.end();
    }
  });

  it("[ORG-07] by the policies alone, even with every privilege granted", async () => {
    expect(await undone(admin, async () => behavior(await openPermissiveSession(admin, role)))).toEqual([]);
  });

  it("[ORG-07] from the first statement of a connection, and after its first transaction", async () => {
    const runtime = new pg.Client({ connectionString: db.appUrl });
    await runtime.connect();
    const count = async () => (await runtime.query("select 1 from lead")).rowCount;
    try {
      expect(await count()).toBe(0);
      await runtime.query(`begin; set local app.org_id = '${orgs.a.orgId}'`);
      expect(await count()).toBeGreaterThan(0);
      await runtime.query("commit");
      expect(await count()).toBe(0);
      await runtime.query(`begin; set local app.org_id = '${orgs.a.orgId}'; rollback`);
      expect(await count()).toBe(0);
    } finally {
      await runtime.end();
    }
  });
});

describe("[ORG-07] the isolation test detects", () => {
  it("[ORG-07] every missing policy and condition of every table", { timeout: 180_000 }, async () => {
    const unnoticed: string[] = [];
    let tried = 0;
    const { tables, a, b } = await readWorld();
    await undone(admin, async () => {
      // Locked before the grants: autovacuum of a table would wait for them, and a mutation of it for autovacuum.
      await admin.query(`lock table ${tables.map(({ name }) => admin.escapeIdentifier(name)).join(", ")}`);
      const laboratory = await openPermissiveSession(admin, role);
      for (const table of tables) {
        for (const mutation of mutationsOf(table)) {
          await admin.query("savepoint mutation");
          await admin.query(mutation);
          tried += 1;
          const [found] = await behaviorViolations(laboratory, table, a, b);
          if (!found) unnoticed.push(mutation);
          await admin.query("rollback to savepoint mutation; release savepoint mutation");
        }
      }
    });
    expect(unnoticed).toEqual([]);
    expect(tried).toBeGreaterThan(tables.length * 5);
    expect(await structure()).toEqual([]);
  });

  it.each([
    ["disabled row-level security", "alter table lead disable row level security"],
    ["a policy that allows what another denies", "create policy support on lead for select using (true)"],
    [
      "a policy for one role only",
      "drop policy tenant_select on lead; create policy tenant_select on lead for select to current_user using (true)",
    ],
    ["a command without a policy", "drop policy tenant_delete on lead"],
    ["a restrictive policy", "create policy hidden on lead as restrictive for select using (affiliate_id is null)"],
    [
      "one policy for all commands",
      "drop policy tenant_select on lead; create policy tenant_select on lead using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)",
    ],
    ["a policy without the organization", "alter policy tenant_select on lead using (affiliate_id is null)"],
    ["a check that allows more than the policy", "alter policy tenant_update on lead with check (true)"],
    ["sessions without row-level security", "alter table session disable row level security"],
    [
      "a changed key that cascades",
      `alter table lead drop constraint lead_org_id_affiliate_id_fkey, add foreign key (org_id, affiliate_id)
         references affiliate (org_id, id) on update cascade`,
    ],
    [
      "a trigger without the name of its table",
      "create trigger again after delete on lead for each row execute function app.lead_search()",
    ],
    [
      "a trigger with the name of another table",
      "create trigger again after delete on lead for each row execute function app.lead_search('deal')",
    ],
    [
      "a function in SQL over a table of an organization",
      "create function app.leads() returns bigint language sql as 'select count(*) from public.lead'",
    ],
    ["a unique key over all organizations", "create unique index on lead (email)"],
    ["a nullable organization", "alter table audit_log drop constraint audit_log_pkey, alter org_id drop not null"],
    [
      "a foreign key without the organization",
      "alter table affiliate add unique (id); alter table lead add foreign key (affiliate_id) references affiliate (id)",
    ],
    ["a reference without a foreign key", "alter table lead drop constraint lead_org_id_affiliate_id_fkey"],
    ["an audit log that can be changed", "grant update on audit_log to :runtime"],
    ["truncate, which ignores row-level security", "grant truncate on lead to :runtime"],
    ["a grant to public", "grant select on lead to public"],
    ["a grant on a column", "grant update (data) on audit_log to :runtime"],
    ["a readable column with password hashes", "grant select (password_hash) on sign_up to :runtime"],
    ["a table whose columns are granted one by one", "grant select on app_user to :runtime"],
    ["a table of the runtime role", "alter table lead owner to :runtime"],
    ["a missing privilege", "revoke insert on lead from :runtime"],
    ["a view that bypasses row-level security", "create view leads as select * from lead"],
    ["a function without a fixed search path", "alter function app.memberships(uuid) reset search_path"],
    ["a function for public", "grant execute on function app.memberships(uuid) to public"],
    ["a role with BYPASSRLS", "alter role :runtime bypassrls"],
    ["membership in the owner role", "grant :owner to :runtime"],
    ["a table without any protection", "create table coupon (id uuid primary key, org_id uuid)"],
  ])("[ORG-07] [OPS-07] %s", async (_what, sql) => {
    const statement = sql.replace(":runtime", role).replace(":owner", roleOf(db.ownerUrl).name);
    expect(await undone(admin, () => admin.query(statement).then(structure))).not.toEqual([]);
    expect(await structure()).toEqual([]);
  });

  it("[ORG-07] [OPS-07] a foreign key without the organization, by the behavior of the table", async () => {
    const found = await undone(admin, async () => {
      await admin.query(`
        alter table affiliate add unique (id);
        alter table affiliate_term drop constraint affiliate_term_org_id_affiliate_id_fkey;
        alter table affiliate_term add foreign key (affiliate_id) references affiliate (id)`);
      return behavior(await openPermissiveSession(admin, role), "affiliate_term");
    });
    expect(found).toEqual([
      "affiliate_term: a new row links to a foreign affiliate (1 rows)",
      "affiliate_term: a row can be linked to a foreign affiliate (1 rows)",
    ]);
  });

  it("[ORG-07] [OPS-07] a new table with a wrong structure, and accepts one with the required structure", async () => {
    const coupon = `
      create table coupon (
        org_id uuid not null references organization (org_id), id uuid not null, affiliate_id uuid not null,
        code text not null, kind text not null, percent int not null, active boolean not null, ends date not null,
        data jsonb not null, tags text[] not null,
        primary key (org_id, id), unique (org_id, code), check (kind in ('first', 'every')),
        foreign key (org_id, affiliate_id) references affiliate (org_id, id));
      alter table coupon enable row level security;
      `;
    const organization = "org_id = nullif(current_setting('app.org_id', true), '')::uuid";
    const staff = "nullif(current_setting('app.affiliate_id', true), '')::uuid is null";
    const policies = (condition: string) => `
      create policy tenant_select on coupon for select using (${condition});
      create policy tenant_insert on coupon for insert with check (${condition});
      create policy tenant_update on coupon for update using (${condition});
      create policy tenant_delete on coupon for delete using (${condition});`;
    const hidden = policies(`${organization} and ${staff}`);
    const violations = (sql: string) =>
      undone(admin, async () => {
        await admin.query(sql);
        return [...(await structure()), ...(await behavior(await openPermissiveSession(admin, role), "coupon"))];
      });
    expect(await violations(coupon + hidden)).toEqual([]);
    expect((await violations(coupon + policies(organization))).join()).toContain(
      "an affiliate does not see exactly what is theirs",
    );
    expect((await violations(coupon + policies(staff))).join()).toContain("foreign rows can be counted");
    expect((await violations(`${coupon}${hidden} alter table coupon disable row level security`)).join()).toContain(
      "foreign rows can be counted",
    );
  });
});
