import { markPaymentPaid, payCommissions } from "~/domain/commissions/pay-commissions.server";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { readAffiliatePage } from "~/domain/reports/affiliate-page.server";
import { editAffiliate } from "~/domain/affiliates/edit-affiliate.server";
import { editAffiliateSchema } from "~/domain/affiliates/affiliate.schema";
import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { resumeDeal } from "~/domain/deals/resume-deal.server";
import { changeStatus } from "~/domain/leads/change-status.server";
import { activeAffiliate, asAffiliate, invitedAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;

beforeEach(async () => {
  db.at("2026-03-10T12:00:00Z");
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, ada);
});

const cancelled = (deal_id: string, day: string) =>
  endDealSchema.parse({ deal_id, reason: "cancelled_by_customer", day, note: "" });
const counted = (pipeline: number, deals: number, archive: number) => ({
  pipeline: { count: pipeline, cut: false },
  deals: { count: deals, cut: false },
  archive: { count: archive, cut: false },
});
const pageOf = (id: unknown = ada.affiliateId, by = org) =>
  asOwner(db.database, by, (scope) => readAffiliatePage(scope, id));

async function rows<T>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

/** Sums what an affiliate is owed from the rows, by state and currency. */
async function owedByRows(affiliateId: string) {
  const found = await rows<{ state: string; currency: string; count: number; amount: number }>(
    `select case when paid then 'paid' when due <= '2026-03-10' then 'due' else 'planned' end as state, currency,
       count(*)::int, sum(amount)::int as amount
     from (select status = 'paid' as paid, period_start as due, currency, amount, affiliate_id from commission_payment
           union all
           select commission_paid, close_date, commission_currency, commission_amount, affiliate_id from deal
           where deal_type = 'one-time' and (commission_paid or commission_amount > 0)) c
     where affiliate_id = $1 group by 1, 2 order by currency <> 'EUR', currency`,
    affiliateId,
  );
  const of = (state: string) => {
    const own = found.filter((row) => row.state === state);
    return {
      state,
      count: own.reduce((sum, { count }) => sum + count, 0),
      amounts: own.map(({ amount, currency }) => ({ amount, currency })),
    };
  };
  return { due: of("due"), waiting: of("waiting"), planned: of("planned"), paid: of("paid") };
}

test("[AFF-12] owed, planned and paid equal the sums of this affiliate's rows per currency", async () => {
  await recurringDeal(db.database, org, ada);
  await oneTimeDeal(db.database, org, ada);
  await withTerms(db.database, org, ada, { model: "fixed", fixed_amount: "70", currency: "CHF" });
  await oneTimeDeal(db.database, org, ada, { currency: "CHF" });
  await oneTimeDeal(db.database, org, ada, { currency: "CHF", close_date: "2026-06-01" });
  const other = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, other);
  await oneTimeDeal(db.database, org, other, { amount: "9999" });
  const [payment] = await rows<{ id: string }>("select id from commission_payment order by period_start limit 1");
  await asOwner(db.database, org, (scope) => markPaymentPaid(scope, payment!.id));

  const { totals, counts } = (await pageOf())!;
  const expected = await owedByRows(ada.affiliateId);
  expect(expected.due.amounts.map(({ currency }) => currency)).toEqual(["EUR", "CHF"]);
  expect(expected.paid.count).toBe(1);
  expect(expected.planned.amounts).toHaveLength(2);
  expect(totals).toEqual(expected);
  expect(counts).toMatchObject(counted(0, 4, 0));
});

test("[AFF-12] the page shows the latest five leads and deals, and their total numbers", async () => {
  const days = ["2026-01-05", "2026-02-05", "2026-01-20", "2026-02-20", "2026-01-10", "2026-03-01"];
  for (const close_date of days) await oneTimeDeal(db.database, org, ada, { close_date });

  const leads: string[] = [];
  for (let minute = 0; minute < 7; minute++) {
    db.at(`2026-03-10T12:0${minute}:00Z`);
    leads.unshift(await submittedLead(db.database, org, ada));
  }
  await asOwner(db.database, org, (scope) => changeStatus(scope, { leadIds: [leads[0]!], from: ["new"], to: "lost" }));
  const other = await activeAffiliate(db.database, org);
  await submittedLead(db.database, org, other);

  const page = (await pageOf())!;
  expect(page.leads.map(({ id }) => id)).toEqual(leads.slice(0, 5));
  expect(page.leads.map(({ status }) => status)).toEqual(["lost", "new", "new", "new", "new"]);
  expect(page.deals.map(({ closeDate }) => closeDate)).toEqual([...days].sort().reverse().slice(0, 5));
  expect(page.counts).toMatchObject(counted(6, 6, 1));
});

