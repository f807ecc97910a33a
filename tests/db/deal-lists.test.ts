import { markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { dealOrders, type DealOrder } from "~/domain/deals/deal-view";
import { listDeals, type DealListQuery } from "~/domain/deals/list-deals.server";
import { listOwnDeals } from "~/domain/deals/list-own-deals.server";
import { readDeal } from "~/domain/deals/read-deal.server";
import { readOwnDeal } from "~/domain/deals/read-own-deal.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import type { Direction } from "~/domain/shared/page";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { walk } from "../support/pages";

const db = useDatabase({ each: true });
let org: Org;
let other: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database);
  other = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
});

const deals = (wanted: DealListQuery = {}, of = org) => asOwner(db.database, of, (scope) => listDeals(scope, wanted));

describe("[LEAD-04] the deals", () => {
  test("are sorted by close date or amount, paginated without duplicates", async () => {
    const { leadId } = await oneTimeDeal(db.database, org, affiliate, { close_date: "2020-01-01" });
    await db.ownerPool.query(
      `insert into deal (org_id, id, lead_id, title, deal_type, amount, currency, commission_amount,
                         commission_currency, commission_trace, close_date)
       select $1, gen_random_uuid(), $2, 'Bulk ' || n, 'one-time', 100 * (n / 3), 'EUR', 0, 'EUR', '{}',
              date '2026-01-01' + n / 3
       from generate_series(1, 119) n`,
      [org.orgId, leadId],
    );
    await oneTimeDeal(db.database, other, await activeAffiliate(db.database, other));
    const inOrder = async (by: DealOrder, direction: Direction) => {
      const sql = `select id from deal where org_id = $1 order by ${by} ${direction}, id ${direction}`;
      return (await db.ownerPool.query<{ id: string }>(sql, [org.orgId])).rows.map(({ id }) => id);
    };
    for (const by of dealOrders) {
      for (const direction of ["asc", "desc"] as const) {
        const pages = await walk((cursor) => deals({ order: { by, direction }, cursor }));
        expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
        expect(pages.flat()).toEqual(await inOrder(by, direction));
      }
    }
    const usual = await deals();
    expect(usual.rows.map(({ id }) => id)).toEqual((await inOrder("close_date", "desc")).slice(0, 50));
    // A cursor of another order means the beginning.
    const byAmount = await deals({ order: { by: "amount", direction: "desc" } });
    expect(await deals({ cursor: byAmount.next })).toEqual(usual);
  });

  test("[COM-02] show how many months of a recurring deal are paid and which is next", async () => {
    db.at("2026-03-20T12:00:00Z");
    const once = await oneTimeDeal(db.database, org, affiliate);
    const monthly = await recurringDeal(db.database, org, affiliate);
    await db.ownerPool.query(
      "update commission_payment set status = 'paid', paid_date = '2026-03-01' where period_start < '2026-03-01'",
    );
    const { rows } = await deals();
    const progress = Object.fromEntries(rows.map((deal) => [deal.id, deal.progress]));
    expect(progress).toEqual({
      [once.id]: null,
      [monthly.id]: { paid: 2, due: 1, waiting: 0, planned: 9, next: "2026-04-15" },
    });
  });

  test("[COM-02] show the commission of a one-time deal as planned until its close date", async () => {
    db.at("2026-03-20T12:00:00Z");
    const now = await oneTimeDeal(db.database, org, affiliate, { close_date: "2026-03-20" });
    const later = await oneTimeDeal(db.database, org, affiliate, { close_date: "2026-03-21" });
    const monthly = await recurringDeal(db.database, org, affiliate);
    const { rows } = await deals();
    const states = Object.fromEntries(rows.map(({ id, state }) => [id, state]));
    expect(states).toEqual({ [now.id]: "due", [later.id]: "planned", [monthly.id]: null });
    const own = await asAffiliate(db.database, org, affiliate, (scope) => listOwnDeals(scope, null));
    const ownStates = Object.fromEntries(own.rows.map(({ id, state }) => [id, state]));
    expect(ownStates).toEqual({ [now.id]: "due", [later.id]: "planned", [monthly.id]: "due" });
  });

  test("[COM-01] show the months of a recurring deal around the next one to pay", async () => {
    db.at("2026-03-20T12:00:00Z");
    const { id } = await recurringDeal(db.database, org, affiliate, { contract_duration_months: "15" });
    await db.ownerPool.query(
      `update commission_payment set status = 'paid', paid_date = '2026-03-02', receipt_url = 'https://bank.example/1'
       where period_start < '2026-03-01'`,
    );
    const deal = await asOwner(db.database, org, (scope) => readDeal(scope, id));
    expect(deal).toMatchObject({ scheduled: 15 });
    expect(deal?.schedule.map(({ period, state }) => `${period} ${state}`).slice(0, 3)).toEqual([
      "2026-02-15 paid",
      "2026-03-15 due",
      "2026-04-15 planned",
    ]);
    expect(deal?.schedule).toHaveLength(12);
    expect(deal?.schedule[0]).toMatchObject({
      paidDate: "2026-03-02",
      receiptUrl: "https://bank.example/1",
      amount: { currency: "EUR" },
    });
    const own = await asAffiliate(db.database, org, affiliate, (scope) => readOwnDeal(scope, id));
    expect(own?.schedule).toHaveLength(15);
    expect(own?.schedule[0]).toMatchObject({
      paidDate: "2026-03-02",
      receiptUrl: "https://bank.example/1",
    });
  });

  test("[POR-03] show the affiliate when the lead was submitted, qualified and won, in the organization's time zone", async () => {
    await db.ownerPool.query("update organization set time_zone = 'Pacific/Apia' where org_id = $1", [org.orgId]);
    const read = (id: string) => asAffiliate(db.database, org, affiliate, (scope) => readOwnDeal(scope, id));
    db.at("2026-01-02T12:00:00Z");
    const leadId = await submittedLead(db.database, org, affiliate);
    db.at("2026-01-05T12:00:00Z");
    await asOwner(db.database, org, (scope) => moveLead(scope, { leadId, to: "qualified" }));
    db.at("2026-01-09T12:00:00Z");
    const { id } = await oneTimeDeal(db.database, org, affiliate, { lead_id: leadId });
    const step = (key: string, day: string) => ({ key, day, reason: null });
    expect(await read(id)).toMatchObject({
      steps: [step("submitted", "2026-01-03"), step("qualified", "2026-01-06")],
      wonOn: "2026-01-10",
    });
    expect(await read((await oneTimeDeal(db.database, org, affiliate)).id)).toMatchObject({
      steps: [step("submitted", "2026-01-10")],
      wonOn: "2026-01-10",
    });
  });

  test("[COM-07] can be read with the lead and the calculation of the commission", async () => {
    const leadId = await submittedLead(db.database, org, affiliate, {
      company_name: "Gamma KG",
      contact_person: "Gerda",
      email: "g@gamma.example",
      phone: "+49 40 1",
      notes: "Two lines\nof notes",
    });
    const { id } = await oneTimeDeal(db.database, org, affiliate, { lead_id: leadId, title: "Shop" });
    const read = (dealId: unknown, of = org) => asOwner(db.database, of, (scope) => readDeal(scope, dealId));
    expect(await read(id, other)).toBeNull();
    for (const unknown of [randomUUID(), "nonsense", undefined]) expect(await read(unknown)).toBeNull();
    const paidOn = await asOwner(db.database, org, async (scope) => {
      await markDealPaid(scope, id);
      return scope.today();
    });
    expect(await read(id)).toMatchObject({
      id,
      leadId,
      title: "Shop",
      company: "Gamma KG",
      affiliate: affiliate.name,
      contact: {
        companyName: "Gamma KG",
        contactPerson: "Gerda",
        email: "g@gamma.example",
        phone: "+49 40 1",
        notes: "Two lines\nof notes",
      },
      type: "one-time",
      paid: true,
      paymentDate: paidOn,
      receiptUrl: null,
      progress: null,
      amount: { amount: 100_000, currency: "EUR" },
      commission: { amount: 10_000, currency: "EUR" },
      trace: { rule: "percentage", revShareBp: 1000 },
    });
  });
});
