import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dueVersion, payAllDue, readPayable } from "~/domain/commissions/pay-all-due.server";
import { groupByAffiliate } from "~/domain/commissions/group-by-affiliate.server";
import { listOwed, totalOwed } from "~/domain/payouts/list-owed.server";
import { owedColumns, usualOwedOrder, type Owed } from "~/domain/payouts/owed";
import { findAffiliates } from "~/domain/reports/list-affiliates.server";
import type { Direction } from "~/domain/shared/page";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { letSomeWait } from "../support/due-days";
import { useDatabase } from "../support/database";
import { walk } from "../support/pages";

// 75 affiliates with one-off and monthly commissions in two currencies; some are due, some wait, some are paid.

const db = useDatabase();
let org: Org;
let foreign: Org;
let ada: Affiliate;

beforeAll(async () => {
  db.at("2026-01-10T12:00:00Z");
  [org, foreign] = [await createOrg(db.database), await createOrg(db.database)];
  ada = await activeAffiliate(db.database, org, { name: "Ada Müller" });
  for (let index = 1; index < 75; index++) await activeAffiliate(db.database, org, { name: `Name ${index % 7}` });
  await withTerms(db.database, org, ada);
  await recurringDeal(db.database, org, ada, { contract_duration_months: "6", contract_start_date: "2026-01-01" });
  await oneTimeDeal(db.database, org, ada);
  // Most affiliates get one-off commissions like hers, in two currencies, around the tested day.
  await db.ownerPool.query(`
    insert into deal (org_id, id, lead_id, affiliate_id, title, deal_type, amount, currency, commission_amount,
                      commission_currency, commission_trace, close_date, commission_paid, payment_date)
    select d.org_id, gen_random_uuid(), d.lead_id, a.id, 'Copy ' || n, 'one-time', d.amount, 'EUR',
           get_byte(uuid_send(a.id), n) * 100, case when n < 5 then 'EUR' else 'USD' end, d.commission_trace,
           date '2026-03-05' + get_byte(uuid_send(a.id), n) % 10, n % 3 = 0, case when n % 3 = 0 then date '2026-03-06' end
    from deal d cross join affiliate a cross join generate_series(1, 6) n
    where d.deal_type = 'one-time' and a.org_id = d.org_id and get_byte(uuid_send(a.id), 14) % 8 > 0`);
  await letSomeWait(db.ownerPool);
}, 120_000);

beforeEach(() => db.at("2026-03-10T12:00:00Z"));

const asked = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);

/** Returns the same list from the rows themselves, in no order. */
async function fromRows(currency: string, today = "2026-03-10"): Promise<Owed[]> {
  const { rows } = await db.ownerPool.query<Omit<Owed, "oldest"> & { oldest: string | null }>(
    `with each as (
       select affiliate_id, commission_amount as amount, commission_currency as currency, commission_paid as paid, due_on,
              close_date as period
       from deal where deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended)
       union all
       select affiliate_id, amount, currency, status = 'paid', due_on, period_start from commission_payment
     ), state as (
       select *, case when paid then 'paid' when coalesce(due_on, period) > $2::date then 'planned'
                      when due_on is null then 'waiting' else 'due' end as state
       from each where currency = $1
     )
     select a.id, a.name, coalesce(sum(amount) filter (where state = 'due'), 0)::int as due,
            count(*) filter (where state = 'due')::int as "dueCount",
            min(due_on) filter (where state = 'due')::text as oldest,
            coalesce(sum(amount) filter (where state = 'waiting'), 0)::int as waiting,
            coalesce(sum(amount) filter (where state = 'planned'), 0)::int as planned,
            coalesce(sum(amount) filter (where state = 'paid'), 0)::int as paid
     from state join affiliate a on a.id = affiliate_id group by a.id, a.name`,
    [currency, today],
  );
  return rows as Owed[];
}

