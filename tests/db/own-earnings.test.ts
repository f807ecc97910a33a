import { beforeEach, describe, expect, test } from "vitest";
import { listOwnEarnings, sumOwnEarnings } from "~/domain/commissions/list-own-earnings.server";
import { totalsOf } from "~/domain/commissions/own-earning";
import { day } from "~/domain/shared/dates";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

const year = { from: day("2026-01-01"), to: day("2026-12-31") };
const list = (request: Partial<Parameters<typeof listOwnEarnings>[1]> = {}, whose = affiliate, of = org) =>
  asAffiliate(db.database, of, whose, (scope) => listOwnEarnings(scope, { period: null, ...request }));
const sums = (period: typeof year | null, whose = affiliate, of = org) =>
  asAffiliate(db.database, of, whose, (scope) => sumOwnEarnings(scope, period));

/**
 * On 20 March 2026, at 10 %: 100.00 EUR closed on 15 January and paid on 3 February with a receipt; 50.00 USD closed on
 * 1 March, due; 70.00 EUR closing in April, planned; 10.00 EUR in each of three months from 15 February, the first paid
 * in March.
 */
beforeEach(async () => {
  db.at("2026-01-02T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  db.at("2026-03-20T12:00:00Z");
  const { id: paid } = await oneTimeDeal(db.database, org, affiliate, { title: "Paid" });
  await oneTimeDeal(db.database, org, affiliate, {
    title: "Dollars",
    amount: "500",
    currency: "USD",
    close_date: "2026-03-01",
  });
  await oneTimeDeal(db.database, org, affiliate, {
    title: "Later",
    amount: "700",
    close_date: "2026-04-10",
  });
  const { id: monthly } = await recurringDeal(db.database, org, affiliate, {
    title: "Monthly",
    contract_duration_months: "3",
    contract_start_date: "2026-02-15",
  });
  await db.ownerPool.query(
    `update deal set commission_paid = true, payment_date = '2026-02-03', receipt_url = 'https://bank.example/1'
     where id = $1`,
    [paid],
  );
  await db.ownerPool.query(
    `update commission_payment set status = 'paid', paid_date = '2026-03-05'
     where deal_id = $1 and period_start = '2026-02-15'`,
    [monthly],
  );
});

describe("[POR-08] [POR-05] the earnings of an affiliate", () => {
  test("are due, planned or paid on their day, and private to the affiliate", async () => {
    const other = await createOrg(db.database);
    const stranger = await activeAffiliate(db.database, other);
    expect(await list({}, stranger, other)).toMatchObject({ rows: [] });
    expect(await sums(null, stranger, other)).toEqual([]);
    const colleague = await activeAffiliate(db.database, org);
    expect(await list({}, colleague)).toMatchObject({ rows: [] });
    expect(await sums(null, colleague)).toEqual([]);
    const asked = { period: null };
    await expect(asOwner(db.database, org, (scope) => listOwnEarnings(scope, asked))).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(asOwner(db.database, org, (scope) => sumOwnEarnings(scope, null))).rejects.toMatchObject({
      code: "forbidden",
    });

    const { rows } = await list();
    expect(
      rows.map(({ deal, day, state, amount, paidDate }) =>
        [deal, day, state, amount.amount, amount.currency, paidDate].join(" "),
      ),
    ).toEqual([
      "Monthly 2026-04-15 planned 1000 EUR ",
      "Later 2026-04-10 planned 7000 EUR ",
      "Monthly 2026-03-15 due 1000 EUR ",
      "Monthly 2026-03-05 paid 1000 EUR 2026-03-05",
      "Dollars 2026-03-01 due 5000 USD ",
      "Paid 2026-02-03 paid 10000 EUR 2026-02-03",
    ]);
    expect(rows.at(-1)).toMatchObject({
      due: "2026-01-15",
      receiptUrl: "https://bank.example/1",
      months: null,
      trace: { rule: "percentage", revShareBp: 1_000 },
    });
  });

  test("are paginated in both directions, within a period", async () => {
    const whole = (await list()).rows.map(({ id }) => id);
    const first = await list({ size: 4 });
    const second = await list({ size: 4, cursor: first.next });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(whole);
    expect(second.next).toBeNull();
    expect((await list({ size: 4, cursor: second.previous })).rows.map(({ id }) => id)).toEqual(whole.slice(0, 4));
    const march = { from: day("2026-03-01"), to: day("2026-03-31") };
    expect((await list({ period: march })).rows.map(({ id }) => id)).toEqual(whole.slice(2, 5));
  });

  test("[LEAD-15] are summed by month and currency, never across currencies", async () => {
    const none = { paid: 0, due: 0, waiting: 0, planned: 0 };
    const months = await sums(year);
    expect(months).toEqual([
      { ...none, month: "2026-02-01", currency: "EUR", paid: 10_000 },
      { ...none, month: "2026-03-01", currency: "EUR", paid: 1_000, due: 1_000 },
      { ...none, month: "2026-03-01", currency: "USD", due: 5_000 },
      { ...none, month: "2026-04-01", currency: "EUR", planned: 8_000 },
    ]);
    expect(totalsOf(months)).toEqual({
      paid: [{ amount: 11_000, currency: "EUR" }],
      due: [
        { amount: 1_000, currency: "EUR" },
        { amount: 5_000, currency: "USD" },
      ],
      waiting: [],
      planned: [{ amount: 8_000, currency: "EUR" }],
    });
    expect(await sums({ from: day("2025-01-01"), to: day("2025-12-31") })).toEqual([]);
  });

  test("[LEAD-15] are exact for part of a month", async () => {
    const part = (from: string, to: string) => sums({ from: day(from), to: day(to) });
    const none = { paid: 0, due: 0, waiting: 0, planned: 0 };
    expect(await part("2026-02-03", "2026-03-05")).toEqual([
      { ...none, month: "2026-02-01", currency: "EUR", paid: 10_000 },
      { ...none, month: "2026-03-01", currency: "EUR", paid: 1_000 },
      { ...none, month: "2026-03-01", currency: "USD", due: 5_000 },
    ]);
    expect(await part("2026-02-04", "2026-03-04")).toEqual([
      { ...none, month: "2026-03-01", currency: "USD", due: 5_000 },
    ]);
    expect(await part("2026-01-20", "2026-04-10")).toEqual([
      ...(await part("2026-02-01", "2026-03-31")),
      { ...none, month: "2026-04-01", currency: "EUR", planned: 7_000 },
    ]);
  });
});
