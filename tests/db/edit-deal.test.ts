import { markPaymentPaid, markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { day, monthStarts } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true, connections: 12 });
let org: Org;
let foreign: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  foreign = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
});

const once = { deal_type: "one-time", title: "Deal", amount: "1000", close_date: "2026-01-15" };
const monthly = {
  deal_type: "recurring",
  title: "Deal",
  mrr: "100",
  contract_duration_months: "12",
  contract_start_date: "2026-01-15",
};

const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);

/** Edits as the organization's owner, after another organization has tried without success. */
async function edit(deal: { id: string }, fields: Record<string, string>) {
  const input = editDealSchema.parse({ ...fields, deal_id: deal.id });
  const before = await everything();
  const strange = asOwner(db.database, foreign, (scope) => editDeal(scope, input));
  await expect(strange).rejects.toMatchObject({ code: "not_found" });
  expect(await everything()).toEqual(before);
  return as((scope) => editDeal(scope, input));
}

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

const everything = async () => [
  await rows("select * from deal order by id"),
  await rows("select * from commission_payment order by id"),
  await rows("select * from audit_log order by id"),
];

interface PaymentRow {
  id: string;
  period: string;
  amount: string;
  currency: string;
  status: string;
}

const payments = (deal: { id: string }) =>
  rows<PaymentRow>(
    `select id, period_start::text as period, amount, currency, status from commission_payment
     where deal_id = $1 order by period_start`,
    deal.id,
  );

/** Pays the first months; the clock is after them. */
async function pay(deal: { id: string }, months: number): Promise<PaymentRow[]> {
  db.at("2026-12-31T12:00:00Z");
  for (const { id } of (await payments(deal)).slice(0, months)) await as((scope) => markPaymentPaid(scope, id));
  return (await payments(deal)).filter((payment) => payment.status === "paid");
}

const audit = () => rows("select actor, entity_id, data from audit_log where action = 'deal.edit'");

describe("[LEAD-10] editing a one-time deal", () => {
  test("changes title, amount, currency and close date, and recalculates the commission by the deal's own terms", async () => {
    const deal = await oneTimeDeal(db.database, org, affiliate, { title: "Deal" });
    // Later terms do not apply to this deal.
    await withTerms(db.database, org, affiliate, { rev_share_percent: "90" });
    const edited = await edit(deal, {
      ...once,
      title: "Relaunch",
      amount: "2.000,55",
      currency: "CHF",
      close_date: "2026-02-01",
    });
    expect(edited.commission).toMatchObject({
      result: { amount: 20_006, currency: "CHF" },
      terms: { version: 1 },
    });
    const [row] = await rows("select *, close_date::text as closed from deal where id = $1", deal.id);
    expect(row).toMatchObject({
      title: "Relaunch",
      amount: "200055",
      currency: "CHF",
      closed: "2026-02-01",
      commission_amount: "20006",
      commission_currency: "CHF",
      commission_trace: edited.commission,
    });
    expect(await audit()).toEqual([
      {
        actor: `member:${org.owner.userId}`,
        entity_id: deal.id,
        data: {
          title_before: "Deal",
          title_after: "Relaunch",
          amount_before: 100_000,
          amount_after: 200_055,
          currency_before: "EUR",
          currency_after: "CHF",
          close_date_before: "2026-01-15",
          close_date_after: "2026-02-01",
          commission_before: 10_000,
          commission_after: 20_006,
          commission_currency_before: "EUR",
          commission_currency_after: "CHF",
        },
      },
    ]);
  });

  test("that was won without terms keeps it without", async () => {
    const other = await activeAffiliate(db.database, org);
    const deal = await oneTimeDeal(db.database, org, other);
    await withTerms(db.database, org, other, { rev_share_percent: "50" });
    const { commission } = await edit(deal, { ...once, amount: "5000" });
    expect(commission).toMatchObject({ rule: "none", result: { amount: 0, currency: "EUR" } });
  });

  test("allows only title and close date once the commission is paid", async () => {
    const deal = await oneTimeDeal(db.database, org, affiliate, { title: "Deal" });
    await as((scope) => markDealPaid(scope, deal.id));
    for (const change of [{ amount: "1001" }, { currency: "USD" }] as Record<string, string>[]) {
      await expect(edit(deal, { ...once, ...change })).rejects.toMatchObject({
        code: "deal_commission_paid",
      });
    }
    expect(await audit()).toEqual([]);
    const look = "select amount, currency, commission_amount, commission_trace, payment_date from deal";
    const before = await rows(look);
    await edit(deal, { ...once, title: "New", close_date: "2025-12-31" });
    expect(await rows(look)).toEqual(before);
    expect(await rows("select title, close_date::text as closed from deal")).toEqual([
      { title: "New", closed: "2025-12-31" },
    ]);
  });

  test("with unchanged values writes nothing, however often it is submitted", async () => {
    const deal = await oneTimeDeal(db.database, org, affiliate, { title: "Deal" });
    const input = editDealSchema.parse({ ...once, amount: "1500", deal_id: deal.id });
    await Promise.all(Array.from({ length: 5 }, () => as((scope) => editDeal(scope, input))));
    expect(await audit()).toHaveLength(1);
    const before = await everything();
    await edit(deal, { ...once, amount: "1.500,00" });
    expect(await everything()).toEqual(before);
  });

  test("during a payment keeps the deal consistent with what was paid", async () => {
    for (let round = 0; round < 10; round++) {
      const deal = await oneTimeDeal(db.database, org, affiliate);
      const input = editDealSchema.parse({ ...once, amount: "3000", deal_id: deal.id });
      const [edited, paid] = await Promise.allSettled([
        as((scope) => editDeal(scope, input)),
        as((scope) => markDealPaid(scope, deal.id)),
      ]);
      expect(paid).toMatchObject({ status: "fulfilled", value: true });
      const [row] = await rows<{ commission_amount: string }>("select * from deal where id = $1", deal.id);
      const [entry] = await rows<{ data: { amount: number } }>(
        "select data from audit_log where action = 'deal.pay' and entity_id = $1",
        deal.id,
      );
      expect(entry!.data.amount).toBe(Number(row!.commission_amount));
      expect(row!.commission_amount).toBe(edited.status === "fulfilled" ? "30000" : "10000");
    }
  });
});