async function everyRow(currency: string): Promise<Owed[]> {
  const rows: Owed[] = [];
  let cursor: string | null = null;
  do {
    const page = await asked((scope) => listOwed(scope, { currency }, usualOwedOrder, cursor));
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor);
  return rows;
}

const byId = (rows: readonly Owed[]) => [...rows].sort((one, other) => (one.id < other.id ? -1 : 1));

describe("[WORK-02] who is owed what", () => {
  test.each(["EUR", "USD"])("the figures of each affiliate are those of the rows, in %s", async (currency) => {
    const rows = await fromRows(currency);
    expect(rows.length).toBeGreaterThan(50);
    for (const of of ["due", "waiting", "planned", "paid"] as const) expect(rows.some((row) => row[of] > 0)).toBe(true);
    expect(byId(await everyRow(currency))).toEqual(byId(rows));
  });

  test("the sums are those of the list, per currency, the one with the most due commissions first", async () => {
    const totals = await asked((scope) => totalOwed(scope));
    expect(totals.map(({ currency }) => currency).sort()).toEqual(["EUR", "USD"]);
    expect(totals[0]!.dueCount).toBeGreaterThan(totals[1]!.dueCount);
    for (const { currency, ...total } of totals) {
      const rows = await fromRows(currency);
      const sum = (of: "due" | "dueCount" | "waiting" | "planned" | "paid") =>
        rows.reduce((all, row) => all + row[of], 0);
      expect(total).toEqual({
        affiliates: rows.filter(({ dueCount }) => dueCount > 0).length,
        dueCount: sum("dueCount"),
        due: sum("due"),
        waiting: sum("waiting"),
        planned: sum("planned"),
        paid: sum("paid"),
      });
    }
  });

  // What is due is read from months and from the days of the shorter part of the current one.
  test.each(["2026-02-28", "2026-03-01", "2026-03-08", "2026-03-15", "2026-03-16", "2026-03-31"])(
    "on %s the figures, the groups and the affiliates with something due are those of the rows",
    async (today) => {
      db.at(`${today}T12:00:00Z`);
      const rows = [...(await fromRows("EUR", today)), ...(await fromRows("USD", today))];
      expect(byId(await everyRow("EUR"))).toEqual(byId(await fromRows("EUR", today)));
      for (const tab of ["due", "waiting", "planned", "paid"] as const) {
        const groups = await asked((scope) => groupByAffiliate(scope, { tab }));
        const amounts = groups.rows.flatMap((group) => group.amounts.map(({ amount }) => [group.affiliateId, amount]));
        const expected = rows.map((row) => [row.id, row[tab]]);
        const sorted = (list: (string | number | undefined)[][]) => list.filter(([, amount]) => amount !== 0).sort();
        expect([tab, sorted(amounts)]).toEqual([tab, sorted(expected)]);
      }
      const all = await asked((scope) => groupByAffiliate(scope, { tab: "all" }));
      const kinds = await Promise.all(
        (["deal", "payment"] as const).map((kind) => asked((scope) => groupByAffiliate(scope, { tab: "all", kind }))),
      );
      const count = (groups: typeof all) => groups.rows.reduce((sum, group) => sum + group.count, 0);
      expect(kinds.map(count).reduce((a, b) => a + b)).toBe(count(all));
      const due = new Set(rows.filter(({ dueCount }) => dueCount > 0).map(({ id }) => id));
      expect((await asked((scope) => findAffiliates(scope, { having: "due" }, 1000))).sort()).toEqual([...due].sort());
    },
  );

  const orders = owedColumns.flatMap((by) => (["asc", "desc"] as const).map((direction) => ({ by, direction })));
  test.each(orders)("all pages, sorted by $by, $direction", async ({ by, direction }) => {
    const pages = await walk((cursor) =>
      asked((scope) => listOwed(scope, { currency: "EUR" }, { by, direction }, cursor)),
    );
    expect(pages.length).toBeGreaterThan(1);
    const known = new Map((await fromRows("EUR")).map((row) => [row.id, row]));
    const names = new Map(
      (await db.ownerPool.query<{ id: string; search: string }>("select id, search from affiliate")).rows.map(
        ({ id, search }) => [id, search],
      ),
    );
    const valueOf = (row: Owed) =>
      by === "name" ? names.get(row.id)! : by === "oldest" ? (row.oldest ?? "9999") : row[by];
    const sorted = [...known.keys()].sort((one, other) => {
      const [a, b] = [valueOf(known.get(one)!), valueOf(known.get(other)!)];
      return (a < b ? -1 : a > b ? 1 : one < other ? -1 : 1) * sign(direction);
    });
    expect(pages.flat()).toEqual(sorted);
  });

  test("a search finds names and addresses, and a cursor of another order starts at the beginning", async () => {
    const search = (text: string, cursor: string | null = null) =>
      asked((scope) => listOwed(scope, { currency: "EUR", search: text }, usualOwedOrder, cursor));
    expect((await search("MUELLER ada")).rows.map(({ id }) => id)).toEqual([ada.affiliateId]);
    expect((await search(ada.email)).rows.map(({ id }) => id)).toEqual([ada.affiliateId]);
    expect((await search("100%")).rows).toEqual([]);
    const [own] = (await fromRows("EUR")).filter(({ id }) => id === ada.affiliateId);
    const found = await asked((scope) => totalOwed(scope, "mueller"));
    expect(found.find(({ currency }) => currency === "EUR")).toMatchObject({ affiliates: 1, due: own!.due });
    const first = await search("");
    for (const cursor of ["on~x~1", `on~99999999999999999999~${ada.affiliateId}`, `on~2026-01-01~${ada.affiliateId}`])
      expect((await search("", cursor)).rows).toEqual(first.rows);
  });

  test("affiliates may not read it, and other organizations see nothing", async () => {
    await expect(
      asAffiliate(db.database, org, ada, (scope) => listOwed(scope, { currency: "EUR" }, usualOwedOrder)),
    ).rejects.toMatchObject({ code: "forbidden" });
    await expect(asAffiliate(db.database, org, ada, (scope) => totalOwed(scope))).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await asOwner(db.database, foreign, (scope) => totalOwed(scope))).toEqual([]);
  });
});

