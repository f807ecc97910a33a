import { beforeEach, describe, expect, test } from "vitest";
import { listOwnEarnings, sumOwnEarnings } from "~/domain/commissions/list-own-earnings.server";
import { listPayments } from "~/domain/commissions/list-payments.server";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { readCustomerPayment } from "~/domain/commissions/read-customer-payment.server";
import {
  recordCustomerPayments,
  removeCustomerPayments,
  undoCustomerPayments,
  type CustomerPayment,
} from "~/domain/commissions/record-customer-payments.server";
import { totalPayments } from "~/domain/commissions/total-payments.server";
import type { PaymentTab } from "~/domain/commissions/commission";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { listOwnDeals } from "~/domain/deals/list-own-deals.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";

// 10 % of each deal, due 14 days after the customer has paid.

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;

beforeEach(async () => {
  db.at("2026-03-20T12:00:00Z");
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, ada, { due_when: "customer_paid", holding_days: "14" });
});

const asked = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const own = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, ada, use);
const agreed: CustomerPayment = { paidOn: day("2026-03-02"), amount: null, invoiceNumber: null, invoicedOn: null };
const onTab = async (tab: PaymentTab) =>
  (await asked((scope) => listPayments(scope, tab))).rows.map(({ period, due }) => [period, due]);
const counts = async () =>
  Object.values(await asked((scope) => totalPayments(scope))).map(({ state, count }) => `${state} ${count}`);

/** A deal of three months, of which two have begun. */
async function threeMonths(): Promise<{ dealId: string; months: string[] }> {
  const fields = { contract_duration_months: "3", contract_start_date: "2026-02-10" };
  const { id } = await recurringDeal(db.database, org, ada, fields);
  const { rows } = await db.ownerPool.query<{ id: string }>(
    "select id from commission_payment where deal_id = $1 order by period_start",
    [id],
  );
  return { dealId: id, months: rows.map((row) => row.id) };
}

