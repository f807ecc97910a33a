import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { openDatabase } from "~/platform/db/database.server";
import { readTables } from "../../cli/distribute/catalog";
import { distribute } from "../../cli/distribute/distribute";
import { keepSettings, placeTables } from "../../cli/distribute/place-tables";
import { planOf } from "../../cli/distribute/plan";
import { migrate } from "../../cli/migrate";
import { projectRoot } from "../../cli/project-root";
import { CLUSTER_URL, createClusterDatabase, on, type ClusterDatabase } from "../support/cluster/database";
import { expectExactAggregates } from "../support/aggregates";
import { createOrg } from "../factories/organizations";

// A cluster of an earlier release has users and memberships on every node.

const MOVED = ["app_user", "membership"];
const PEOPLE_MOVED = "20261206020000";
const ROWS_FILLED = "20270104010000";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const [ORG, MEMBER, AFFILIATE] = [id(1), id(2), id(3)];
/** Leads of an earlier release, by how they came. The last one, of a member, has left no entry in the log. */
const leads = { affiliate: id(10), import: id(11), api: id(12), operator: id(13), member: id(14), unlogged: id(15) };

/** Statements of an organization as the earlier release has stored it: leads of each source, and deals to be paid. */
const earlierRows = [
  `insert into app_user (id, email, name) values ('${MEMBER}', 'jana@example.com', 'Jana')`,
  `insert into app_user (id, email, name) values ('${AFFILIATE}', 'mila@example.com', 'Mila')`,
  `insert into organization (org_id, name, trial_ends_at) values ('${ORG}', 'Early', now() + interval '7 days')`,
  `insert into membership (org_id, user_id, role, affiliate_id)
   values ('${ORG}', '${MEMBER}', 'owner', null), ('${ORG}', '${AFFILIATE}', 'affiliate', '${AFFILIATE}')`,
  `insert into affiliate (org_id, id, name, email) values ('${ORG}', '${AFFILIATE}', 'Mila', 'mila@example.com')`,
  ...Object.values(leads).map(
    (lead) => `insert into lead (org_id, id, affiliate_id, company_name, contact_person, email, created_by)
      values ('${ORG}', '${lead}', '${AFFILIATE}', 'Example', 'Max', 'max@example.com',
        '${lead === leads.affiliate ? AFFILIATE : MEMBER}')`,
  ),
  ...[
    ["lead.import", leads.import, MEMBER],
    ["lead.add", leads.api, `api_key:${id(4)}`],
    ["lead.add", leads.operator, "operator"],
    ["lead.add", leads.member, MEMBER],
  ].map(
    ([action, lead, actor]) => `insert into audit_log (org_id, id, actor, action, entity, entity_id, data)
      values ('${ORG}', '${lead}', '${actor}', '${action}', 'lead', '${lead}', '{}')`,
  ),
  `insert into deal (org_id, id, lead_id, affiliate_id, title, deal_type, amount, currency, commission_amount,
     commission_currency, commission_trace, close_date, created_by)
   values ('${ORG}', '${id(20)}', '${leads.import}', '${AFFILIATE}', 'Site', 'one-time', 100000, 'EUR', 10000, 'EUR',
     '{}', '2026-11-11', '${MEMBER}')`,
  `insert into deal (org_id, id, lead_id, affiliate_id, title, deal_type, amount, currency, commission_amount,
     commission_currency, commission_trace, close_date, created_by, mrr, contract_duration_months,
     contract_start_date, contract_end_date)
   values ('${ORG}', '${id(21)}', '${leads.affiliate}', '${AFFILIATE}', 'Care', 'recurring', 30000, 'EUR', 1000, 'EUR',
     '{}', '2026-11-12', null, 10000, 3, '2026-12-01', '2027-02-28')`,
  ...["2026-12-01", "2027-01-01"].map(
    (month) => `insert into commission_payment (org_id, deal_id, affiliate_id, amount, currency, period_start)
      values ('${ORG}', '${id(21)}', '${AFFILIATE}', 1000, 'EUR', '${month}')`,
  ),
];