test("[WORK-02] paying the chosen affiliates pays what is due to them in one currency, and nothing else", async () => {
  const before = await fromRows("EUR");
  const chosen = before.filter(({ due }) => due > 0).slice(0, 3);
  const wanted = { currency: "EUR", affiliateIds: chosen.map(({ id }) => id) };
  const payees = await asked(async (scope) => (await readPayable(scope, wanted))!.payees);
  expect(payees!.map(({ affiliateId, count, amounts }) => [affiliateId, count, amounts]).sort()).toEqual(
    chosen.map(({ id, dueCount, due }) => [id, dueCount, [{ amount: due, currency: "EUR" }]]).sort(),
  );
  const due = {
    count: chosen.reduce((sum, { dueCount }) => sum + dueCount, 0),
    amounts: [{ amount: chosen.reduce((sum, one) => sum + one.due, 0), currency: "EUR" }],
  };
  const pay = (version: string) => asked((scope) => payAllDue(scope, { filter: wanted, version, receiptUrl: null }));
  await expect(pay(dueVersion({ ...due, count: due.count + 1 }))).rejects.toMatchObject({ code: "payments_changed" });
  const usd = await fromRows("USD");
  expect(await pay(dueVersion(due))).toMatchObject({ paid: due.count, amounts: due.amounts });
  const after = new Map((await fromRows("EUR")).map((row) => [row.id, row]));
  for (const row of before) {
    const paid = wanted.affiliateIds.includes(row.id);
    expect(after.get(row.id)).toEqual(
      paid ? { ...row, due: 0, dueCount: 0, oldest: null, paid: row.paid + row.due } : row,
    );
  }
  expect(byId(await fromRows("USD"))).toEqual(byId(usd));
});

const sign = (direction: Direction) => (direction === "asc" ? 1 : -1);