describe("[PAY-18] a commission that is due when the customer has paid", () => {
  test("waits visibly on both sides until the payment is recorded, and then for its holding days", async () => {
    const deal = await oneTimeDeal(db.database, org, ada, { close_date: "2026-03-01" });
    expect(await onTab("waiting")).toEqual([["2026-03-01", null]]);
    expect(await counts()).toEqual(["due 0", "waiting 1", "planned 0", "paid 0"]);
    const [earning] = (await own((scope) => listOwnEarnings(scope, { period: null }))).rows;
    expect(earning).toMatchObject({ state: "waiting", due: null, day: "2026-03-01" });
    expect(await own((scope) => sumOwnEarnings(scope, null))).toMatchObject([{ paid: 0, due: 0, planned: 0 }]);
    expect((await own((scope) => listOwnDeals(scope, null))).rows[0]).toMatchObject({ state: "waiting" });
    const pay = () => asked((scope) => payCommissions(scope, { deals: [deal.id], receiptUrl: null }));
    await expect(pay()).rejects.toMatchObject({ code: "customer_has_not_paid" });

    const ids = { deals: [deal.id], payments: [] };
    expect(await asked((scope) => recordCustomerPayments(scope, ids, agreed))).toMatchObject({
      recorded: 1,
      before: 0,
    });
    expect(await onTab("due")).toEqual([["2026-03-01", "2026-03-16"]]);
    await expectExactAggregates(db.ownerPool);
    expect(await pay()).toMatchObject({ paid: 1 });
    await expectExactAggregates(db.ownerPool);
  });

  test("is planned while its month has not begun or its holding days have not passed", async () => {
    const { months } = await threeMonths();
    expect(await onTab("waiting")).toEqual([
      ["2026-02-10", null],
      ["2026-03-10", null],
    ]);
    expect(await onTab("planned")).toEqual([["2026-04-10", null]]);
    await asked((scope) => recordCustomerPayments(scope, { deals: [], payments: months }, agreed));
    expect(await onTab("due")).toEqual([["2026-02-10", "2026-03-16"]]);
    expect(await onTab("planned")).toEqual([
      ["2026-03-10", "2026-03-24"],
      ["2026-04-10", "2026-04-24"],
    ]);
    const pay = asked((scope) => payCommissions(scope, { payments: [months[1]!], receiptUrl: null }));
    await expect(pay).rejects.toMatchObject({ code: "payment_not_due" });
    await expectExactAggregates(db.ownerPool);
  });

  test("keeps the rule of the terms under which its deal was won, also in months that are created later", async () => {
    const { dealId } = await threeMonths();
    await withTerms(db.database, org, ada);
    const fields = { contract_duration_months: "5", contract_start_date: "2026-02-10" };
    const { rows } = await db.ownerPool.query<{ title: string; mrr: string; currency: string }>(
      "select title, mrr::text, currency from deal where id = $1",
      [dealId],
    );
    const { title, mrr, currency } = rows[0]!;
    const recurring = { mrr: Number(mrr), months: 5, start: day(fields.contract_start_date), end: day("2026-07-09") };
    const contract = { title, currency, amount: Number(mrr) * 5, closeDate: recurring.start, recurring };
    await asked((scope) => editDeal(scope, { dealId, version: undefined, ...contract }));
    expect((await onTab("planned")).map(([, due]) => due)).toEqual([null, null, null]);
    const later = await oneTimeDeal(db.database, org, ada, { close_date: "2026-03-01" });
    expect((await asked((scope) => listPayments(scope, "due"))).rows.map(({ id }) => id)).toEqual([later.id]);
  });

  test("keeps the customer's payment of a month whose contract moves within that month", async () => {
    const { dealId, months } = await threeMonths();
    await asked((scope) => recordCustomerPayments(scope, { deals: [], payments: [months[0]!] }, agreed));
    const { rows } = await db.ownerPool.query<{ title: string; mrr: string; currency: string }>(
      "select title, mrr::text, currency from deal where id = $1",
      [dealId],
    );
    const { title, mrr, currency } = rows[0]!;
    const recurring = { mrr: Number(mrr), months: 3, start: day("2026-02-01"), end: day("2026-04-30") };
    const contract = { title, currency, amount: Number(mrr) * 3, closeDate: recurring.start, recurring };
    await asked((scope) => editDeal(scope, { dealId, version: undefined, ...contract }));
    expect(await onTab("due")).toEqual([["2026-02-01", "2026-03-16"]]);
  });
});

