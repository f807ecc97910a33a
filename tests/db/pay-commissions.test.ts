import { beforeEach, describe, expect, test } from "vitest";
import { dueVersion, payAllDue } from "~/domain/commissions/pay-all-due.server";
import { payCommissions, type CommissionsToPay } from "~/domain/commissions/pay-commissions.server";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";
import { oweCommissions, RECEIPT } from "../support/owed-commissions";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let deals: string[];
let payments: string[];

beforeEach(async () => {
  ({ org, ada, deals, payments } = await oweCommissions(db, { second: "Ada" }));
  deals.sort();
  payments.sort();
});

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}
const pay = (wanted: Partial<CommissionsToPay>, by = org) =>
  asOwner(db.database, by, (scope) => payCommissions(scope, { receiptUrl: null, ...wanted }));
const payAll = (count: number, cents: number, { affiliateId } = ada) =>
  asOwner(db.database, org, (scope) =>
    payAllDue(scope, {
      filter: { affiliateId },
      version: dueVersion({ count, amounts: [{ amount: cents, currency: "EUR" }] }),
      receiptUrl: null,
    }),
  );

const paidDeals = () => rows("select id from deal where commission_paid order by id");
const paidPayments = () => rows("select id from commission_payment where status = 'paid' order by id");
const nothingPaid = async () => expect([...(await paidDeals()), ...(await paidPayments())]).toEqual([]);
const notices = () =>
  rows<{ id: string; params: unknown }>("select id, params from notification where type = 'commission_paid'");

