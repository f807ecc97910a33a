import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "~/platform/db/database.server";
import { readTables } from "../../cli/distribute/catalog";
import { distribute } from "../../cli/distribute/distribute";
import { keepSettings, placeTables } from "../../cli/distribute/place-tables";
import { planOf } from "../../cli/distribute/plan";
import { migrate } from "../../cli/migrate";
import { projectRoot } from "../../cli/project-root";
import { CLUSTER_URL, createClusterDatabase, on, type ClusterDatabase } from "../support/cluster/database";
import { createOrg } from "../factories/organizations";

// A cluster of an earlier release has users and memberships on every node.

const MOVED = ["app_user", "membership"];
const FROM = "20261206020000";

describe.runIf(CLUSTER_URL)("[OPS-08] on a cluster of an earlier release", () => {
  let cluster: ClusterDatabase;
  let folder: string;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "migrations-"));
    fs.cpSync(path.join(projectRoot(), "prisma"), folder, {
      recursive: true,
      filter: (file) =>
        !file.includes("generated") && !(path.basename(file) >= FROM && /^\d{14}_/.test(path.basename(file))),
    });
    // Today's grants name tables that the earlier release lacks. The update below gives all rights.
    fs.writeFileSync(path.join(folder, "sql", "grants.sql"), "");
    cluster = await createClusterDatabase((server) => migrate(server, folder));
  });

  afterAll(async () => {
    fs.rmSync(folder, { recursive: true });
    await cluster.drop();
  });

  it("[OPS-08] distributing moves users and memberships to the coordinator with their rows and foreign keys", async () => {
    await on(cluster.ownerUrl, async (client) => {
      const tables = await readTables(client);
      const plan = planOf(tables);
      const local = plan.local.filter((name) => !MOVED.includes(name));
      await client.query("begin");
      await placeTables(client, { plan: { ...plan, reference: MOVED, local }, tables, shards: 4 });
      await client.query("commit");
      await keepSettings(client);
    });
    await migrate(cluster);
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
});
