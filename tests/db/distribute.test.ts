import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countLiveProcesses, readCluster, readTables } from "../../cli/distribute/catalog";
import { problemsOf } from "../../cli/distribute/checks";
import { distribute, SHARDS } from "../../cli/distribute/distribute";
import { planOf } from "../../cli/distribute/plan";
import { countRows, countWrongSums, differences, readLeaks } from "../../cli/distribute/verify";
import { connectTo } from "../../cli/migrate";
import { keepWebAlive } from "../../cli/web-heartbeat";
import { useDatabase } from "../support/database";
import { GLOBAL_TABLES } from "../support/tenancy/catalog";
import { populate } from "../support/tenancy/world";

// Tests the checks of `db distribute` on a server without Citus. cluster.test.ts tests what it changes.

const db = useDatabase();
let owner: pg.Client;
let runtime: pg.Client;
const addresses = () => ({ ownerUrl: db.ownerUrl, runtimeUrl: db.appUrl });

beforeAll(async () => {
  await populate(db.database, "A");
  await populate(db.database, "B");
  owner = await connectTo(db.ownerUrl);
  runtime = await connectTo(db.appUrl);
});

afterAll(async () => {
  await owner.end();
  await runtime.end();
});

/** Rolls back everything inside. */
async function undone<T>(use: () => Promise<T>): Promise<T> {
  await owner.query("begin");
  try {
    return await use();
  } finally {
    await owner.query("rollback");
  }
}

describe("[OPS-08] the plan derived from the system catalog", () => {
  it("[OPS-08] distributes every table of an organization, keeps users on the coordinator and leaves the queue", async () => {
    const tables = await readTables(owner);
    const { distributed, reference, local, done } = planOf(tables);
    expect(distributed[0]).toBe("organization");
    expect(distributed).toEqual(expect.arrayContaining(["affiliate", "lead", "deal", "aggregate", "audit_log"]));
    // The documents of deleted organizations stay on the node from which they are copied.
    expect(distributed.filter((name) => GLOBAL_TABLES.includes(name))).toEqual(["kept_document"]);
    expect(reference).toEqual([]);
    expect(local).toEqual([
      "app_user",
      "membership",
      "authenticator_app",
      "commit_mark",
      "deleted_organization",
      "one_time_token",
      "passkey",
      "recovery_code",
      "security_notice",
      "session",
      "stripe_customer",
      "stripe_event",
      "stripe_simulation",
    ]);
    expect(done).toEqual([]);
    const placed = [...distributed, ...reference, ...local];
    const others = tables.map(({ name }) => name).filter((name) => !placed.includes(name));
    expect(others).toEqual(["_prisma_migrations", "rate_limit", "sign_up", "worker_process"]);
  });

  it("[OPS-08] places a table of a later migration after those it references", async () => {
    const plan = await undone(async () => {
      await owner.query(
        `create table "A note" (org_id uuid, id uuid, deal_id uuid, primary key (org_id, id),
           foreign key (org_id, deal_id) references deal (org_id, id))`,
      );
      return planOf(await readTables(owner));
    });
    expect(plan.distributed).toContain("A note");
    expect(plan.distributed.indexOf("A note")).toBeGreaterThan(plan.distributed.indexOf("deal"));
  });
});

it("[OPS-08] statements delete for a deleted user what the foreign keys, which a cluster lacks, delete on one server", async () => {
  const { rows: keys } = await owner.query<{ table: string }>(
    `select conrelid::regclass::text as table from pg_constraint
     where contype = 'f' and confrelid = 'app_user'::regclass and confdeltype = 'c' order by 1`,
  );
  const { distributed } = planOf(await readTables(owner));
  const lacking = keys.map(({ table }) => table).filter((table) => distributed.includes(table));
  const { rows } = await owner.query<{ body: string }>(
    "select prosrc as body from pg_proc where oid = 'app.delete_rows_of_people'::regproc",
  );
  const deleting = [...rows[0]!.body.matchAll(/delete from public\.(\w+) where user_id/g)].map(([, table]) => table);
  expect(deleting.sort()).toEqual(lacking);
});

