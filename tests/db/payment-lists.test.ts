import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { countDue } from "~/domain/commissions/count-due.server";
import { dueByAffiliate } from "~/domain/commissions/due-by-affiliate.server";
import { listPayments } from "~/domain/commissions/list-payments.server";
import { totalPayments } from "~/domain/commissions/total-payments.server";
import {
  paymentTabs,
  type PaymentOrder,
  type PaymentTab,
  type ReceiptFilter,
  type CommissionKind,
} from "~/domain/commissions/commission";
import type { Direction, Page } from "~/domain/shared/page";
import type { Scope } from "~/domain/shared/scope";
import { listTransactions, totalTransactions } from "~/domain/commissions/list-transactions.server";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { dueDay, letSomeWait, waits } from "../support/due-days";
import { useDatabase } from "../support/database";
import { walk as everyPage } from "../support/pages";

// Two affiliates, 180 one-off deals and 230 monthly payments, many of them paid or due on the same few days.

const db = useDatabase();
let org: Org;
let foreign: Org;
let ada: Affiliate;
let bob: Affiliate;

beforeAll(async () => {
  db.at("2026-01-10T12:00:00Z");
  [org, foreign] = [await createOrg(db.database), await createOrg(db.database)];
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  bob = await activeAffiliate(db.database, org, { name: "Bob" });
  for (const [affiliate, months] of [
    [ada, "120"],
    [bob, "110"],
  ] as const) {
    await withTerms(db.database, org, affiliate);
    const fields = { contract_duration_months: months, contract_start_date: "2022-01-01" };
    await recurringDeal(db.database, org, affiliate, fields);
  }
  for (let index = 0; index < 60; index++) await oneTimeDeal(db.database, org, index % 3 ? ada : bob);
  await db.ownerPool.query(`
    update deal set commission_paid = true, payment_date = date '2026-03-01' + (get_byte(uuid_send(id), 15) % 3),
      receipt_url = case when get_byte(uuid_send(id), 14) % 2 = 0 then 'https://example.com/1' end
    where deal_type = 'one-time'`);
  // The same number of unpaid ones, due around the tested day, and some with a commission of 0.
  await db.ownerPool.query(`
    insert into deal (org_id, id, lead_id, affiliate_id, title, deal_type, amount, currency, commission_amount,
                      commission_currency, commission_trace, close_date)
    select org_id, gen_random_uuid(), lead_id, affiliate_id, 'Open ' || n, 'one-time', amount, currency,
           commission_amount * (n - 1), commission_currency, commission_trace, date '2026-03-10' + n - 3
           + 2 * (get_byte(uuid_send(id), 15) % 2)
    from deal, generate_series(1, 2) n where deal_type = 'one-time'`);
  await db.ownerPool.query(`
    update commission_payment set status = 'paid', paid_date = date '2026-03-01' + (get_byte(uuid_send(id), 0) % 3),
      receipt_url = case when get_byte(uuid_send(id), 1) % 2 = 0 then 'https://example.com/2' end
    where get_byte(uuid_send(id), 2) % 4 > 0`);
  await letSomeWait(db.ownerPool);
});

beforeEach(() => db.at("2026-03-10T12:00:00Z"));

const asked = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);

async function ids(sql: string): Promise<string[]> {
  return (await db.ownerPool.query<{ id: string }>(sql)).rows.map((row) => row.id);
}

/** Walks through all pages of a list and back; all pages but the last are full. */
async function walk(page: (cursor: string | null) => Promise<Page<{ id: string }>>): Promise<string[]> {
  const pages = await everyPage(page);
  expect(pages.slice(0, -1).map((ids) => ids.length)).toEqual(pages.slice(1).map(() => 50));
  return pages.flat();
}