describe("[PAY-18] recording customers' payments", () => {
  test("stores day, amount and invoice; without an amount what was sold; again it replaces them", async () => {
    const deal = await oneTimeDeal(db.database, org, ada, { close_date: "2026-03-01", amount: "1000.00" });
    const { months } = await threeMonths();
    const stored = async () =>
      (
        await db.ownerPool.query<{ text: string }>(`
          select concat_ws(' ', customer_paid_on, customer_paid_amount, invoice_number, invoiced_on) as text
          from deal where deal_type = 'one-time'
          union all
          select concat_ws(' ', customer_paid_on, customer_paid_amount, invoice_number, invoiced_on)
          from commission_payment where customer_paid_on is not null`)
      ).rows.map(({ text }) => text);
    const ids = { deals: [deal.id], payments: [months[0]!] };
    await asked((scope) => recordCustomerPayments(scope, ids, agreed));
    const { rows } = await db.ownerPool.query<{ mrr: string }>("select mrr::text from deal where mrr is not null");
    expect(await stored()).toEqual(["2026-03-02 100000", `2026-03-02 ${rows[0]!.mrr}`]);
    const invoice = { amount: 99_000, invoiceNumber: "RE-7", invoicedOn: day("2026-02-20") };
    const one = { deals: [deal.id], payments: [] };
    await asked((scope) => recordCustomerPayments(scope, one, { paidOn: day("2026-03-03"), ...invoice }));
    expect((await stored())[0]).toBe("2026-03-03 99000 RE-7 2026-02-20");
    expect(await asked((scope) => readCustomerPayment(scope, { kind: "deal", id: deal.id }))).toMatchObject({
      dueWhen: "customer_paid",
      holdingDays: 14,
      sold: { amount: 100_000, currency: "EUR" },
      amount: { amount: 99_000, currency: "EUR" },
      invoiceNumber: "RE-7",
    });
  });

  test("writes an audit entry for each, can be undone as a whole by the same user, and leaves paid ones alone", async () => {
    const deals = [
      await oneTimeDeal(db.database, org, ada, { close_date: "2026-03-01" }),
      await oneTimeDeal(db.database, org, ada, { close_date: "2026-03-02" }),
    ].map(({ id }) => id);
    const first = { deals: [deals[0]!], payments: [] };
    await asked((scope) => recordCustomerPayments(scope, first, agreed));
    await asked((scope) => payCommissions(scope, { deals: [deals[0]!], receiptUrl: null }));
    const { months } = await threeMonths();
    const all = { deals, payments: [months[0]!] };
    const done = await asked((scope) => recordCustomerPayments(scope, all, agreed));
    expect(done).toMatchObject({ recorded: 2, before: 1 });
    const { rows } = await db.ownerPool.query<{ action: string }>(
      "select action from audit_log where id = $1 or batch_id = $1 order by action",
      [done.batchId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "commission.record_customer_payment",
      "commissions.record_customer_payments",
      "deal.record_customer_payment",
    ]);
    const stranger = await createOrg(db.database);
    const undone = asOwner(db.database, stranger, (scope) => undoCustomerPayments(scope, done.batchId!));
    await expect(undone).rejects.toMatchObject({ code: "not_found" });
    expect(await asked((scope) => undoCustomerPayments(scope, done.batchId!))).toBe(2);
    expect(await asked((scope) => undoCustomerPayments(scope, done.batchId!))).toBe(0);
    expect(await counts()).toEqual(["due 0", "waiting 3", "planned 1", "paid 1"]);
    await expectExactAggregates(db.ownerPool);
  });

  test("rejects a later day, unknown ids, affiliates, and removing the payment of a paid commission", async () => {
    const { id } = await oneTimeDeal(db.database, org, ada, { close_date: "2026-03-01" });
    const ids = { deals: [id], payments: [] };
    const record = (payment: CustomerPayment, which = ids) =>
      asked((scope) => recordCustomerPayments(scope, which, payment));
    await expect(record({ ...agreed, paidOn: day("2026-03-21") })).rejects.toMatchObject({
      code: "customer_paid_in_future",
    });
    const unknown = { deals: ["0199a0c4-7d5e-7000-8000-000000000001"], payments: [] };
    await expect(record(agreed, unknown)).rejects.toMatchObject({ code: "not_found" });
    const foreign = await createOrg(db.database);
    const strange = asOwner(db.database, foreign, (scope) => recordCustomerPayments(scope, ids, agreed));
    await expect(strange).rejects.toMatchObject({ code: "not_found" });
    const peek = own((scope) => recordCustomerPayments(scope, ids, agreed));
    await expect(peek).rejects.toMatchObject({ code: "forbidden" });
    await record(agreed);
    await asked((scope) => payCommissions(scope, { deals: [id], receiptUrl: null }));
    const remove = () => asked((scope) => removeCustomerPayments(scope, ids));
    await expect(remove()).rejects.toMatchObject({ code: "commission_paid_out" });
    const sql = `update deal set customer_paid_on = null, customer_paid_amount = null where id = '${id}'`;
    await expect(db.ownerPool.query(sql)).rejects.toThrow(/check constraint "deal_paid_is_due/);
  });

  test("can be removed while the commission is not paid: it waits again", async () => {
    const { id } = await oneTimeDeal(db.database, org, ada, { close_date: "2026-03-01" });
    const ids = { deals: [id], payments: [] };
    await asked((scope) => recordCustomerPayments(scope, ids, agreed));
    expect(await asked((scope) => removeCustomerPayments(scope, ids))).toBe(1);
    expect(await onTab("waiting")).toEqual([["2026-03-01", null]]);
    expect(await asked((scope) => removeCustomerPayments(scope, ids))).toBe(0);
  });
});