describe("[LEAD-10] editing a recurring deal", () => {
  test("gives pending months the new commission and contract, and keeps paid ones", async () => {
    const deal = await recurringDeal(db.database, org, affiliate, { title: "Deal" });
    await withTerms(db.database, org, affiliate, { model: "fixed", fixed_amount: "1" });
    const paid = await pay(deal, 3);
    const { plan } = await edit(deal, { ...monthly, mrr: "110", contract_duration_months: "14" });
    expect({ ...plan, changed: plan!.changed.length }).toEqual({
      changed: 9,
      removed: [],
      added: ["2027-01-15", "2027-02-15"],
      kept: 0,
      paid: 3,
      paidOutside: 0,
    });
    const now = await payments(deal);
    expect(now.slice(0, 3)).toEqual(paid);
    expect(now.slice(3).map(({ period, amount, status }) => ({ period, amount, status }))).toEqual(
      monthStarts(day("2026-01-15"), 14)
        .slice(3)
        .map((period) => ({ period, amount: "1100", status: "pending" })),
    );
    const [row] = await rows(
      `select mrr, amount, contract_duration_months as months, contract_end_date::text as ends from deal`,
    );
    expect(row).toEqual({ mrr: "11000", amount: "154000", months: 14, ends: "2027-03-15" });
    expect((await audit())[0]!["data"]).toEqual({
      mrr_before: 10_000,
      mrr_after: 11_000,
      amount_before: 120_000,
      amount_after: 154_000,
      contract_duration_months_before: 12,
      contract_duration_months_after: 14,
      commission_before: 1_000,
      commission_after: 1_100,
      payments_added: 2,
      payments_changed: 9,
      payments_removed: 0,
      payments_paid: 3,
    });
  });

  test("to a shorter contract keeps paid months beyond it", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    const paid = await pay(deal, 5);
    const { plan } = await edit(deal, { ...monthly, contract_duration_months: "3" });
    expect(plan).toMatchObject({ paid: 5, paidOutside: 2, added: [] });
    expect(await payments(deal)).toEqual(paid);
  });

  test("to a start moved by days moves the pending months, and nothing is paid twice", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    const paid = await pay(deal, 2);
    await edit(deal, { ...monthly, contract_start_date: "2026-01-31" });
    const months = monthStarts(day("2026-01-31"), 12);
    const expected = [...paid.map((payment) => payment.period), ...months.slice(2)];
    expect((await payments(deal)).map((payment) => payment.period)).toEqual(expected);
    expect((await payments(deal)).filter((payment) => payment.status === "paid")).toEqual(paid);
    expect(await as((scope) => generatePayments(scope))).toEqual({ created: 0, deals: 1 });
    expect((await payments(deal)).map((payment) => payment.period)).toEqual(expected);
    expect(await rows("select close_date::text as closed from deal")).toEqual([{ closed: "2026-01-31" }]);
  });

  test("cannot change the currency once a month is paid, and never the type", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    await edit(deal, { ...monthly, currency: "USD" });
    expect(new Set((await payments(deal)).map((payment) => payment.currency))).toEqual(new Set(["USD"]));
    await pay(deal, 1);
    await expect(edit(deal, { ...monthly, currency: "EUR" })).rejects.toMatchObject({
      code: "deal_currency_fixed",
    });
    await expect(edit(deal, once)).rejects.toMatchObject({ code: "deal_type_fixed" });
  });

  test("creates payments that were never generated, even without another change", async () => {
    const deal = await recurringDeal(db.database, org, affiliate, { title: "Deal" });
    await db.ownerPool.query("delete from commission_payment");
    expect((await edit(deal, monthly)).plan!.added).toHaveLength(12);
    expect(await payments(deal)).toHaveLength(12);
  });

  test("leaves everything unchanged if the transaction fails", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    await pay(deal, 3);
    const before = await everything();
    const input = editDealSchema.parse({
      ...monthly,
      contract_start_date: "2026-02-01",
      deal_id: deal.id,
    });
    const attempt = as(async (scope) => {
      await editDeal(scope, input);
      throw new Error("power cut");
    });
    await expect(attempt).rejects.toThrow("power cut");
    expect(await everything()).toEqual(before);
  });

  test("is rejected with forbidden for affiliates and with not_found for unknown deals", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    const input = editDealSchema.parse({ ...monthly, deal_id: deal.id });
    const own = asAffiliate(db.database, org, affiliate, (scope) => editDeal(scope, input));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    await expect(edit({ id: randomUUID() }, monthly)).rejects.toMatchObject({ code: "not_found" });
  });
});
