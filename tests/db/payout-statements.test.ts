import { beforeEach, describe, expect, test } from "vitest";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { approveRun } from "~/domain/payouts/approve-run.server";
import { createRun, previewRun } from "~/domain/payouts/create-run.server";
import { issueDueStatements } from "~/domain/payouts/issue-statements.server";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { cancelPayout, returnPayout } from "~/domain/payouts/return-payout.server";
import { listOwnStatements, readStatement } from "~/domain/payouts/read-statement.server";
import { listPayoutRuns, readRun } from "~/domain/payouts/read-run.server";
import type { Statement } from "~/domain/payouts/statement";
import { voidRun } from "~/domain/payouts/take-back-run.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { payableAffiliate, versionOfRun } from "../factories/payouts";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let bea: Affiliate;
let cem: Affiliate;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;

/** Approves a run with everybody who is proposed, until a day; returns its id. */
async function runUntil(until: string, { coversAll = true, only }: { coversAll?: boolean; only?: Affiliate } = {}) {
  const wanted = { currency: "EUR", until: day(until) };
  const runId = await owner(async (scope) => {
    const { proposals, version } = await previewRun(scope, wanted);
    const proposed = proposals.filter(({ reason }) => reason === null).map(({ affiliateId }) => affiliateId);
    const affiliateIds = only ? [only.affiliateId] : proposed;
    return createRun(scope, { ...wanted, affiliateIds, note: null, coversAll, version });
  });
  const version = await versionOfRun(db.database, org, runId);
  await owner((scope) => approveRun(scope, { runId, version }));
  return runId;
}

/** The statements by number: name, state of the payout and what it says of the amount. */
const issued = async () =>
  (
    await rows(`select a.name, p.number, p.state, p.gross, p.statement from payout p
                join affiliate a on a.org_id = p.org_id and a.id = p.affiliate_id order by p.number`)
  ).map(({ name, number, state, gross, statement }) => {
    const { unpaid, net, corrects } = statement as Statement;
    return { name, number, state, gross, unpaid, net, corrects };
  });
const numbersOf = async () => (await issued()).map(({ name, state, corrects }) => [name, state, corrects]);

beforeEach(async () => {
  db.at("2026-01-02T12:00:00Z");
  org = await createOrg(db.database);
  await withPayer(db.database, org, { cadence: "monthly" });
  ada = await payableAffiliate(db.database, org, "Ada");
  bea = await payableAffiliate(db.database, org, "Bea", { iban: IBANS[1], tax_status: "small_business" });
  // Has entered nothing about payouts.
  cem = await activeAffiliate(db.database, org, { name: "Cem" });
  await withTerms(db.database, org, cem);
  for (const affiliate of [ada, bea]) await oneTimeDeal(db.database, org, affiliate);
  await oneTimeDeal(db.database, org, cem, { close_date: "2026-05-15" });
  db.at("2026-03-10T12:00:00Z");
  await db.runJobs();
  db.mails.length = 0;
});

