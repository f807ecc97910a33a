import { beforeEach, describe, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { reversePayment } from "~/domain/commissions/reverse-payment.server";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal, endVersion, readEndableDeal } from "~/domain/deals/end-deal.server";
import { listDeals } from "~/domain/deals/list-deals.server";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { readDeal } from "~/domain/deals/read-deal.server";
import { readOwnDeal } from "~/domain/deals/read-own-deal.server";
import { resumeDeal } from "~/domain/deals/resume-deal.server";
import { wonVolumes } from "~/domain/deals/won-volumes.server";
import { noFilter } from "~/domain/leads/lead-filter";
import { matchAllDeals } from "~/domain/deals/match-deals.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { rankAffiliates } from "~/domain/reports/rank-affiliates.server";
import { dealsOfPeriod } from "~/domain/shared/sums-of-period.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true, connections: 8 });
let org: Org;
let foreign: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-04-20T12:00:00Z");
  org = await createOrg(db.database);
  foreign = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
});

const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const rows = async <T = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
  (await db.ownerPool.query(sql, values)).rows as T[];
const input = (id: string, fields: Record<string, string> = {}) =>
  endDealSchema.parse({ deal_id: id, reason: "cancelled_by_customer", day: "2026-03-01", ...fields });

/** Ends the deal as the owner, after another organization has tried. */
async function end(id: string, fields: Record<string, string> = {}) {
  const strange = asOwner(db.database, foreign, (scope) => endDeal(scope, input(id, fields)));
  await expect(strange).rejects.toMatchObject({ code: "not_found" });
  return as((scope) => endDeal(scope, input(id, fields)));
}

async function resume(id: string) {
  const strange = asOwner(db.database, foreign, (scope) => resumeDeal(scope, id));
  await expect(strange).rejects.toMatchObject({ code: "not_found" });
  return as((scope) => resumeDeal(scope, id));
}

const paymentsOf = (id: string) =>
  rows<{ id: string; period: string; status: string }>(
    "select id, period_start::text as period, status from commission_payment where deal_id = $1 order by period_start",
    id,
  );
const claims = () =>
  rows("select period::text, amount::int, currency, payment_id is null as whole from commission_claim order by period");

/** Marks these months paid; the first is 0. */
async function pay(id: string, ...months: number[]) {
  const all = await paymentsOf(id);
  return as((scope) => payCommissions(scope, { payments: months.map((month) => all[month]!.id), receiptUrl: null }));
}