describe("[OPS-08] the checks", () => {
  const problems = async () => {
    const tables = await readTables(owner);
    return problemsOf(await readCluster(owner, runtime), tables, planOf(tables));
  };

  it("[OPS-08] find in the system catalog what Citus would reject or change", async () => {
    const before = await problems();
    const after = await undone(async () => {
      await owner.query(
        `create table note (org_id uuid references organization on update cascade, id uuid, primary key (org_id, id));
         create policy narrow on note as restrictive using (true);
         create policy wide on note using (true);
         create trigger nameless before insert on note for each row execute function app.deal_search();
         create trigger named before insert on note for each row execute function app.deal_search('note')`,
      );
      return problems();
    });
    expect(after.filter((line) => !before.includes(line))).toEqual([
      expect.stringMatching(/^restrictive policies of note, .*\(narrow\)$/),
      expect.stringMatching(/^foreign keys of note with ON UPDATE CASCADE, .*\(note_org_id_fkey\)$/),
      expect.stringMatching(/^triggers of note without arguments, .*\(nameless\)$/),
    ]);
  });

  it("[OPS-07] [OPS-08] find nothing in the current schema except that Citus is missing", async () => {
    expect(await problems()).toEqual([expect.stringMatching(/Citus needs 15 to 17|create extension citus/)]);
  });

  it("[OPS-08] find a web process by its heartbeat, until it has stopped", async () => {
    const live = async () => (await owner.query("select worker_id from worker_process")).rows;
    const end = keepWebAlive(db.database);
    await expect.poll(live).toEqual([{ worker_id: expect.stringMatching(/^web:/) }]);
    expect(await countLiveProcesses(owner)).toBe(1);
    await owner.query("update worker_process set seen_at = now() - interval '31 s'");
    expect(await countLiveProcesses(owner)).toBe(0);
    await end();
    expect(await live()).toEqual([]);
  });

  it("[OPS-08] leave a server without Citus unchanged", async () => {
    const outcome = await distribute(addresses(), { dryRun: false, shards: SHARDS });
    expect(outcome.problems[0]).toMatch(/Citus needs 15 to 17|create extension citus/);
    expect(outcome.truncated).toEqual([]);
  });
});

describe("[OPS-07] a row and its job", () => {
  it("[OPS-07] are committed together, because every function that changes the queue says so first", async () => {
    const { rows } = await owner.query<{ name: string; marks: boolean }>(
      `select proname::text as name, prosrc ~ 'app\\.commit_together\\(\\)' as marks from pg_proc
       where pronamespace = 'app'::regnamespace
         and prosrc ~ 'graphile_worker\\.(add_job|reschedule_jobs|complete_jobs)' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      "end_jobs",
      "enqueue",
      "enqueue_all",
      "enqueue_identity",
      "hold_jobs",
      "hold_organization_jobs",
      "release_organization_jobs",
    ]);
    expect(rows.filter(({ marks }) => !marks)).toEqual([]);
  });

  it("[OPS-07] need one statement over an empty table in a transaction, and none of it stays", async () => {
    const marks = () =>
      owner.query<{ scans: number }>(
        "select seq_scan::int as scans from pg_stat_xact_all_tables where relname = 'commit_mark'",
      );
    const scans = await undone(async () => {
      for (let time = 0; time < 3; time++) await owner.query("select app.commit_together()");
      return (await marks()).rows[0]!.scans;
    });
    expect(scans).toBe(1);
    expect((await owner.query("select 1 from commit_mark")).rowCount).toBe(0);
  });
});

describe("[OPS-08] the verification afterwards", () => {
  it("[OPS-08] names a table that has lost rows", async () => {
    const names = ["lead", "notification"];
    const before = await countRows(owner, names);
    expect(differences(before, await countRows(owner, names))).toEqual([]);
    const after = await undone(async () => {
      await owner.query("delete from notification");
      return countRows(owner, names);
    });
    expect(differences(before, after)).toEqual([`notification has 0 rows instead of ${before.get("notification")}`]);
  });

  it("[OPS-08] counts aggregates that differ from their rows", async () => {
    expect(await countWrongSums(owner)).toBe(0);
    const wrong = await undone(async () => {
      await owner.query(
        `insert into aggregate (org_id, kind, state, count, amount)
         select org_id, 'lead', 'new', 1, 0 from organization limit 1`,
      );
      return countWrongSums(owner);
    });
    expect(wrong).toBe(1);
  });

  it("[OPS-08] names a table that is visible without an organization, or not to its own", async () => {
    const names = ["organization", "lead"];
    expect(await readLeaks(owner, runtime, names)).toEqual([]);
    await owner.query("alter table lead disable row level security");
    const open = await readLeaks(owner, runtime, names);
    await owner.query("alter table lead enable row level security");
    expect(open).toEqual([
      expect.stringMatching(/^lead shows \d+ rows without an organization$/),
      expect.stringMatching(/^lead shows \d+ rows of the organization .* instead of \d+$/),
    ]);
  });
});
