import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { listLeads } from "~/domain/leads/list-leads.server";
import { readAggregates } from "~/domain/shared/aggregates.server";
import { listTransactions } from "~/domain/commissions/list-transactions.server";
import { openDatabase, type Database } from "~/platform/db/database.server";
import { readTables as readCatalog } from "../../cli/distribute/catalog";
import { distribute, type Outcome } from "../../cli/distribute/distribute";
import { planOf } from "../../cli/distribute/plan";
import { migrate, roleOf } from "../../cli/migrate";
import { projectRoot } from "../../cli/project-root";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import type { InScope } from "../factories/imports";
import { asOwner } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { expectDelivery, expectFile, expectImport } from "../support/cluster/work";
import { CLUSTER_URL, createClusterDatabase, on, type ClusterDatabase } from "../support/cluster/database";
import { openSession } from "../support/tenancy/attempt";
import { behaviorViolations } from "../support/tenancy/behavior";
import { readTables, tenantTables } from "../support/tenancy/catalog";
import { readTenant } from "../support/tenancy/rows";
import { populate, type PopulatedOrg } from "../support/tenancy/world";

// Tests a migrated database with two organizations that is really distributed. distribute.test.ts tests the rest of `db
// distribute` without a cluster.

/** Fewer than the default, which takes longer to create. */
const TEST_SHARDS = 32;

it.skipIf(CLUSTER_URL)("[OPS-08] a real cluster", ({ skip }) => {
  skip("TEST_CITUS_URL names no coordinator of a Citus cluster");
});

