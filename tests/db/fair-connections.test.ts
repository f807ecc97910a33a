import { beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "~/platform/db/database.server";
import { fairConnections } from "~/platform/db/fair-connections.server";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { TEST_SECRET, useDatabase } from "../support/database";

const db = useDatabase();
let [slow, quick, third]: Org[] = [];
beforeAll(async () => {
  [slow, quick, third] = [await createOrg(db.database), await createOrg(db.database), await createOrg(db.database)];
});

describe("[ORG-07] [OPS-02] the connections of a process", () => {
  test("are shared: 20 slow pages of one organization do not delay those of another", async () => {
    const database = openDatabase({ url: db.appUrl, secret: TEST_SECRET, connections: 4 });
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    let inside = 0;
    const page = (org: Org) =>
      database.readOrg(org.orgId, org.owner.actor, async (scope) => {
        inside += 1;
        await gate;
        return scope.db.$queryRaw`select 1`;
      });
    const read = (org: Org) =>
      database.readOrg(org.orgId, org.owner.actor, (scope) => scope.db.$queryRaw`select 1 as one`);
    try {
      const pages = Array.from({ length: 20 }, () => page(slow!));
      for (let times = 0; times < 10; times++) expect(await read(quick!)).toEqual([{ one: 1 }]);
      expect(inside).toBe(2);
      // With another slow organization, a third one still gets a connection.
      pages.push(...Array.from({ length: 20 }, () => page(quick!)));
      expect(await read(third!)).toEqual([{ one: 1 }]);
      await expect.poll(() => inside).toBe(3);
      open();
      expect(await Promise.all(pages)).toHaveLength(40);
    } finally {
      open();
      await database.close();
    }
  });

  test("go to waiting organizations in turn, also after an error, and a long wait fails like in a pool", async () => {
    const share = fairConnections(2, 50);
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const work = (org: string) =>
      share(org, () => {
        order.push(org);
        return new Promise<void>((resolve, reject) =>
          ends.push(() => (org === "b" ? reject(new Error("b")) : resolve())),
        );
      });
    const [first, ...late] = [work("a"), work("a"), work("a")];
    const other = work("b");
    expect(order).toEqual(["a", "b"]);
    for (const one of late) await expect(one).rejects.toThrow("timeout exceeded when trying to connect");
    const failed = expect(other).rejects.toThrow("b");
    const waiting = [work("a"), work("c")];
    ends[1]!();
    await failed;
    // The organization without a connection is first.
    expect(order).toEqual(["a", "b", "c"]);
    ends[0]!();
    await first;
    ends[2]!();
    await waiting[1];
    await expect.poll(() => order).toEqual(["a", "b", "c", "a"]);
    ends[3]!();
    await waiting[0];
    const all = [work("a")];
    ends[4]!();
    await Promise.all(all);
  });

  test("are released by a query that exceeds its time limit", async () => {
    const sleep = (ms?: number) =>
      db.database.readOrg(
        slow!.orgId,
        slow!.owner.actor,
        (scope) => scope.db.$queryRaw`select 1 from pg_sleep(20)`,
        ms === undefined ? {} : { statementMs: ms },
      );
    await expect(sleep(100)).rejects.toThrow(/statement timeout/);
    const { rows } = await db.ownerPool.query(
      "select 1 from pg_stat_activity where datname = current_database() and query like '%pg_sleep(20)%' and state = 'active' and pid <> pg_backend_pid()",
    );
    expect(rows).toEqual([]);
    expect(await asOwner(db.database, slow!, (scope) => scope.db.$queryRaw`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});
