import { beforeEach, describe, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { resumeDeal } from "~/domain/deals/resume-deal.server";
import { approveRun } from "~/domain/payouts/approve-run.server";
import { makeBankFile } from "~/domain/payouts/make-bank-file.server";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { returnPayout } from "~/domain/payouts/return-payout.server";
import { discardRun, voidRun } from "~/domain/payouts/take-back-run.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import type { Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { enter, IBANS, withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate, versionOfRun, withPayerAccount } from "../factories/payouts";
import { untilBlocked, useDatabase } from "../support/database";

const db = useDatabase({ each: true, connections: 12 });
let org: Org;
let ada: Affiliate;
let dealId: string;
let contract: string;

type Use = (scope: Scope) => Promise<unknown>;
const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === "fulfilled" ? "done" : ((result.reason as { code?: string }).code ?? String(result.reason));
const both = async (one: Promise<unknown>, other: Promise<unknown>) =>
  (await Promise.allSettled([one, other])).map(codeOf);

beforeEach(async () => {
  db.at("2026-01-02T12:00:00Z");
  org = await createOrg(db.database);
  await withPayer(db.database, org);
  await withPayerAccount(db.database, org);
  ada = await payableAffiliate(db.database, org, "Ada");
  const bea = await payableAffiliate(db.database, org, "Bea", { iban: IBANS[2] });
  dealId = (await oneTimeDeal(db.database, org, ada)).id;
  contract = (await recurringDeal(db.database, org, bea, { contract_start_date: "2026-01-01" })).id;
  db.at("2026-03-10T12:00:00Z");
});

const approve = async (runId: string): Promise<Use> => {
  const version = await versionOfRun(db.database, org, runId);
  return (scope) => approveRun(scope, { runId, version });
};
async function approved(): Promise<string> {
  const runId = await draftRun(db.database, org);
  await approvedRun(db.database, org, runId);
  return runId;
}
const paid =
  (runId: string, payoutIds: string[] | null = null) =>
  (scope: Scope) =>
    payPayouts(scope, { runId, payoutIds, paidOn: day("2026-03-10") });

/**
 * Starts `use` up to where it would commit, then `other`, which has to wait for it, and lets both end. Returns their
 * results.
 */
async function inOrder(use: Use, other: Use): Promise<string[]> {
  let go!: () => void;
  let ready!: () => void;
  const released = new Promise<void>((resolve) => (go = resolve));
  const reached = new Promise<void>((resolve) => (ready = resolve));
  const first = owner(async (scope) => {
    try {
      await use(scope);
    } finally {
      ready();
    }
    await released;
  });
  await reached;
  const second = owner(other);
  second.catch(() => undefined);
  await untilBlocked(db.ownerPool);
  go();
  return both(first, second);
}

describe("[PAY-06] at the same time", () => {
  test("two members approve a run once", async () => {
    const runId = await draftRun(db.database, org);
    const use = await approve(runId);
    const max = await addMember(db.database, org);
    const results = await Promise.all([owner(use), db.database.withOrg(org.orgId, max.actor, use)]);
    expect(results.sort()).toEqual([0, 2]);
    expect(await rows("select number from payout order by number")).toEqual([
      { number: "AB-2026-0001" },
      { number: "AB-2026-0002" },
    ]);
  });

  test("approving and a quick payment pay a commission once, in either order", async () => {
    const runId = await draftRun(db.database, org);
    const quick: Use = (scope) => payCommissions(scope, { deals: [dealId], receiptUrl: null });
    expect(await inOrder(await approve(runId), quick)).toEqual(["done", "commission_in_payout"]);
    expect(await rows("select commission_paid from deal where id = $1", dealId)).toEqual([{ commission_paid: false }]);
  });

  test("a quick payment that comes before a run is created leaves nothing for it", async () => {
    const quick: Use = (scope) => payCommissions(scope, { deals: [dealId], receiptUrl: null });
    const create: Use = () => draftRun(db.database, org);
    expect(await inOrder(quick, create)).toEqual(["done", "run_changed"]);
  });

  test("a bank file and taking back: a run that was taken back has no file, and one with a file needs a reason", async () => {
    const first = await approved();
    const make: Use = (scope) => makeBankFile(scope, first);
    const take: Use = (scope) => voidRun(scope, { runId: first, reason: null });
    expect(await inOrder(make, take)).toEqual(["done", "run_void_reason"]);
    await owner((scope) => voidRun(scope, { runId: first, reason: "other day" }));
    const second = await approved();
    const makeSecond: Use = (scope) => makeBankFile(scope, second);
    const takeSecond: Use = (scope) => voidRun(scope, { runId: second, reason: null });
    expect(await inOrder(takeSecond, makeSecond)).toEqual(["done", "run_state"]);
  });

  test("paying and returning one payout: it is returned once, and its commissions are due again", async () => {
    const runId = await approved();
    const [{ id: payoutId }] = await rows("select id from payout where affiliate_id = $1", ada.affiliateId);
    const back: Use = (scope) => returnPayout(scope, { payoutId, reason: "AC04" });
    expect(await inOrder(paid(runId), back)).toEqual(["done", "done"]);
    expect(await rows("select commission_paid, payout_id from deal where id = $1", dealId)).toEqual([
      { commission_paid: false, payout_id: payoutId },
    ]);
    expect(await rows("select state from payout where id = $1", payoutId)).toEqual([{ state: "returned" }]);
  });

  test("paying and taking back: one of them wins", async () => {
    const runId = await approved();
    const take: Use = (scope) => voidRun(scope, { runId, reason: "wrong day" });
    expect(await inOrder(take, paid(runId))).toEqual(["done", "run_state"]);
    const next = await approved();
    expect(await inOrder(paid(next), (scope) => voidRun(scope, { runId: next, reason: "late" }))).toEqual([
      "done",
      "run_state",
    ]);
  });

  test("an account that is entered while a run is approved is not paid to by that run", async () => {
    const runId = await draftRun(db.database, org);
    const before = await rows("select id from payee_account where affiliate_id = $1", ada.affiliateId);
    const use = await approve(runId);
    const change: Use = (scope) => enter(scope, ada.affiliateId, IBANS[2]);
    const results = await both(owner(use), owner(change));
    expect(results[1]).toBe("done");
    const accounts = await rows("select account_id from payout where affiliate_id = $1", ada.affiliateId);
    expect(accounts).toEqual([{ account_id: results[0] === "done" ? before[0].id : null }]);
  });

  test("the end of a deal that is taken back while a run is approved is not deducted by it", async () => {
    const first = await approved();
    await owner(paid(first));
    const input = endDealSchema.parse({ deal_id: dealId, day: "2026-03-01", reason: "customer_did_not_pay" });
    await owner((scope) => endDeal(scope, input));
    await oneTimeDeal(db.database, org, ada, { amount: "3000" });
    const runId = await draftRun(db.database, org);
    const resume: Use = (scope) => resumeDeal(scope, dealId);
    expect(await inOrder(resume, await approve(runId))).toEqual(["done", "run_changed"]);
    await owner((scope) => endDeal(scope, input));
    await owner((scope) => discardRun(scope, runId));
    const again = await draftRun(db.database, org);
    expect(await inOrder(await approve(again), resume)).toEqual(["done", "deal_in_payout"]);
  });

  test("ending a deal and returning its payout do not wait for each other", async () => {
    const runId = await approved();
    await owner(paid(runId));
    const [{ payout_id: payoutId }] = await rows(
      "select payout_id from commission_payment where deal_id = $1 and payout_id is not null",
      contract,
    );
    const input = endDealSchema.parse({ deal_id: contract, day: "2026-09-01", reason: "cancelled_by_customer" });
    // Somebody else holds the deal until both have begun.
    const holder = await db.ownerPool.connect();
    try {
      await holder.query("begin");
      await holder.query("select 1 from deal where id = $1 for update", [contract]);
      const end = owner((scope) => endDeal(scope, input));
      await untilBlocked(db.ownerPool);
      const back = owner((scope) => returnPayout(scope, { payoutId, reason: "AC04" }));
      const results = both(end, back);
      await untilBlocked(db.ownerPool, 2);
      await holder.query("rollback");
      expect(await results).toEqual(["done", "done"]);
    } finally {
      holder.release();
    }
  });
});