describe("[LEAD-16] a recurring deal", () => {
  test("loses its unpaid months from the day of the end, and paid ones are owed back", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    await pay(deal.id, 0, 2);
    const done = await end(deal.id, { note: "Moved to another agency" });
    expect(done?.worth).toEqual({ amount: 20_000, currency: "EUR" });
    expect((await paymentsOf(deal.id)).map(({ period, status }) => `${period} ${status}`)).toEqual([
      "2026-01-15 paid",
      "2026-02-15 pending",
      "2026-03-15 paid",
    ]);
    expect(await claims()).toEqual([{ period: "2026-03-15", amount: 1_000, currency: "EUR", whole: false }]);
    const view = await as((scope) => readDeal(scope, deal.id));
    const ended = {
      day: "2026-03-01",
      reason: "cancelled_by_customer",
      note: "Moved to another agency",
      worth: { amount: 20_000, currency: "EUR" },
      owedBack: [{ amount: 1_000, currency: "EUR" }],
    };
    expect(view?.ended).toEqual(ended);
    const own = await asAffiliate(db.database, org, affiliate, (scope) => readOwnDeal(scope, deal.id));
    expect(own).toMatchObject({ ended, state: "due" });
    expect(await as((scope) => readDeal(scope, deal.id))).toMatchObject({
      progress: { paid: 2, due: 1, planned: 0 },
    });
  });

  test("runs as before when its end is undone, and nothing is owed back", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    await pay(deal.id, 0, 2);
    const before = (await paymentsOf(deal.id)).map(({ period, status }) => ({ period, status }));
    await end(deal.id);
    expect(await resume(deal.id)).toBe(true);
    expect((await paymentsOf(deal.id)).map(({ period, status }) => ({ period, status }))).toEqual(before);
    expect(await claims()).toEqual([]);
    expect(await resume(deal.id)).toBe(false);
    expect((await as((scope) => readDeal(scope, deal.id)))?.ended).toBeNull();
  });

  test("is ended once in repeated requests, and cannot get another end", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    const all = await Promise.all([1, 2, 3].map(() => as((scope) => endDeal(scope, input(deal.id)))));
    expect(all.filter(Boolean)).toHaveLength(1);
    expect(await rows("select 1 from audit_log where action = 'deal.end'")).toHaveLength(1);
    await expect(end(deal.id, { day: "2026-04-01" })).rejects.toMatchObject({ code: "deal_ended" });
  });

  test("is not ended if its preview is outdated", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    const seen = await as((scope) => readEndableDeal(scope, deal.id));
    await pay(deal.id, 2);
    await expect(end(deal.id, { version: endVersion(seen!) })).rejects.toMatchObject({
      code: "deal_end_changed",
    });
    const now = await as((scope) => readEndableDeal(scope, deal.id));
    expect(await end(deal.id, { version: endVersion(now!) })).toMatchObject({ sums: { owed_back: [{}] } });
  });

  test("that has ended can only change its title", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    await end(deal.id);
    const edit = (fields: Record<string, string>) =>
      as((scope) =>
        editDeal(
          scope,
          editDealSchema.parse({
            deal_id: deal.id,
            title: "Renamed",
            deal_type: "recurring",
            mrr: "100",
            currency: "EUR",
            contract_duration_months: "12",
            contract_start_date: "2026-01-15",
            ...fields,
          }),
        ),
      );
    await expect(edit({ mrr: "200" })).rejects.toMatchObject({ code: "deal_ended" });
    await edit({});
    expect(await paymentsOf(deal.id)).toHaveLength(2);
    expect(await as((scope) => readDeal(scope, deal.id))).toMatchObject({ title: "Renamed" });
  });
});

describe("[LEAD-16] a paid commission of an ended deal", () => {
  test("is neither owed nor owed back if its payment is undone", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    const { batchId } = await pay(deal.id, 2);
    await end(deal.id);
    expect(await as((scope) => undoPayment(scope, batchId!))).toBe(1);
    expect([await claims(), (await paymentsOf(deal.id)).length]).toEqual([[], 2]);
    await resume(deal.id);
    const paid = await pay(deal.id, 2);
    await end(deal.id);
    const [, , march] = await paymentsOf(deal.id);
    const reversal = { kind: "payment" as const, id: march!.id, batchId: paid.batchId, reason: "Mistake" };
    expect(await as((scope) => reversePayment(scope, reversal))).toBe(true);
    expect([await claims(), (await paymentsOf(deal.id)).length]).toEqual([[], 2]);
    await resume(deal.id);
    expect(await paymentsOf(deal.id)).toHaveLength(12);
  });

  test("is owed back as a whole for a one-time deal, and an unpaid one can no longer be paid", async () => {
    const [paid, open] = [
      await oneTimeDeal(db.database, org, affiliate),
      await oneTimeDeal(db.database, org, affiliate),
    ];
    await as((scope) => payCommissions(scope, { deals: [paid.id], receiptUrl: null }));
    for (const { id } of [paid, open]) await end(id, { day: "2026-04-01" });
    expect(await claims()).toEqual([{ period: "2026-01-15", amount: 10_000, currency: "EUR", whole: true }]);
    await expect(as((scope) => payCommissions(scope, { deals: [open.id], receiptUrl: null }))).rejects.toMatchObject({
      code: "deal_ended",
    });
    expect((await as((scope) => readDeal(scope, open.id)))?.state).toBeNull();
    const own = (id: string) => asAffiliate(db.database, org, affiliate, (scope) => readOwnDeal(scope, id));
    expect([(await own(open.id))?.state, (await own(paid.id))?.state]).toEqual(["ended", "paid"]);
    const [unpaid] = (await as((scope) => listDeals(scope, { filter: { ...noFilter, deals: "unpaid" } }))).rows;
    expect(unpaid).toBeUndefined();
  });
});