describe("[COM-06] [TRX-04] paying one-off and monthly commissions together", () => {
  test("marks all paid today with one receipt and one sum, and writes an audit entry for each", async () => {
    expect(await pay({ payments, deals, receiptUrl: RECEIPT })).toMatchObject({
      paid: 5,
      before: 0,
      amounts: [{ amount: 23_000, currency: "EUR" }],
    });
    const stored = await rows(`
      select id, payment_date::text as day, receipt_url from deal where commission_paid
      union all select id, paid_date::text, receipt_url from commission_payment where status = 'paid' order by id`);
    const ids = [...deals, ...payments].sort();
    expect(stored).toEqual(ids.map((id) => ({ id, day: "2026-03-20", receipt_url: RECEIPT })));
    const entries = await rows(
      `select action, entity, count(*)::int from audit_log where entity_id = any($1::uuid[])
         and action in ('deal.pay', 'commission.pay', 'receipt.set') group by 1, 2 order by 1, 2`,
      ids,
    );
    expect(entries).toEqual([
      { action: "commission.pay", entity: "commission_payment", count: 3 },
      { action: "deal.pay", entity: "deal", count: 2 },
      { action: "receipt.set", entity: "commission_payment", count: 3 },
      { action: "receipt.set", entity: "deal", count: 2 },
    ]);
    await expectExactAggregates(db.ownerPool);
  });

  test("[NOT-01] sends the affiliate one notification and one email", async () => {
    await pay({ payments, deals });
    expect(await notices()).toMatchObject([
      { params: { payments: 5, oneOff: true, amounts: [{ amount: 23_000, currency: "EUR" }] } },
    ]);
    db.mails.splice(0);
    await db.runJobs();
    const subjects = db.mails.map(({ subject }) => subject);
    expect(subjects.filter((one) => one.includes("paid"))).toEqual(["5 commissions paid: €230.00"]);
    const [mail] = db.mails.filter(({ subject }) => subject.includes("paid"));
    expect(mail?.text).toContain("has marked 5 of your commissions as paid, €230.00 in total.");
  });

  test("50 times concurrently in both orders pays each once and notifies the affiliate once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        pay(index % 2 ? { payments, deals } : { payments: payments.toReversed(), deals: deals.toReversed() }),
      ),
    );
    expect(answers.filter((one) => one.paid > 0)).toMatchObject([{ paid: 5, before: 0 }]);
    expect(answers.filter((one) => one.before === 5)).toHaveLength(49);
    expect(await rows("select 1 from audit_log where action in ('deal.pay', 'commission.pay')")).toHaveLength(5);
    expect(await notices()).toHaveLength(1);
    await expectExactAggregates(db.ownerPool);
  });

  test("in overlapping concurrent selections of both kinds pays each once without a deadlock", async () => {
    const all = [
      ...deals.map((id) => ({ deals: [id] })),
      ...payments.map((id) => ({ payments: [id] })),
      { payments, deals },
      { payments: payments.slice(1), deals: deals.slice(1) },
    ];
    const answers = await Promise.all(all.map((wanted) => pay(wanted)));
    expect(answers.reduce((sum, one) => sum + one.paid, 0)).toBe(5);
  });

  test("pays none of either kind if one cannot be paid", async () => {
    const [recurring] = await rows<{ id: string }>("select id from deal where deal_type = 'recurring'");
    const [later] = await rows<{ id: string }>("select id from commission_payment where period_start > '2026-03-20'");
    const foreign = await createOrg(db.database);
    await expect(pay({ payments, deals: [...deals, recurring!.id] })).rejects.toMatchObject({
      code: "deal_not_one_time",
    });
    await expect(pay({ payments: [later!.id], deals })).rejects.toMatchObject({ code: "payments_not_due" });
    await expect(pay({ payments: [payments[0]!, deals[0]!], deals })).rejects.toMatchObject({
      code: "payments_not_found",
    });
    await expect(pay({ payments, deals }, foreign)).rejects.toMatchObject({ code: "payments_not_found" });
    await nothingPaid();
    expect(await notices()).toEqual([]);
  });

  test("[TRX-04] rejects a deal with a commission of 0, alone or among others", async () => {
    const bob = await activeAffiliate(db.database, org, { name: "Bob" });
    const nothing = await oneTimeDeal(db.database, org, bob);
    expect(nothing.commission.result.amount).toBe(0);
    await expect(pay({ deals: [nothing.id] })).rejects.toMatchObject({ code: "not_found" });
    await expect(pay({ payments, deals: [...deals, nothing.id] })).rejects.toMatchObject({
      code: "payments_not_found",
    });
    await nothingPaid();
    expect(await notices()).toEqual([]);
  });

  test("leaves and counts commissions that were paid before", async () => {
    await pay({ deals: [deals[0]!] });
    db.at("2026-03-25T12:00:00Z");
    expect(await pay({ payments, deals, receiptUrl: RECEIPT })).toMatchObject({ paid: 4, before: 1 });
    expect(await rows("select payment_date::text, receipt_url from deal where id = $1", deals[0])).toEqual([
      { payment_date: "2026-03-20", receipt_url: null },
    ]);
  });
});

describe("[COM-06] paying everything due to an affiliate", () => {
  test("includes what is due of both kinds, and no commission of 0", async () => {
    await oneTimeDeal(db.database, org, ada, { amount: "0,01" });
    const lead_id = await submittedLead(db.database, org, ada);
    await db.ownerPool.query("update lead set affiliate_id = null where id = $1", [lead_id]);
    await oneTimeDeal(db.database, org, ada, { lead_id });
    expect(await payAll(5, 230_00)).toMatchObject({
      paid: 5,
      amounts: [{ amount: 23_000, currency: "EUR" }],
    });
    expect(await paidDeals()).toEqual(deals.map((id) => ({ id })));
    expect(await paidPayments()).toEqual(payments.map((id) => ({ id })));
  });

  test("excludes a one-off commission that the user has not seen", async () => {
    await oneTimeDeal(db.database, org, ada);
    await expect(payAll(5, 230_00)).rejects.toMatchObject({ code: "payments_changed" });
    await nothingPaid();
  });

  test("works without a monthly payment", async () => {
    const bob = await activeAffiliate(db.database, org, { name: "Bob" });
    await withTerms(db.database, org, bob);
    const { id } = await oneTimeDeal(db.database, org, bob);
    expect(await payAll(1, 100_00, bob)).toMatchObject({ paid: 1 });
    expect(await paidDeals()).toEqual([{ id }]);
  });
});