test("[AFF-12] [LEAD-16] the page shows what this affiliate owes back, by deal and per currency", async () => {
  const bo = await activeAffiliate(db.database, org, { name: "Bo" });
  expect((await pageOf())!.claims).toEqual({ count: 0, amounts: [], deals: [], settlements: 0 });
  const ended: string[] = [];
  for (const currency of ["EUR", "EUR", "EUR", "EUR", "EUR", "USD"]) {
    const { id } = await oneTimeDeal(db.database, org, ada, { currency });
    await asOwner(db.database, org, async (scope) => {
      await payCommissions(scope, { deals: [id], receiptUrl: null });
      await endDeal(scope, cancelled(id, "2026-03-01"));
    });
    ended.push(id);
  }
  const monthly = await recurringDeal(db.database, org, ada, { contract_start_date: "2026-01-31" });
  const months = await rows<{ id: string }>(
    "select id from commission_payment where deal_id = $1 order by period_start limit 2",
    monthly.id,
  );
  await asOwner(db.database, org, async (scope) => {
    await payCommissions(scope, { payments: months.map(({ id }) => id), receiptUrl: null });
    await endDeal(scope, cancelled(monthly.id, "2026-02-01"));
  });
  const { claims } = (await pageOf())!;
  expect(claims).toMatchObject({
    count: 7,
    amounts: [
      { amount: 51_000, currency: "EUR" },
      { amount: 10_000, currency: "USD" },
    ],
    deals: { length: 5, 0: { id: monthly.id, ended: { owedBack: [{ amount: 1_000, currency: "EUR" }] } } },
  });
  expect((await pageOf(bo.affiliateId))!.claims.count).toBe(0);
  // After undoing the end, nothing of the deal is owed back.
  await asOwner(db.database, org, (scope) => resumeDeal(scope, ended[0]!));
  expect((await pageOf())!.claims).toMatchObject({ count: 6, amounts: [{ amount: 41_000 }, {}] });
  await asOwner(db.database, org, (scope) => resumeDeal(scope, ended[5]!));
  expect((await pageOf())!.claims).toMatchObject({ count: 5, amounts: [{ amount: 41_000, currency: "EUR" }] });
});

test("[AFF-12] the page shows current and earlier terms, the invitation, the last sign-in and the activity, latest first", async () => {
  const bob = await invitedAffiliate(db.database, org, { name: "Bob", email: "bob@example.com" });
  const fresh = (await pageOf(bob.affiliateId))!;
  expect(fresh).toMatchObject({
    leads: [],
    deals: [],
    terms: [],
    counts: counted(0, 0, 0),
  });
  expect(fresh.affiliate).toMatchObject({
    signedInAt: null,
    addedAt: "2026-03-10T12:00:00.000Z",
    invited: { sentAt: "2026-03-10T12:00:00.000Z", expired: false },
  });

  db.at("2026-03-11T08:00:00Z");
  const enter = () => asOwner(db.database, org, (scope) => activateAffiliate(scope, bob.affiliateId));
  await enter();
  await withTerms(db.database, org, bob, { rev_share_percent: "10" });
  db.at("2026-03-12T08:00:00Z");
  await withTerms(db.database, org, bob, { rev_share_percent: "12" });
  await enter();
  const page = (await pageOf(bob.affiliateId))!;
  expect(page.terms.map(({ active, revShareBp }) => [active, revShareBp])).toEqual([
    [true, 1200],
    [false, 1000],
  ]);
  expect(page.affiliate).toMatchObject({
    signedInAt: "2026-03-12T08:00:00.000Z",
    invited: { expired: true },
  });
  expect(page.activity.map(({ action, subject }) => [action, subject])).toEqual([
    ["terms.save", "Bob"],
    ["terms.save", "Bob"],
    ["affiliate.add", "Bob"],
  ]);

  // A new address is another person, who has not signed in yet.
  await asOwner(db.database, org, (scope) =>
    editAffiliate(
      scope,
      bob.affiliateId,
      editAffiliateSchema.parse({ name: "Bob", email: "robert@example.com", status: "active" }),
    ),
  );
  expect((await pageOf(bob.affiliateId))!.affiliate).toMatchObject({ signedInAt: null, invited: null });
});

test("[AFF-12] [ORG-07] there is no page for foreign and unknown affiliates, and affiliates are rejected", async () => {
  const stranger = await createOrg(db.database);
  const theirs = await activeAffiliate(db.database, stranger);
  for (const id of [theirs.affiliateId, randomUUID(), "none", null]) expect(await pageOf(id)).toBeNull();
  expect((await pageOf(theirs.affiliateId, stranger))!.affiliate.id).toBe(theirs.affiliateId);
  await expect(
    asAffiliate(db.database, org, ada, (scope) => readAffiliatePage(scope, ada.affiliateId)),
  ).rejects.toMatchObject({ code: "forbidden" });
});