describe.runIf(CLUSTER_URL)("[OPS-08] on a cluster of an earlier release", () => {
  const folders: string[] = [];
  const clusters: ClusterDatabase[] = [];

  afterEach(async () => {
    for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
    for (const cluster of clusters.splice(0)) await cluster.drop();
  });

  /** Creates a database as a release had it that lacks this migration and all later ones. */
  async function clusterBefore(migration: string): Promise<ClusterDatabase> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "migrations-"));
    folders.push(folder);
    fs.cpSync(path.join(projectRoot(), "prisma"), folder, {
      recursive: true,
      filter: (file) =>
        !file.includes("generated") && !(path.basename(file) >= migration && /^\d{14}_/.test(path.basename(file))),
    });
    // Today's grants name tables that the earlier release lacks. The update gives all rights.
    fs.writeFileSync(path.join(folder, "sql", "grants.sql"), "");
    const cluster = await createClusterDatabase((server) => migrate(server, folder));
    clusters.push(cluster);
    return cluster;
  }

  /** Migrates a distributed database with rows of the earlier release, and checks what the migrations have filled. */
  async function migrateWithRows(cluster: ClusterDatabase): Promise<void> {
    await on(cluster.ownerUrl, async (client) => {
      for (const statement of earlierRows) await client.query(statement);
    });
    await migrate(cluster);
    const owner = new pg.Pool({ connectionString: cluster.ownerUrl });
    try {
      const { rows } = await owner.query<{ source: string }>("select source from lead order by id");
      expect(rows.map((lead) => lead.source)).toEqual(["affiliate", "import", "api", "operator", "member", "member"]);
      const deals = await owner.query("select title, source, credited_to from deal order by close_date");
      expect(deals.rows).toEqual([
        { title: "Site", source: "import", credited_to: MEMBER },
        { title: "Care", source: "affiliate", credited_to: null },
      ]);
      await expectExactAggregates(owner);
    } finally {
      await owner.end();
    }
  }

  it("[OPS-08] its rows are migrated, and distributing moves users and memberships to the coordinator", async () => {
    const cluster = await clusterBefore(PEOPLE_MOVED);
    await on(cluster.ownerUrl, async (client) => {
      const tables = await readTables(client);
      const plan = planOf(tables);
      const local = plan.local.filter((name) => !MOVED.includes(name));
      await client.query("begin");
      await placeTables(client, { plan: { ...plan, reference: MOVED, local }, tables, shards: 4 });
      await client.query("commit");
      await keepSettings(client);
    });
    await migrateWithRows(cluster);
    const database = openDatabase({ url: cluster.runtimeUrl, secret: "a secret for tests, known to everybody" });
    // Some tables are not distributed yet, so only these few can be written.
    await createOrg(database);
    await database.close();
    const state = () =>
      on(cluster.ownerUrl, async (client) => {
        const { rows } = await client.query<{ people: number; jobs: number }>(
          "select (select count(*)::int from app_user) as people, (select count(*)::int from membership) as jobs",
        );
        const { rows: keys } = await client.query<{ key: string }>(
          `select conrelid::regclass::text || ' to ' || confrelid::regclass::text as key from pg_constraint
           where contype = 'f' and confrelid in ('app_user'::regclass, 'membership'::regclass) order by 1`,
        );
        return { ...rows[0]!, keys: keys.map(({ key }) => key) };
      });
    const before = await state();
    const { problems, plan } = await distribute(cluster, { dryRun: false, shards: 4 });
    expect({ problems, ...plan }).toMatchObject({ problems: [], reference: [], local: MOVED });
    // What the update has created, but for tables that distributed ones refer to: their migration has distributed them.
    expect(plan.distributed).toContain("lead_work");
    expect(plan.distributed).not.toContain("file");
    const impossible = ["affiliate", "default_view", "deletion_warning", "mail_choice", "notification"];
    const kept = before.keys.filter((key) => !impossible.includes(key.split(" to ")[0]!));
    expect(before.keys.length - kept.length).toBe(5);
    expect(await state()).toEqual({ ...before, keys: kept });
  });

  it("[OPS-08] rows are also filled while users are on the coordinator", async () => {
    const cluster = await clusterBefore(ROWS_FILLED);
    expect(await distribute(cluster, { dryRun: false, shards: 4 })).toMatchObject({ problems: [] });
    // A migration does not wait longer for a lock that is only held on a worker.
    await on(cluster.workerUrls[0]!, async (worker) => {
      const { rows } = await worker.query<{ name: string }>(
        `select 'saved_view_' || s.shardid as name from pg_dist_shard s join pg_dist_placement using (shardid)
           join pg_dist_local_group using (groupid)
         where s.logicalrelid = 'saved_view'::regclass limit 1`,
      );
      await worker.query("begin");
      await worker.query(`select 1 from ${rows[0]!.name}`);
      const waiting = migrate(cluster, undefined, { lockMs: 300, pauseMs: 100, totalMs: 1_000 });
      await expect(waiting).rejects.toThrow(`${ROWS_FILLED}_view_names got no lock within 1 s`);
      await worker.query("commit");
    });
    await migrateWithRows(cluster);
  });
});
