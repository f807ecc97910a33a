import pg from "pg";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { approveRun } from "~/domain/payouts/approve-run.server";
import { loadBankFile, makeBankFile } from "~/domain/payouts/make-bank-file.server";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { voidRun } from "~/domain/payouts/take-back-run.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate, versionOfRun, withPayerAccount } from "../factories/payouts";
import { useDatabase } from "../support/database";
import { isNightly } from "../support/nightly";
import { snapshotTables } from "../support/snapshot-tables";

// The process, or its connection, is gone at any statement of an action: nothing half done is left, and it can be done
// again. Every 6th statement, and nightly each.
const STRIDE = isNightly ? 1 : 6;

const db = useDatabase({ each: true });
let org: Org;
let runId: string;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const rows = async (text: string) => (await db.ownerPool.query(text)).rows;

beforeEach(async () => {
  db.at("2026-01-02T12:00:00Z");
  org = await createOrg(db.database);
  await withPayer(db.database, org);
  await withPayerAccount(db.database, org);
  const ada = await payableAffiliate(db.database, org, "Ada");
  const bea = await payableAffiliate(db.database, org, "Bea", { iban: IBANS[2] });
  await oneTimeDeal(db.database, org, ada);
  await recurringDeal(db.database, org, bea, { contract_start_date: "2026-01-01" });
  db.at("2026-03-10T12:00:00Z");
  runId = await draftRun(db.database, org);
  await db.runJobs();
});

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Ends the app's connection before its statement of this number, and returns whether `use` got that far. */
async function endedAt(number: number, use: () => Promise<unknown>): Promise<boolean> {
  const role = new URL(db.appUrl).username;
  const send = pg.Client.prototype.query as unknown as Query;
  let count = 0;
  let ended = false;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (this.user !== role || ++count !== number) return send.apply(this, args) as never;
    ended = true;
    // Like a process that was killed: the server finds the socket closed.
    (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    return send.apply(this, args) as never;
  });
  try {
    await use().catch((error: unknown) => {
      if (!ended) throw error;
    });
  } finally {
    spy.mockRestore();
  }
  return ended;
}

/** Waits until the server has rolled back what closed connections had begun. */
const settled = () =>
  vi.waitFor(async () => {
    const busy = "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in trans%'";
    expect(await rows(busy)).toEqual([]);
  });

describe("[PAY-06] a connection that is gone at any statement leaves nothing half done:", () => {
  const actions: [string, () => Promise<(scope: Scope) => Promise<unknown>>][] = [
    [
      "approving",
      async () => {
        const version = await versionOfRun(db.database, org, runId);
        return (scope) => approveRun(scope, { runId, version });
      },
    ],
    [
      "making a bank file",
      async () => {
        await approvedRun(db.database, org, runId);
        return (scope) => makeBankFile(scope, runId);
      },
    ],
    [
      "marking paid",
      async () => {
        await approvedRun(db.database, org, runId);
        return (scope) => payPayouts(scope, { runId, payoutIds: null, paidOn: day("2026-03-10") });
      },
    ],
    [
      "taking back",
      async () => {
        await approvedRun(db.database, org, runId);
        return (scope) => voidRun(scope, { runId, reason: "wrong day" });
      },
    ],
  ];
  test.each(actions)("%s", { timeout: 120_000 }, async (_, prepare) => {
    const use = await prepare();
    const before = await snapshotTables(db.ownerPool);
    let number = 1;
    while (await endedAt(number, () => owner(use))) {
      await settled();
      expect(await snapshotTables(db.ownerPool), `statement ${number}`).toEqual(before);
      number += STRIDE;
    }
    expect(number).toBeGreaterThan(10);
    expect(await snapshotTables(db.ownerPool)).not.toEqual(before);
  });

  test("a bank file that was made is read with the same bytes afterwards", async () => {
    await approvedRun(db.database, org, runId);
    const fileId = await owner((scope) => makeBankFile(scope, runId));
    const load = () => owner((scope) => loadBankFile(scope, { runId, fileId }));
    const { text } = (await load())!;
    for (let number = 1; await endedAt(number, load); number += STRIDE) await settled();
    expect((await load())!.text).toBe(text);
  });
});

describe("[PAY-07] the job that makes statements", () => {
  test(
    "goes on after its connection is gone at any statement, with one file for each payout",
    { timeout: 300_000 },
    async () => {
      await approvedRun(db.database, org, runId);
      const files = () => rows("select name from file order by name");
      let number = 1;
      for (let again = true; again; number += STRIDE * 2) {
        again = await endedAt(number, () => db.runJobs([]));
        await settled();
        await db.ownerPool.query(
          "update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null",
        );
        await db.runJobs();
        expect(await rows("select count(distinct file_id)::int as files from payout"), `statement ${number}`).toEqual([
          { files: 2 },
        ]);
        expect(await files(), `statement ${number}`).toEqual([
          { name: "AB-2026-0001.pdf" },
          { name: "AB-2026-0002.pdf" },
        ]);
        if (!again) break;
        await db.ownerPool.query("update payout set file_id = null");
        await db.ownerPool.query("delete from file_piece");
        await db.ownerPool.query("delete from file");
        await owner((scope) =>
          scope.enqueue("payout.documents", { run_id: runId }, { key: `payout.documents ${runId}` }),
        );
      }
      expect(number).toBeGreaterThan(20);
    },
  );
});
