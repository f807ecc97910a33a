import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPool } from "~/platform/db/open-pool.server";
import { inTransaction, type Transaction } from "~/platform/db/transaction.server";
import { CHANNEL } from "~/platform/realtime/announcement";
import { useDatabase } from "../support/database";

// Raises the notices that a shard of a Citus cluster raises. tests/db/live.test.ts also runs on a real cluster.

const db = useDatabase();
const ORG = randomUUID();
let pool: pg.Pool;
let listening: pg.Client;
let received: string[];

beforeEach(async () => {
  pool = openPool(db.appUrl, 2);
  listening = new pg.Client({ connectionString: db.appUrl });
  await listening.connect();
  received = [];
  listening.on("notification", ({ payload }) => received.push(payload ?? ""));
  await listening.query(`listen ${CHANNEL}`);
});

afterEach(async () => {
  await listening.end();
  await pool.end();
});

const raise = (text: string) => `do $$ begin raise notice '%', '${text}'; end $$`;
const changed = (topic: string, whose = "") => raise(`${CHANNEL} ${ORG}:${topic}:${whose}`);
const within = (use: (transaction: Transaction) => Promise<unknown>) => inTransaction(pool, "begin", use);

/** Returns the published topics so far. */
async function published(): Promise<string[]> {
  const mark = randomUUID();
  await db.ownerPool.query("select pg_notify($1, $2)", [CHANNEL, mark]);
  await expect.poll(() => received.at(-1)).toBe(mark);
  received.pop();
  return received.map((text) => text.replace(`${ORG}:`, ""));
}

test("[API-05] publishes what a transaction has changed with its commit, each change once", async () => {
  const value = await within(async (transaction) => {
    for (const topic of ["lead", "deal", "lead"]) await transaction.query({ text: changed(topic) });
    expect(await published()).toEqual([]);
    return 7;
  });
  expect(value).toBe(7);
  expect(await published()).toEqual(["lead:", "deal:"]);
  await within((transaction) => transaction.query({ text: "select 1" }));
  expect(await published()).toHaveLength(2);
});

test("[API-05] publishes nothing of a transaction or a savepoint that is rolled back", async () => {
  await expect(
    within(async (transaction) => {
      await transaction.query({ text: changed("lead") });
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await within(async (transaction) => {
    await transaction.query({ text: changed("affiliate") });
    await transaction.query({ text: "savepoint part_1" });
    await transaction.query({ text: changed("lead") });
    await transaction.query({ text: "rollback to savepoint part_1" });
    await transaction.query({ text: changed("deal") });
  });
  expect(await published()).toEqual(["affiliate:", "deal:"]);
});

test("[API-05] publishes nothing if the commit rolls back because an error was ignored", async () => {
  const work = within(async (transaction) => {
    await transaction.query({ text: changed("lead") });
    await transaction.query({ text: "select 1 / 0" }).catch(() => {});
  });
  await expect(work).rejects.toThrow("one of its statements had failed");
  expect(await published()).toEqual([]);
});

test("[API-05] publishes the changes of single statements, and those of a failed one not", async () => {
  await pool.query(changed("lead"));
  await pool.query({ text: changed("deal") });
  const client = await pool.connect();
  await client.query(changed("affiliate", randomUUID()));
  await expect(
    client.query(`do $$ begin raise notice '${CHANNEL} ${ORG}:notification:'; perform 1 / 0; end $$`),
  ).rejects.toThrow("division by zero");
  await client.query("select 1");
  client.release();
  expect(await published()).toEqual(["lead:", "deal:", expect.stringMatching(/^affiliate:/)]);
});

test("[API-05] ignores other notices, and sums up very many changes", async () => {
  await within(async (transaction) => {
    await transaction.query({ text: raise(`${CHANNEL} x''; select 1`.replaceAll("''", "")) });
    await transaction.query({ text: raise("another notice") });
    for (let number = 0; number < 101; number++) await transaction.query({ text: changed("lead", randomUUID()) });
    await transaction.query({ text: changed("deal") });
  });
  expect(await published()).toEqual(["lead:*", "deal:*"]);
});

test("[API-05] sends one statement at a time, although several are requested at once", async () => {
  const client = await pool.connect();
  const send = vi.spyOn(client, "query");
  let most = 0;
  const queryOf = Reflect.get(Object.getPrototypeOf(client) as object, "query") as (...args: unknown[]) => unknown;
  send.mockImplementation(((...args: unknown[]) => {
    // pg keeps the statements here that wait for the running one, and warns if there are any.
    most = Math.max(most, (client as unknown as { _queryQueue: unknown[] })._queryQueue.length);
    return queryOf.apply(client, args);
  }) as never);
  client.release();
  const numbers = ["1", "2", "1 / 0", "3"];
  const work = within((transaction) =>
    Promise.all(numbers.map((number) => transaction.query({ text: `select ${number} as number` }))),
  );
  await expect(work).rejects.toThrow("division by zero");
  const rows: unknown[] = [];
  await within(async (transaction) => {
    const each = (row: unknown) => rows.push(row);
    await Promise.all([
      transaction.query({ text: "create temporary table numbered (number int)" }),
      transaction.query({ text: "insert into numbered values (1), (2)" }),
      transaction.each({ text: "select number from numbered order by number" }, each),
    ]);
  });
  expect(rows).toEqual([{ number: 1 }, { number: 2 }]);
  expect(most).toBe(0);
});