describe("[TRX-01] [TRX-02] [TRX-05] the pages of paid commissions", () => {
  /** Returns the same list from one query, without index or limit. */
  const wanted = (where: string, direction: Direction) =>
    ids(`
      select id from (
        select id, payment_date, receipt_url, affiliate_id, 'deal' as kind from deal where commission_paid
        union all
        select id, paid_date, receipt_url, affiliate_id, 'payment' from commission_payment where status = 'paid'
      ) t where ${where} order by payment_date ${direction}, id ${direction}`);

  const receiptSql = { all: "true", with: "receipt_url is not null", without: "receipt_url is null" };
  const cases: [ReceiptFilter, CommissionKind | null, boolean, Direction][] = [
    ["all", null, false, "desc"],
    ["all", null, false, "asc"],
    ["without", null, false, "desc"],
    ["with", "payment", false, "asc"],
    ["all", "deal", false, "desc"],
    ["all", null, true, "desc"],
    ["with", null, true, "asc"],
  ];

  test.each(cases)(
    "with tab %s, kind %s, one affiliate %s, %s are the same in both directions",
    async (tab, kind, one, way) => {
      const affiliateId = one ? ada.affiliateId : null;
      const filter = { kind, affiliateId };
      const seen = await walk((cursor) =>
        asked((scope) => listTransactions(scope, tab, { ...filter, cursor, direction: way })),
      );
      const where = [
        receiptSql[tab],
        ...(kind ? [`kind = '${kind}'`] : []),
        ...(affiliateId ? [`affiliate_id = '${affiliateId}'`] : []),
      ].join(" and ");
      expect(seen).toEqual(await wanted(where, way));
      expect(seen.length).toBeGreaterThan(30);
      const totals = await asked((scope) => totalTransactions(scope, filter));
      expect(totals[tab].count).toBe(seen.length);
    },
  );

  test("are empty for another organization with any affiliate, and rejected for affiliates", async () => {
    for (const affiliateId of [null, ada.affiliateId]) {
      const page = asOwner(db.database, foreign, (scope) => listTransactions(scope, "all", { affiliateId }));
      expect(await page).toEqual({ rows: [], previous: null, next: null });
    }
    const peek = asAffiliate(db.database, org, ada, (scope) => listTransactions(scope, "all"));
    await expect(peek).rejects.toMatchObject({ code: "forbidden" });
  });

  test("start at the beginning with an invalid cursor", async () => {
    const [first] = await wanted("true", "desc");
    for (const cursor of ["x", "on~2026-03-01~x", "on~2026-02-30~" + first]) {
      const page = await asked((scope) => listTransactions(scope, "all", { cursor }));
      expect(page.rows[0]!.id).toBe(first);
    }
  });
});