describe.runIf(CLUSTER_URL)("[OPS-07] [OPS-08] on a Citus cluster", () => {
  let cluster: ClusterDatabase;
  let owner: pg.Pool;
  let database: Database;
  let orgs: { a: PopulatedOrg; b: PopulatedOrg };
  let rowsBefore: Record<string, number>;
  let outcome: Outcome;
  const open = () => openDatabase({ url: cluster.runtimeUrl, secret: "a secret for tests, known to everybody" });
  const tables = () => on(cluster.ownerUrl, (client) => readCatalog(client));

  const countAll = async () => {
    const names = (await tables()).map(({ name }) => name).filter((name) => name !== "_prisma_migrations");
    const counts = await Promise.all(
      names.map(async (name) => {
        const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from "${name}"`);
        return [name, rows[0]!.n] as const;
      }),
    );
    return Object.fromEntries(counts);
  };

  beforeAll(async () => {
    cluster = await createClusterDatabase((server) => migrate(server));
    owner = new pg.Pool({ connectionString: cluster.ownerUrl, max: 4 });
    owner.on("error", () => {});
    database = open();
    orgs = { a: await populate(database, "A"), b: await populate(database, "B") };
    await owner.query(
      `insert into session (id_hash, user_id, door, expires_at) select 'x', id, 'staff', now() from app_user limit 1`,
    );
    rowsBefore = await countAll();
  });

  afterAll(async () => {
    await database.close();
    await owner.end();
    await cluster.drop();
  });

  it("[OPS-08] distributing stops while the app uses the database, and a dry run changes nothing", async () => {
    const { problems } = await distribute(cluster, { dryRun: false, shards: TEST_SHARDS });
    expect(problems).toEqual([expect.stringMatching(/^web or worker use the database \(\d+ connections\): stop/)]);
    await database.close();
    const { problems: none, plan } = await distribute(cluster, { dryRun: true, shards: TEST_SHARDS });
    expect({ none, placed: (await tables()).filter(({ place }) => place) }).toEqual({ none: [], placed: [] });
    expect(plan.distributed[0]).toBe("organization");
  });

  it("[OPS-08] distributing places every table, keeps every row and leaves no copy on the coordinator", async () => {
    outcome = await distribute(cluster, { dryRun: false, shards: TEST_SHARDS });
    expect(outcome.problems).toEqual([]);
    expect(outcome.truncated).toEqual(expect.arrayContaining(["organization", "lead"]));
    await owner.end();
    owner = new pg.Pool({ connectionString: cluster.ownerUrl, max: 4 });
    owner.on("error", () => {});
    database = open();
    expect(await countAll()).toEqual(rowsBefore);
    await expectExactAggregates(owner);
    const placed = await tables();
    expect(planOf(placed)).toMatchObject({ distributed: [], reference: [], local: [] });
    const copies = placed.filter(({ place, localBytes }) => place && localBytes > 0);
    expect(copies.map(({ name }) => name)).toEqual([]);
    const { rows } = await owner.query("select distinct colocationid from pg_dist_partition where partmethod = 'h'");
    expect(rows).toHaveLength(1);
    const shards = await owner.query("select 1 from pg_dist_shard where logicalrelid = 'lead'::regclass");
    expect(shards.rowCount).toBe(TEST_SHARDS);
  });

  it("[OPS-08] distributing again has no effect, also while the app runs", async () => {
    const again = await distribute(cluster, { dryRun: false, shards: TEST_SHARDS });
    expect(again).toMatchObject({ problems: [], truncated: [] });
    expect([...again.plan.done].sort()).toEqual(
      [...outcome.plan.distributed, ...outcome.plan.reference, ...outcome.plan.local].sort(),
    );
  });

  it("[ORG-07] organizations are isolated for every table and verb, as staff, without an organization and as an affiliate", async () => {
    const found = await on(cluster.ownerUrl, async (client) => {
      const known = await readTables(client, roleOf(cluster.runtimeUrl).name);
      const read = ({ orgId, affiliates: [one, other] }: PopulatedOrg) =>
        readTenant(client, known, { orgId, affiliateIds: [one.affiliateId, other.affiliateId] });
      const [a, b] = [await read(orgs.a), await read(orgs.b)];
      return on(cluster.runtimeUrl, async (runtime) => {
        await runtime.query("begin");
        const session = openSession(runtime, null);
        const violations: string[] = [];
        for (const table of tenantTables(known)) {
          violations.push(...(await behaviorViolations(session, table, a, b)));
        }
        return violations;
      });
    });
    // Citus itself moves no row to another organization; that is not Postgres's check. So it also rejects the attempted
    // updates of a table whose only columns are its key.
    const byCitus =
      /can (be moved|move rows) to another organization|^(unchecked_deal|default_view): .*(update|changed)/;
    expect(found.filter((line) => !byCitus.test(line))).toEqual([]);
    await on(cluster.runtimeUrl, async (runtime) => {
      await runtime.query("begin");
      await runtime.query(`set local app.org_id = '${orgs.b.orgId}'`);
      const moved = runtime.query("update lead set org_id = $1", [orgs.a.orgId]);
      await expect(moved).rejects.toMatchObject({ code: "0A000" });
    });
  });

  it("[ORG-07] a direct query to a worker shows nothing of a shard", async () => {
    const { app, b } = { app: new URL(cluster.runtimeUrl), b: orgs.b.orgId };
    let shards = 0;
    let own = 0;
    for (const workerUrl of cluster.workerUrls) {
      const { rows } = await on(workerUrl, (client) =>
        client.query<{ name: string }>(
          `select format('%I', p.logicalrelid::text || '_' || s.shardid) as name
           from pg_dist_partition p join pg_dist_shard s using (logicalrelid)
             join pg_dist_placement l using (shardid) join pg_dist_local_group g on g.groupid = l.groupid
           where p.partmethod = 'h'`,
        ),
      );
      const url = Object.assign(new URL(workerUrl), { username: app.username, password: app.password }).href;
      await on(url, async (runtime) => {
        for (const { name } of rows) {
          shards += 1;
          const { read } = (
            await runtime.query<{ read: boolean }>("select has_table_privilege($1, 'select') as read", [name])
          ).rows[0]!;
          // Only the owner role reads kept documents.
          if (!read) continue;
          expect((await runtime.query(`select 1 from ${name}`)).rowCount, name).toBe(0);
          await runtime.query("begin");
          await runtime.query(`set local app.org_id = '${b}'`);
          const seen = await runtime.query<{ other: boolean }>(`select org_id <> '${b}' as other from ${name}`);
          await runtime.query("rollback");
          expect(
            seen.rows.filter(({ other }) => other),
            name,
          ).toEqual([]);
          own += seen.rows.length;
        }
      });
    }
    expect(shards).toBeGreaterThan(300);
    expect(own).toBeGreaterThan(10);
  });

  it("[P9] queries of a signed-in user go to one node", async () => {
    const { a } = orgs;
    const person = a.owner.userId;
    const statements = () =>
      on(cluster.coordinatorUrl, async (client) => {
        const { rows } = await client.query<{ one: number; several: number }>(
          `select query_execution_single_shard::int as one, query_execution_multi_shard::int as several
           from citus_stat_counters where name = current_database()`,
        );
        return rows[0]!;
      });
    const before = await statements();
    await on(cluster.runtimeUrl, (client) => client.query("select * from app.memberships($1)", [person]));
    await asOwner(database, a, async (scope) => {
      await listLeads(scope, { statuses: ["new", "qualified"] });
      await listTransactions(scope, "all");
      await readAggregates(scope, ["lead", "monthly", "one-off"]);
    });
    await submittedLead(database, a, a.affiliates[0]);
    const after = await statements();
    expect(after.several).toBe(before.several);
    expect(after.one - before.one).toBeGreaterThan(5);
  });

  it("[OPS-07] the app keeps working: leads, deals, the nightly run and the aggregates", async () => {
    const { a } = orgs;
    const [affiliate] = a.affiliates;
    await submittedLead(database, a, affiliate);
    await oneTimeDeal(database, a, affiliate);
    await recurringDeal(database, a, affiliate, { contract_duration_months: "3" });
    const before = await countAll();
    await owner.query("delete from commission_payment where org_id = $1", [a.orgId]);
    await asOwner(database, a, (scope) => generatePayments(scope));
    expect(await countAll()).toMatchObject({ commission_payment: before["commission_payment"] });
    await owner.query("select app.fold_aggregates()");
    await expectExactAggregates(owner);
  });

  it("[OPS-05] [OPS-07] deleting a user's account deletes what organizations store for them", async () => {
    const { rows: created } = await owner.query<{ id: string }>(
      "insert into app_user (id, email, name) values (gen_random_uuid(), 'gone@example.com', 'Gone') returning id",
    );
    const [userId, orgIds] = [created[0]!.id, [orgs.a.orgId, orgs.b.orgId]];
    for (const orgId of orgIds) {
      await owner.query(
        `insert into notification (org_id, id, user_id, type, params)
         values ($1, gen_random_uuid(), $2, 'affiliate_joined', '{}')`,
        [orgId, userId],
      );
    }
    const deleted = await on(cluster.runtimeUrl, (runtime) =>
      runtime.query("select app.delete_person($1) as done", [userId]),
    );
    expect(deleted.rows).toEqual([{ done: true }]);
    const left = await owner.query("select 1 from notification where user_id = $1", [userId]);
    expect(left.rowCount).toBe(0);
  });

  it("[OPS-07] [API-04] read-only scopes, an export, an import and webhook deliveries keep working", async () => {
    const { a } = orgs;
    const inScope: InScope = (use) => asOwner(database, a, use);
    const { name } = await database.readOrg(a.orgId, a.owner.actor, (scope) => scope.organization());
    expect(name).toBeTruthy();
    await expectFile((use) => database.readOrg(a.orgId, a.owner.actor, use));
    await expectImport(inScope, owner, a);
    await expectDelivery(inScope, owner, a);
  });

  it("[OPS-08] a later migration may change and add tables, which the next run distributes", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "migrations-"));
    const name = "20990101000000_note";
    fs.cpSync(path.join(projectRoot(), "prisma"), folder, {
      recursive: true,
      filter: (file) => !file.includes("generated"),
    });
    fs.mkdirSync(path.join(folder, "migrations", name));
    const mine = "org_id = nullif(current_setting('app.org_id', true), '')::uuid";
    fs.writeFileSync(
      path.join(folder, "migrations", name, "migration.sql"),
      `alter table lead add column mood text;
       alter table lead add constraint lead_mood check (mood <> '');
       create index lead_mood on lead (org_id, mood);
       create table note (org_id uuid not null, id uuid not null, lead_id uuid, primary key (org_id, id));
       alter table note add constraint note_lead_fkey foreign key (org_id, lead_id) references lead (org_id, id);
       alter table note enable row level security;
       create policy tenant_select on note for select using (${mine});
       create policy tenant_insert on note for insert with check (${mine});`,
    );
    fs.appendFileSync(path.join(folder, "sql", "grants.sql"), "grant select, insert on note to :runtime;\n");
    expect(await migrate(cluster, folder)).toEqual([name]);
    await database.close();
    const { plan, problems } = await distribute(cluster, { dryRun: false, shards: TEST_SHARDS });
    database = open();
    expect({ problems, ...plan }).toMatchObject({
      problems: [],
      distributed: ["note"],
      reference: [],
      local: [],
    });
    const added = await on(cluster.runtimeUrl, async (runtime) => {
      await runtime.query("begin");
      await runtime.query(`set local app.org_id = '${orgs.a.orgId}'`);
      return runtime.query("insert into note (org_id, id) values ($1, gen_random_uuid())", [orgs.a.orgId]);
    });
    expect(added.rowCount).toBe(1);
    fs.rmSync(folder, { recursive: true });
  });
});
