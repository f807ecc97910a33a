import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLead } from "~/domain/leads/add-lead.server";
import { addLeadSchema } from "~/domain/leads/lead.schema";
import { openDatabase, type Database } from "~/platform/db/database.server";
import { distribute } from "../../cli/distribute/distribute";
import { migrate } from "../../cli/migrate";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { CLUSTER_URL, createClusterDatabase, on, type ClusterDatabase } from "../support/cluster/database";

// Kills the coordinator with all its processes while rows and jobs are written, and starts it again. Other tests on the
// cluster fail meanwhile (docs/testing.md).

/** A shell command that kills the coordinator's processes with SIGKILL and starts it again. */
const RESTART = process.env["TEST_CITUS_RESTART"];
const ROUNDS = 5;
const WRITERS = 16;

it.skipIf(CLUSTER_URL && RESTART)("[OPS-07] a crash of the coordinator", ({ skip }) => {
  skip("TEST_CITUS_RESTART is no command that kills and restarts the coordinator of TEST_CITUS_URL");
});

describe.runIf(CLUSTER_URL && RESTART)("[OPS-07] a crash of the coordinator", () => {
  let cluster: ClusterDatabase;
  let database: Database;
  let org: Org;

  beforeAll(async () => {
    cluster = await createClusterDatabase((server) => migrate(server));
    const { problems } = await distribute(cluster, { dryRun: false, shards: 4 });
    expect(problems).toEqual([]);
    database = openDatabase({ url: cluster.runtimeUrl, secret: "a secret for tests, known to everybody" });
    org = await createOrg(database);
  });

  afterAll(async () => {
    await database.close();
    await cluster.drop();
  });

  const input = addLeadSchema.parse({ company_name: "X", contact_person: "X", email: "x@example.com" });

  /** Adds leads, each with its own job, until the server is gone. Returns how many were confirmed. */
  async function write(isOver: () => boolean): Promise<number> {
    let confirmed = 0;
    while (!isOver()) {
      try {
        await asOwner(database, org, async (scope) => {
          const id = await addLead(scope, input);
          await scope.enqueue("notice.staff", { type: "lead_created", subject_id: id });
        });
        confirmed += 1;
      } catch {
        await setTimeout(20);
      }
    }
    return confirmed;
  }

  async function untilUp(): Promise<void> {
    for (;;) {
      try {
        return await on(cluster.coordinatorUrl, async (client) => {
          // Citus does this every minute by itself.
          await client.query("select recover_prepared_transactions()");
        });
      } catch {
        await setTimeout(100);
      }
    }
  }

  /** Returns the leads without a job, and the jobs without a lead. */
  const separated = () =>
    on(cluster.ownerUrl, async (client: pg.Client) => {
      const ids = async (sql: string) => new Set((await client.query<{ id: string }>(sql)).rows.map(({ id }) => id));
      const leads = await ids("select id from lead");
      const jobs = await ids(
        `select payload ->> 'subject_id' as id from graphile_worker._private_jobs
         where payload ->> 'type' = 'lead_created'`,
      );
      return {
        lost: [...leads].filter((id) => !jobs.has(id)),
        orphans: [...jobs].filter((id) => !leads.has(id)),
        leads,
      };
    });

  it(`[OPS-07] leaves no row without its job, ${ROUNDS} times`, { timeout: 600_000 }, async () => {
    let confirmed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      let isOver = false;
      const writers = Array.from({ length: WRITERS }, () => write(() => isOver));
      await setTimeout(1_500 + Math.random() * 1_000);
      await promisify(execFile)("sh", ["-c", RESTART!]);
      await untilUp();
      isOver = true;
      for (const count of await Promise.all(writers)) confirmed += count;
      await untilUp();
      const { lost, orphans } = await separated();
      expect({ round, lost, orphans }).toEqual({ round, lost: [], orphans: [] });
    }
    const { leads } = await separated();
    expect(confirmed).toBeGreaterThan(ROUNDS * 10);
    expect(leads.size).toBeGreaterThanOrEqual(confirmed);
  });
});