describe("[LEAD-16] won figures", () => {
  test("count an ended deal with its worth until the end, and a canceled one not at all", async () => {
    const [monthly, once] = [
      await recurringDeal(db.database, org, affiliate),
      await oneTimeDeal(db.database, org, affiliate),
    ];
    const period = { from: day("2026-01-10"), to: day("2026-01-20") };
    const figures = () =>
      as(async (scope) => ({
        list: await dealsOfPeriod(scope, period),
        one: await dealsOfPeriod(scope, period, affiliate.affiliateId),
        won: await dealsOfPeriod(scope, null, affiliate.affiliateId, { won: true }),
        ranked: (await rankAffiliates(scope, { period, before: period, by: "deals", most: 3 })).top[0]?.now,
        volume: await wonVolumes(scope, affiliate.affiliateId),
      }));
    await end(monthly.id);
    await end(once.id);
    const amounts = [{ amount: 20_000, currency: "EUR" }];
    expect(await figures()).toEqual({
      list: { count: 2, amounts },
      one: { count: 2, amounts },
      won: { count: 1, amounts },
      ranked: { leads: 0, qualified: 0, won: 0, deals: 1, amounts },
      volume: [{ year: 2026, ...amounts[0] }],
    });
    for (const search of ["", "deal"]) {
      const filter = { ...noFilter, search, deals: "won" as const };
      const listed = await as(async (scope) =>
        listDeals(scope, { filter, matches: await matchAllDeals(scope, filter) }),
      );
      expect(listed.rows.map(({ id }) => id)).toEqual([monthly.id]);
    }
    await resume(once.id);
    await resume(monthly.id);
    expect((await figures()).volume).toEqual([{ year: 2026, amount: 220_000, currency: "EUR" }]);
  });

  test("let the lead of a canceled deal be lost, after which the end is final", async () => {
    const [cancelled, ended] = [
      await oneTimeDeal(db.database, org, affiliate),
      await recurringDeal(db.database, org, affiliate),
    ];
    const lose = ({ leadId }: { leadId: string }) =>
      as((scope) => moveLead(scope, { leadId, to: "lost", reason: "Cancelled" }));
    await expect(lose(cancelled)).rejects.toMatchObject({ code: "lead_not_open" });
    for (const { id } of [cancelled, ended]) await end(id);
    await expect(lose(ended)).rejects.toMatchObject({ code: "lead_not_open" });
    await lose(cancelled);
    await expect(resume(cancelled.id)).rejects.toMatchObject({ code: "deal_end_built_on" });
  });

  test("allow only one of concurrently losing the lead and undoing the end", async () => {
    const deal = await oneTimeDeal(db.database, org, affiliate);
    await end(deal.id);
    const both = await Promise.allSettled([
      as((scope) => moveLead(scope, { leadId: deal.leadId, to: "lost", reason: null })),
      as((scope) => resumeDeal(scope, deal.id)),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("[LEAD-16] the affiliate of an ended deal", () => {
  test("is notified of the reason, but not if the end is undone immediately", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    await db.runJobs();
    db.mails.splice(0);
    await end(deal.id, { note: "Closed their shop" });
    await resume(deal.id);
    db.at("2026-04-20T12:10:00Z");
    await db.runJobs();
    expect(db.mails).toEqual([]);
    await end(deal.id, { note: "Closed their shop" });
    db.at("2026-04-20T12:20:00Z");
    await db.runJobs();
    expect(db.mails.map(({ text }) => text.includes("Closed their shop"))).toEqual([true]);
    await resume(deal.id);
    db.at("2026-04-20T12:30:00Z");
    await db.runJobs();
    expect(db.mails).toHaveLength(2);
  });

  test("sees only their own claims and cannot end a deal", async () => {
    const other = await activeAffiliate(db.database, org);
    const deal = await oneTimeDeal(db.database, org, affiliate);
    await as((scope) => payCommissions(scope, { deals: [deal.id], receiptUrl: null }));
    await end(deal.id);
    const seen = (who: Affiliate) => asAffiliate(db.database, org, who, (scope) => scope.db.commissionClaim.count());
    expect([await seen(affiliate), await seen(other)]).toEqual([1, 0]);
    await expect(
      asAffiliate(db.database, org, affiliate, (scope) => endDeal(scope, input(deal.id))),
    ).rejects.toMatchObject({ code: "forbidden" });
  });
});
