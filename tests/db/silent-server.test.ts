import pg from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "~/platform/db/database.server";
import { openPool } from "~/platform/db/open-pool.server";
import { queuePool } from "../../jobs/queue-pool";
import { createOrg, type Org } from "../factories/organizations";
import { TEST_SECRET, useDatabase } from "../support/database";
import { startSilentProxy, type SilentProxy } from "../support/silent-proxy";

const db = useDatabase();
/** Replaces the limit of 60 s for a transaction. */
const LIMIT_MS = 800;

let org: Org;
let proxy: SilentProxy;
beforeAll(async () => {
  org = await createOrg(db.database);
});
beforeEach(async () => {
  proxy = await startSilentProxy(db.appUrl);
});
afterEach(() => proxy.close());

describe("[OPS-02] J2 with a server that stops responding", () => {
  let database: Database;
  beforeEach(async () => {
    database = openDatabase({ url: proxy.url, secret: TEST_SECRET, connections: 1, timeoutMs: LIMIT_MS });
    await reads();
  });
  afterEach(() => database.close());

  const reads = () => database.readOrg(org.orgId, org.owner.actor, ({ db: tx }) => tx.$queryRaw`select 1 as one`);
  const writes = (use: () => void) =>
    database.withOrg(org.orgId, org.owner.actor, async ({ db: tx }) => {
      await tx.$queryRaw`select 1`;
      use();
    });
  const tooLong = "took longer than 0.8 s";

  it.each<[what: string, act: () => Promise<unknown>, error: string | RegExp]>([
    ["the beginning of a transaction", () => (proxy.silence(), reads()), tooLong],
    ["the commit of a transaction", () => writes(() => proxy.silence()), tooLong],
    [
      "the rollback of a transaction",
      () =>
        writes(() => {
          proxy.silence();
          throw new Error("what the action threw");
        }),
      "what the action threw",
    ],
    [
      "a statement without a transaction",
      () => (proxy.silence(), database.withStatements(({ db: tx }) => tx.$queryRaw`select 1`)),
      /timeout/,
    ],
    ["a probe", () => (proxy.silence(), database.ping()), /timeout/],
  ])("%s ends in time, and its connection is replaced", async (_what, act, error) => {
    const from = performance.now();
    await expect(act()).rejects.toThrow(error);
    expect(performance.now() - from).toBeGreaterThan(LIMIT_MS - 50);
    expect(performance.now() - from).toBeLessThan(20 * LIMIT_MS);
    // The pool has one connection, so this is a new one.
    expect(await reads()).toEqual([{ one: 1 }]);
  });

  it("a query of the job queue ends in time, as promise and as callback, and the pool drops its connection", async () => {
    const pool = openPool(proxy.url, 2);
    const queue = queuePool(pool, LIMIT_MS);
    const client = await queue.connect();
    expect((await client.query("select 1")).rowCount).toBe(1);
    proxy.silence();
    await expect(client.query("select 1")).rejects.toThrow(/terminated/);
    client.release();
    expect((await queue.query("select 1")).rowCount).toBe(1);
    proxy.silence();
    await expect(queue.query("select 1")).rejects.toThrow(/terminated/);
    expect(pool.totalCount).toBe(0);
    await pool.end();
  });

  it("both pools use TCP keep-alive", async () => {
    const pool = openPool(db.ownerUrl, 1);
    const client = await pool.connect();
    const { connection } = client as unknown as { connection: { _keepAlive: boolean } };
    expect(client).toBeInstanceOf(pg.Client);
    expect(connection._keepAlive).toBe(true);
    client.release();
    await pool.end();
  });
});