describe("[PAY-07] a statement that nothing is paid", () => {
  test("is issued with the run to those who get nothing, once for each period, if the run covers all", async () => {
    const runId = await runUntil("2026-02-28", { only: ada });
    const nothing = { gross: "0", net: 0, corrects: undefined };
    expect(await issued()).toEqual([
      {
        name: "Ada",
        number: "AB-2026-0001",
        state: "open",
        gross: "11900",
        unpaid: undefined,
        net: 100_00,
        corrects: undefined,
      },
      { name: "Cem", number: "AB-2026-0002", state: "none", unpaid: "nothing_due", ...nothing },
    ]);
    const run = (await owner((scope) => readRun(scope, runId)))!;
    expect(run).toMatchObject({ payouts: 1, gross: 119_00 });
    expect(run.payoutList.map(({ name, state }) => [name, state])).toEqual([
      ["Ada", "open"],
      ["Cem", "none"],
    ]);
    await runUntil("2026-02-28", { only: bea });
    expect(await numbersOf()).toEqual([
      ["Ada", "open", undefined],
      ["Cem", "none", undefined],
      ["Bea", "open", undefined],
    ]);
    await db.runJobs();
    expect(db.mails.map(({ to }) => to.address)).toEqual([cem.email]);
    expect(db.mails[0]!.text).toContain("AB-2026-0002");
    const own = await asAffiliate(db.database, org, cem, async (scope) => (await listOwnStatements(scope)).rows);
    expect(own).toMatchObject([{ number: "AB-2026-0002", state: "none", gross: 0, fileId: expect.any(String) }]);
    const read = await asAffiliate(db.database, org, cem, (scope) => readStatement(scope, own[0]!.id));
    expect(read!.statement).toMatchObject({
      payee: { name: "Cem", street: "" },
      account: null,
      planned: [{ amount: 100_00, due: "2026-05-15" }],
    });
    await owner((scope) => payPayouts(scope, { runId, payoutIds: null, paidOn: day("2026-03-10") }));
    expect((await owner((scope) => readRun(scope, runId)))!.state).toBe("paid");
    expect((await numbersOf())[1]).toEqual(["Cem", "none", undefined]);
  });

  test("is not issued if the run does not cover all", async () => {
    await runUntil("2026-02-28", { coversAll: false });
    expect(await numbersOf()).toHaveLength(2);
  });

  test("shows what is carried over, which stays due and unsettled until it is paid", async () => {
    const runId = await runUntil("2026-02-28");
    await owner((scope) => payPayouts(scope, { runId, payoutIds: null, paidOn: day("2026-03-10") }));
    const [{ id: dealId }] = await rows("select id from deal where affiliate_id = $1", ada.affiliateId);
    const end = endDealSchema.parse({ deal_id: dealId, day: "2026-03-01", reason: "customer_did_not_pay" });
    await owner((scope) => endDeal(scope, end));
    await oneTimeDeal(db.database, org, bea, { close_date: "2026-03-05", amount: "50" });
    await withPayer(db.database, org, { cadence: "monthly", minimum_amount: "10" });
    db.at("2026-04-10T12:00:00Z");
    await oneTimeDeal(db.database, org, cem, { close_date: "2026-03-05" });
    expect(await owner(issueDueStatements)).toBe(2);
    expect((await issued()).slice(3)).toMatchObject([
      { name: "Ada", state: "none", gross: "0", unpaid: "balance_negative", net: -100_00 },
      { name: "Bea", state: "none", gross: "0", unpaid: "below_minimum", net: 5_00 },
    ]);
    expect(await rows("select payout_id, settled_on from commission_claim")).toEqual([
      { payout_id: null, settled_on: null },
    ]);
    await withPayer(db.database, org, { cadence: "monthly" });
    const next = await runUntil("2026-04-10", { only: bea });
    expect((await owner((scope) => readRun(scope, next)))!.payoutList).toMatchObject([{ name: "Bea", gross: 5_00 }]);
  });

  test("is issued without a run by the end of the next month, once, also by two jobs at once", async () => {
    expect(await owner(issueDueStatements), "no run was ever approved").toBe(0);
    await runUntil("2026-02-28");
    expect(await owner(issueDueStatements)).toBe(0);
    db.at("2026-04-28T12:00:00Z");
    const both = await Promise.all([owner(issueDueStatements), owner(issueDueStatements)]);
    expect(both.sort()).toEqual([0, 3]);
    const [latest] = (await owner((scope) => listPayoutRuns(scope))).rows;
    expect(latest).toMatchObject({ state: "none", until: "2026-03-31", payouts: 0 });
    await withPayer(db.database, org, { cadence: "quarterly" });
    db.at("2026-05-28T12:00:00Z");
    expect(await owner(issueDueStatements)).toBe(0);
  });

  test("is not issued to an erased affiliate, and to one who left only while something is unpaid", async () => {
    await runUntil("2026-02-28");
    db.at("2026-04-28T12:00:00Z");
    await db.ownerPool.query("update affiliate set status = 'inactive'");
    await owner((scope) => eraseAffiliate(scope, bea.affiliateId, { name: bea.name, nobody: "Nobody" }));
    // The commissions of Ada are in an open payout, those of Cem are planned.
    expect(await owner(issueDueStatements)).toBe(2);
    const [run] = (await owner((scope) => listPayoutRuns(scope))).rows;
    expect((await owner((scope) => readRun(scope, run!.id)))!.payoutList.map(({ name }) => name)).toEqual([
      "Ada",
      "Cem",
    ]);
  });
});

describe("[PAY-07] a correction", () => {
  test("names the withdrawn statement whose commissions it has, and the withdrawn one names it", async () => {
    const first = await runUntil("2026-02-28");
    await owner((scope) => voidRun(scope, { runId: first, reason: null }));
    expect(await numbersOf()).toEqual([
      ["Ada", "void", undefined],
      ["Bea", "void", undefined],
      ["Cem", "void", undefined],
    ]);
    await oneTimeDeal(db.database, org, ada, { close_date: "2026-02-20" });
    const second = await runUntil("2026-02-28", { only: ada });
    expect((await numbersOf()).slice(3)).toEqual([
      ["Ada", "open", "AB-2026-0001"],
      ["Cem", "none", "AB-2026-0003"],
    ]);
    const [old] = await rows("select id from payout where number = 'AB-2026-0001'");
    const read = () => asAffiliate(db.database, org, ada, (scope) => readStatement(scope, old.id));
    expect((await read())!.replacedBy).toMatchObject({ number: "AB-2026-0004" });
    // A chain: each names the one before it.
    await owner((scope) => voidRun(scope, { runId: second, reason: null }));
    await runUntil("2026-02-28", { only: ada });
    expect((await numbersOf()).at(-2)).toEqual(["Ada", "open", "AB-2026-0004"]);
  });

  test("names a statement that was canceled after the bank returned its payment, and no statement of other commissions", async () => {
    const runId = await runUntil("2026-02-28", { coversAll: false });
    await owner((scope) => payPayouts(scope, { runId, payoutIds: null, paidOn: day("2026-03-10") }));
    const [ofAda] = await rows("select id from payout order by number");
    await owner((scope) => returnPayout(scope, { payoutId: ofAda.id, reason: "AC04" }));
    await owner((scope) => cancelPayout(scope, { payoutId: ofAda.id, reason: "Wrong account" }));
    await oneTimeDeal(db.database, org, bea, { close_date: "2026-03-05" });
    db.at("2026-04-10T12:00:00Z");
    await runUntil("2026-03-31", { coversAll: false });
    expect((await numbersOf()).slice(2)).toEqual([
      ["Ada", "open", "AB-2026-0001"],
      ["Bea", "open", undefined],
    ]);
  });
});
