import { beforeEach, describe, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { dueVersion, payAllDue, readPayable } from "~/domain/commissions/pay-all-due.server";
import { approveRun } from "~/domain/payouts/approve-run.server";
import { createRun, previewRun } from "~/domain/payouts/create-run.server";
import { cancelPayout } from "~/domain/payouts/return-payout.server";
import { countInRuns, countWhollyInRuns } from "~/domain/payouts/list-owed.server";
import { requireSecondApprover } from "~/domain/payouts/payer.server";
import { listPayoutRuns, readRun } from "~/domain/payouts/read-run.server";
import { discardRun, leaveOut, markSent, voidRun } from "~/domain/payouts/take-back-run.server";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { day } from "~/domain/shared/dates";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { addMember, type Org } from "../factories/organizations";
import { enter, IBANS, withPayer } from "../factories/payees";
import { draftRun } from "../factories/payouts";
import { useDatabase } from "../support/database";
import { createPayoutWorld, payoutsOf } from "../support/payout-world";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let bea: Affiliate;

const { until, owner, rows, preview, draft, versionOf, approve, approved, pay, statements } = payoutsOf(db, () => org);

beforeEach(async () => {
  ({ org, ada, bea } = await createPayoutWorld(db));
});

describe("[PAY-05] a new run", () => {
  test("proposes everybody with something due until the day, with VAT by their status, and says why others are out", async () => {
    await activeAffiliate(db.database, org, { name: "Cem" });
    const { proposals } = await preview();
    expect(proposals.map(({ name, net, vatTotal, gross, reason }) => ({ name, net, vatTotal, gross, reason }))).toEqual(
      [
        { name: "Ada", net: 100_00, vatTotal: 19_00, gross: 119_00, reason: null },
        { name: "Bea", net: 20_00, vatTotal: 0, gross: 20_00, reason: null },
      ],
    );
    expect(await rows("select 1 from payout")).toEqual([]);
  });

  test("writes a draft that no affiliate sees, and takes nothing that another run has", async () => {
    const runId = await draft();
    expect((await owner((scope) => readRun(scope, runId)))!.proposals.map(({ gross }) => gross)).toEqual([
      119_00, 20_00,
    ]);
    expect((await preview()).proposals.map(({ reason }) => reason)).toEqual(["nothing_due", "nothing_due"]);
    const seen = await asAffiliate(db.database, org, ada, (scope) => scope.db.payout.findMany());
    expect(seen).toEqual([]);
    await expect(asAffiliate(db.database, org, ada, (scope) => readRun(scope, runId))).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("[WORK-02] takes its commissions out of what can be paid one by one, until it is paid or taken back", async () => {
    const ids = [ada.affiliateId, bea.affiliateId];
    const inRuns = async (currency = "EUR") => {
      const counts = await owner((scope) => countInRuns(scope, { currency, ids }));
      return ids.map((id) => counts.get(id) ?? 0);
    };
    const wholly = (currency = "EUR") => owner((scope) => countWhollyInRuns(scope, currency));
    expect(await inRuns()).toEqual([0, 0]);
    expect(await wholly()).toBe(0);
    const runId = await approved();
    // The month that is due after the run's last day is not in it.
    expect(await inRuns()).toEqual([1, 2]);
    expect(await inRuns("USD")).toEqual([0, 0]);
    expect(await wholly()).toBe(1);
    expect(await wholly("USD")).toBe(0);
    await oneTimeDeal(db.database, org, ada);
    expect(await wholly()).toBe(0);
    await pay(runId);
    expect(await inRuns()).toEqual([0, 0]);
    expect(await wholly()).toBe(0);
  });

  test("advises against paying twice in a period of the rhythm, and pays all the same if a member wants it", async () => {
    await withPayer(db.database, org, { cadence: "monthly" });
    await approve(await draft());
    await oneTimeDeal(db.database, org, ada);
    const reasonOn = async (until: string) =>
      (await owner((scope) => previewRun(scope, { currency: "EUR", until: day(until) }))).proposals.find(
        ({ name }) => name === "Ada",
      )!;
    for (const later of ["2026-02-28", "2026-03-10"])
      expect(await reasonOn(later), later).toMatchObject({ reason: "cadence", payable: true, net: 100_00 });
    const again = await draftRun(db.database, org, until, [ada.affiliateId]);
    expect(await approve(again)).toBe(1);
    await oneTimeDeal(db.database, org, ada);
    db.at("2026-04-10T12:00:00Z");
    expect(await reasonOn("2026-03-31")).toMatchObject({ reason: null });
    for (const { id } of await rows("select id from payout where affiliate_id = $1", ada.affiliateId))
      await owner((scope) => cancelPayout(scope, { payoutId: id, reason: "Wrong account" }));
    expect(await reasonOn("2026-02-28")).toMatchObject({ reason: null, net: 300_00 });
  });

  test("is refused if the amounts changed after the preview, for nobody, and for a day to come", async () => {
    const { version } = await preview();
    const create = (input: object) =>
      owner((scope) =>
        createRun(scope, { currency: "EUR", until, affiliateIds: [ada.affiliateId], note: null, version, ...input }),
      );
    await expect(create({ affiliateIds: [] })).rejects.toMatchObject({ code: "run_empty" });
    await expect(create({ until: day("2026-03-11") })).rejects.toMatchObject({ code: "run_until_future" });
    await oneTimeDeal(db.database, org, ada);
    await expect(create({})).rejects.toMatchObject({ code: "run_changed" });
    expect(await rows("select 1 from payout_run")).toEqual([]);
  });

  test("two at once take each commission once", async () => {
    const { version } = await preview();
    const create = () =>
      owner((scope) =>
        createRun(scope, { currency: "EUR", until, affiliateIds: [ada.affiliateId], note: null, version }),
      );
    const results = await Promise.allSettled([create(), create()]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await rows("select count(*)::int as n from deal where payout_id is not null")).toEqual([{ n: 1 }]);
  });
});

describe("[PAY-06] a run", () => {
  test("approved twice at once issues each number once, in a row", async () => {
    const runId = await draft();
    const version = await versionOf(runId);
    const both = await Promise.all([1, 2].map(() => owner((scope) => approveRun(scope, { runId, version }))));
    expect(both.sort()).toEqual([0, 2]);
    expect((await statements()).map(({ number }) => number)).toEqual(["AB-2026-0001", "AB-2026-0002"]);
    expect((await owner((scope) => readRun(scope, runId)))!.state).toBe("approved");
  });

  test("is not approved with other amounts than shown, nor by an affiliate, nor without re-authentication", async () => {
    const runId = await draft();
    await expect(owner((scope) => approveRun(scope, { runId, version: "other" }))).rejects.toMatchObject({
      code: "run_changed",
    });
    const version = await versionOf(runId);
    const unproven = { ...org.owner.actor, isProven: false } as typeof org.owner.actor;
    await expect(
      db.database.withOrg(org.orgId, unproven, (scope) => approveRun(scope, { runId, version })),
    ).rejects.toMatchObject({ code: "proof_required" });
  });

  test("of whom another member must approve is not approved by its creator", async () => {
    const runId = await draft();
    const version = await versionOf(runId);
    await owner((scope) => requireSecondApprover(scope, true));
    await expect(owner((scope) => approveRun(scope, { runId, version }))).rejects.toMatchObject({
      code: "run_second_member",
    });
    const max = await addMember(db.database, org);
    expect(await db.database.withOrg(org.orgId, max.actor, (scope) => approveRun(scope, { runId, version }))).toBe(2);
  });

  test("numbers each affiliate by themselves if the pattern says so", async () => {
    await withPayer(db.database, org, { statement_numbers: "{AFFILIATE}-AB-{NUMBER}" });
    await approve(await draft());
    expect((await statements()).map(({ number }) => number)).toEqual(["1-AB-0001", "2-AB-0001"]);
  });

  test("fixes amounts: the database refuses others, the deal cannot be edited, and quick payments leave it alone", async () => {
    const runId = await approved();
    await expect(rows("update deal set commission_amount = 1 where payout_id is not null")).rejects.toThrow(
      /deal_payout_amount/,
    );
    const [{ id: dealId }] = (await rows("select id from deal where payout_id is not null")) as [{ id: string }];
    const quick = owner((scope) => payCommissions(scope, { deals: [dealId], receiptUrl: null }));
    await expect(quick).rejects.toMatchObject({ code: "commission_in_payout" });
    const end = endDealSchema.parse({ deal_id: dealId, day: "2026-03-01", reason: "customer_did_not_pay" });
    await expect(owner((scope) => endDeal(scope, end))).rejects.toMatchObject({ code: "deal_in_payout" });
    const payees = await owner(async (scope) => (await readPayable(scope, { currency: "EUR" }))?.payees);
    expect(payees!.map(({ name, count }) => ({ name, count }))).toEqual([{ name: "Bea", count: 1 }]);
    const version = dueVersion({ count: 1, amounts: payees![0]!.amounts });
    await owner((scope) => payAllDue(scope, { filter: { currency: "EUR" }, version, receiptUrl: null }));
    expect(await pay(runId)).toMatchObject({ paid: 2, gross: 139_00 });
  });

  test("in a draft, a deal that ends leaves the run, and an affiliate can be left out", async () => {
    const runId = await draft();
    const [{ id: dealId }] = (await rows("select id from deal where payout_id is not null")) as [{ id: string }];
    const end = endDealSchema.parse({ deal_id: dealId, day: "2026-03-01", reason: "customer_did_not_pay" });
    await owner((scope) => endDeal(scope, end));
    expect(await rows("select 1 from deal where payout_id is not null")).toEqual([]);
    expect(await approve(runId)).toBe(1);
    expect((await statements()).map(({ payee }) => payee.name)).toEqual(["Bea"]);
    const empty = await owner((scope) => leaveOut(scope, { runId, affiliateId: bea.affiliateId })).catch(
      (error) => error,
    );
    expect(empty).toMatchObject({ code: "run_state" });
  });

  test("leaving out and discarding free the commissions for the next run", async () => {
    const runId = await draft();
    expect(await owner((scope) => leaveOut(scope, { runId, affiliateId: ada.affiliateId }))).toBe(true);
    expect(await owner((scope) => leaveOut(scope, { runId, affiliateId: ada.affiliateId }))).toBe(false);
    expect((await preview()).proposals.map(({ reason }) => reason)).toEqual([null, "nothing_due"]);
    expect(await owner((scope) => discardRun(scope, runId))).toBe(true);
    expect((await preview()).proposals.map(({ reason }) => reason)).toEqual([null, null]);
    expect((await owner((scope) => listPayoutRuns(scope))).rows.map(({ state }) => state)).toEqual(["void"]);
  });

  test("taken back frees the commissions and keeps its numbers; after it was sent only with a reason", async () => {
    const runId = await approved();
    await owner((scope) => markSent(scope, runId));
    const take = (reason: string | null) => owner((scope) => voidRun(scope, { runId, reason }));
    await expect(take(null)).rejects.toMatchObject({ code: "run_void_reason" });
    expect(await take("wrong account of ours")).toBe(true);
    expect(await take("again")).toBe(false);
    await approve(await draft());
    expect((await statements()).map(({ number }) => number)).toEqual([1, 2, 3, 4].map((n) => `AB-2026-000${n}`));
    expect((await rows("select state from payout order by number")).map(({ state }) => state)).toEqual([
      "void",
      "void",
      "open",
      "open",
    ]);
  });

  test("a crash in the middle leaves no number and no line behind", async () => {
    const runId = await draft();
    const version = await versionOf(runId);
    const crashed = owner(async (scope) => {
      await approveRun(scope, { runId, version });
      throw new Error("crash");
    });
    await expect(crashed).rejects.toThrow("crash");
    expect(await rows("select 1 from number_counter")).toEqual([]);
    expect(await approve(runId)).toBe(2);
    expect((await statements())[0]!.number).toBe("AB-2026-0001");
  });

  test("an account entered after the approval changes nothing in the run", async () => {
    await approved();
    const [before] = await rows("select account_id from payout order by number");
    await owner((scope) => enter(scope, ada.affiliateId, IBANS[2]));
    db.at("2026-04-10T12:00:00Z");
    expect((await rows("select account_id from payout order by number"))[0]).toEqual(before);
  });
});