describe("[COM-01] [COM-02] the pages of all commissions", () => {
  /** Monthly payments and one-off commissions in one query, without index or limit. */
  const rows = `
    select id, 'payment' as kind, affiliate_id, deal_id, period_start as begins, due_when, customer_paid_on,
           ${dueDay("period_start")} as period, paid_date, status = 'paid' as paid, amount, currency
    from commission_payment
    union all
    select id, 'deal', affiliate_id, id, close_date, due_when, customer_paid_on, ${dueDay("close_date")},
           payment_date, commission_paid, commission_amount, commission_currency
    from deal where deal_type = 'one-time' and (commission_paid or commission_amount > 0)`;
  const stateSql: Record<PaymentTab, string> = {
    due: `not paid and not (${waits}) and period <= '2026-03-10'`,
    waiting: `not paid and ${waits} and begins <= '2026-03-10'`,
    planned: "not paid and period > '2026-03-10'",
    paid: "paid",
    all: "true",
  };
  const cases: [PaymentTab, PaymentOrder | null, boolean, CommissionKind | null][] = [
    ["all", null, false, null],
    ["all", { by: "period", direction: "asc" }, true, null],
    ["all", null, false, "deal"],
    ["paid", null, false, null],
    ["paid", { by: "paid_date", direction: "desc" }, false, null],
    ["paid", { by: "paid_date", direction: "asc" }, true, "payment"],
    ["due", null, false, null],
    ["due", { by: "period", direction: "desc" }, true, null],
    ["due", null, true, "deal"],
    ["planned", null, false, null],
    ["planned", null, false, "payment"],
    ["waiting", null, false, null],
    ["waiting", { by: "period", direction: "desc" }, true, "payment"],
  ];

  test.each(cases)(
    "with tab %s, by %o, one affiliate %s, kind %s are the same in both directions",
    async (tab, order, one, kind) => {
      const filter = { affiliateId: one ? ada.affiliateId : null, kind };
      const seen = await walk((cursor) =>
        asked((scope) => listPayments(scope, tab, { cursor, ...filter, ...(order && { order }) })),
      );
      const way = order?.direction ?? (tab === "paid" || tab === "all" ? "desc" : "asc");
      const where = [
        stateSql[tab],
        ...(one ? [`affiliate_id = '${ada.affiliateId}'`] : []),
        ...(kind ? [`kind = '${kind}'`] : []),
      ].join(" and ");
      const column = order?.by ?? "period";
      expect(seen).toEqual(await ids(`select id from (${rows}) t where ${where} order by ${column} ${way}, id ${way}`));
      expect(seen.length).toBeGreaterThan(0);
      const totals = await asked((scope) => totalPayments(scope, filter));
      const total = tab === "all" ? null : totals[tab];
      const all = Object.values(totals).reduce((sum, { count }) => sum + count, 0);
      expect(total?.count ?? all).toBe(seen.length);
      if (!total) return;
      const sums = await db.ownerPool.query<{ amount: number; currency: string }>(
        `select sum(amount)::int as amount, currency from (${rows}) t where ${where} group by currency`,
      );
      expect(total.amounts).toEqual(sums.rows);
    },
  );

  test("of one deal contain exactly its payments or its one commission, with exact sums", async () => {
    const [recurring] = await ids("select id from deal where deal_type = 'recurring' limit 1");
    const [open] = await ids(
      "select id from deal where title = 'Open 2' and close_date <= '2026-03-10' and due_when = 'period'",
    );
    for (const [dealId, kind] of [
      [recurring!, "payment"],
      [open!, "deal"],
    ] as const) {
      for (const tab of paymentTabs) {
        // A deal determines its affiliate and its kind.
        const filter = { dealId };
        const seen = await walk((cursor) => asked((scope) => listPayments(scope, tab, { cursor, ...filter })));
        const way = tab === "paid" || tab === "all" ? "desc" : "asc";
        expect(seen).toEqual(
          await ids(
            `select id from (${rows}) t where deal_id = '${dealId}' and ${stateSql[tab]} order by period ${way}, id ${way}`,
          ),
        );
        const totals = await asked((scope) => totalPayments(scope, filter));
        const counts = Object.values(totals).map(({ count }) => count);
        const expected = tab === "all" ? counts.reduce((sum, one) => sum + one) : totals[tab].count;
        expect(expected).toBe(seen.length);
      }
      const { rows: shown } = await asked((scope) => listPayments(scope, "all", { dealId }));
      expect(new Set(shown.map((row) => `${row.kind} ${row.dealId}`))).toEqual(new Set([`${kind} ${dealId}`]));
    }
    const strange = await asOwner(db.database, foreign, (scope) => totalPayments(scope, { dealId: open! }));
    expect(strange.due.count).toBe(0);
  });

  test("show a one-off commission as due from its deal's close date", async () => {
    const [id] = await ids(
      "select id from deal where title = 'Open 2' and close_date = '2026-03-11' and due_when = 'period' limit 1",
    );
    const state = async () => {
      const { rows: shown } = await asked((scope) => listPayments(scope, "all", { dealId: id! }));
      return shown.map((row) => [row.state, row.due, row.paidDate]);
    };
    expect(await state()).toEqual([["planned", "2026-03-11", null]]);
    const before = await asked(countDue);
    db.at("2026-03-11T12:00:00Z");
    expect(await state()).toEqual([["due", "2026-03-11", null]]);
    expect(await asked(countDue)).toBeGreaterThan(before);
  });

  test("[COM-07] explain each row's amount", async () => {
    const { rows } = await asked((scope) => listPayments(scope, "paid"));
    for (const { trace, amount } of rows) expect(trace).toMatchObject({ rule: "percentage", result: amount });
  });

  test("are empty for another organization with any affiliate, and rejected for affiliates", async () => {
    for (const affiliateId of [null, ada.affiliateId]) {
      const page = asOwner(db.database, foreign, (scope) => listPayments(scope, "all", { affiliateId }));
      expect(await page).toEqual({ rows: [], previous: null, next: null });
    }
    const peek = asAffiliate(db.database, org, ada, (scope) => listPayments(scope, "all"));
    await expect(peek).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("[COM-06] the affiliates with due payments", () => {
  test("are sorted by number of due payments, with exact sums", async () => {
    const { rows } = await db.ownerPool.query<{ id: string; count: number; amount: number }>(
      `select affiliate_id as id, count(*)::int as count, sum(amount)::int as amount from (
         select affiliate_id, amount from commission_payment where status = 'pending' and due_on <= '2026-03-10'
         union all
         select affiliate_id, commission_amount from deal
         where deal_type = 'one-time' and not commission_paid and commission_amount > 0 and due_on <= '2026-03-10'
       ) owed group by 1 order by 2 desc, 1`,
    );
    const summary = await asked((scope) => dueByAffiliate(scope, 10));
    expect(summary.more).toBe(false);
    expect(summary.top.map(({ affiliateId, count, amounts }) => ({ id: affiliateId, count, amounts }))).toEqual(
      rows.map((row) => ({ ...row, amounts: [{ amount: row.amount, currency: "EUR" }], amount: undefined })),
    );
    expect(await asked((scope) => dueByAffiliate(scope, 1))).toEqual({ top: [summary.top[0]], more: true });
  });

  test("are empty for another organization and rejected for affiliates", async () => {
    const strange = asOwner(db.database, foreign, (scope) => dueByAffiliate(scope, 10));
    expect(await strange).toEqual({ top: [], more: false });
    const own = asAffiliate(db.database, org, ada, (scope) => dueByAffiliate(scope, 10));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
  });

  test("can be chosen by an id of the own organization only", async () => {
    const choices = [
      { id: ada.affiliateId, name: "Ada" },
      { id: bob.affiliateId, name: "Bob" },
    ];
    const chosen = asked((scope) => affiliateChoices(scope, bob.affiliateId));
    expect(await chosen).toEqual({ choices, chosen: choices[1] });
    for (const id of [null, "x", foreign.orgId]) {
      expect(await asked((scope) => affiliateChoices(scope, id))).toEqual({ choices, chosen: null });
    }
    const strange = asOwner(db.database, foreign, (scope) => affiliateChoices(scope, ada.affiliateId));
    expect(await strange).toEqual({ choices: [], chosen: null });
  });
});
