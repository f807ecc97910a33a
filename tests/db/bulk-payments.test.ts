import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { dueVersion, payAllDue, readPayable } from "~/domain/commissions/pay-all-due.server";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { payAllDueSchema, payPaymentsSchema } from "~/domain/commissions/commission.schema";
import type { PaymentFilter } from "~/domain/commissions/commission";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { expectExactAggregates } from "../support/aggregates";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let bob: Affiliate;

const RECEIPT = "https://example.com/receipt.pdf";

/** Ada: six months, three of them due, 10.00 EUR each. Bob: the same, 20.00 USD each. */
beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  bob = await activeAffiliate(db.database, org, { name: "Bob" });
  for (const [affiliate, fields] of [
    [ada, {}],
    [bob, { mrr: "200", currency: "USD" }],
  ] as const) {
    await withTerms(db.database, org, affiliate);
    await recurringDeal(db.database, org, affiliate, { ...fields, contract_duration_months: "6" });
  }
  db.at("2026-03-20T12:00:00Z");
});

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

/** Returns ids of an affiliate's payments, earliest month first; the first three are due. */
async function paymentsOf({ affiliateId }: Affiliate): Promise<string[]> {
  const found = await rows<{ id: string }>(
    "select id from commission_payment where affiliate_id = $1 order by period_start",
    affiliateId,
  );
  return found.map((row) => row.id);
}
const dueOf = async (affiliate: Affiliate) => (await paymentsOf(affiliate)).slice(0, 3);

const pay = (payments: string[], receiptUrl: string | null = null, by = org) =>
  asOwner(db.database, by, (scope) => payCommissions(scope, { payments, receiptUrl }));
/** Returns the version of a form with this many commissions and these sums. */
const shown = (count: number, sums: Record<string, number>) =>
  dueVersion({ count, amounts: Object.entries(sums).map(([currency, amount]) => ({ currency, amount })) });
const payAll = (affiliateId: string, version: string, by = org) =>
  asOwner(db.database, by, (scope) => payAllDue(scope, { filter: { affiliateId }, version, receiptUrl: null }));

const paid = () => rows("select id from commission_payment where status = 'paid'");
const notices = () =>
  rows<{ id: string; affiliate_id: string; params: unknown }>(
    "select id, affiliate_id, params from notification where type = 'commission_paid'",
  );

describe("[COM-06] paying several due payments", () => {
  test("pays all today with one receipt and writes an audit entry for each", async () => {
    const ids = [...(await dueOf(ada)), ...(await dueOf(bob))];
    expect(await pay(ids, RECEIPT)).toEqual({
      paid: 6,
      before: 0,
      batchId: expect.any(String),
      payees: expect.any(Array),
      amounts: [
        { amount: 3_000, currency: "EUR" },
        { amount: 6_000, currency: "USD" },
      ],
    });
    const stored = await rows(
      "select id, paid_date::text, receipt_url from commission_payment where status = 'paid' order by id",
    );
    expect(stored).toEqual(ids.sort().map((id) => ({ id, paid_date: "2026-03-20", receipt_url: RECEIPT })));
    for (const action of ["commission.pay", "receipt.set"]) {
      const entries = await rows<{ entity_id: string }>(
        "select entity_id, actor from audit_log where action = $1 and entity = 'commission_payment' order by entity_id",
        action,
      );
      expect(entries).toEqual(ids.map((id) => ({ entity_id: id, actor: `member:${org.owner.userId}` })));
    }
    await expectExactAggregates(db.ownerPool);
  });

  test("shows every payee before the confirmation", async () => {
    const payees = (filter = {}, by = org) =>
      asOwner(db.database, by, async (scope) => (await readPayable(scope, filter))?.payees ?? null);
    const zoe = await activeAffiliate(db.database, org, { name: "Zoe" });
    await withTerms(db.database, org, zoe);
    await oneTimeDeal(db.database, org, zoe, { amount: "100", close_date: "2026-03-01" });
    const all = (await payees())!;
    expect(all.map(({ name, count }) => [name, count])).toEqual([
      ["Ada", 3],
      ["Bob", 3],
      ["Zoe", 1],
    ]);
    expect(all[1]!.amounts).toEqual([{ amount: 6_000, currency: "USD" }]);
    expect(await payees({ affiliateId: bob.affiliateId })).toEqual([all[1]]);
    expect(await payees({}, await createOrg(db.database))).toEqual([]);
  });

  test("[NOT-01] sends one notification and one email per affiliate, exact per currency", async () => {
    const [month] = await dueOf(bob);
    await pay([...(await dueOf(ada)), month!]);
    const params = new Map((await notices()).map((one) => [one.affiliate_id, one.params]));
    expect(params.size).toBe(2);
    expect(params.get(ada.affiliateId)).toMatchObject({
      payments: 3,
      amounts: [{ amount: 3_000, currency: "EUR" }],
    });
    expect(params.get(bob.affiliateId)).toMatchObject({
      amount: 2_000,
      currency: "USD",
      period: "2026-01-15",
    });
    const queued = (await db.jobs("mail.notification")).map((job) => job.payload["notification_id"]);
    for (const { id } of await notices()) expect(queued.filter((one) => one === id)).toHaveLength(1);
  });

  test("50 times concurrently, half in reverse order, pays each payment once and notifies each affiliate once", async () => {
    const ids = [...(await dueOf(ada)), ...(await dueOf(bob))];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => pay(index % 2 ? ids : ids.toReversed(), RECEIPT)),
    );
    expect(answers.filter((one) => one.paid > 0)).toMatchObject([{ paid: 6, before: 0 }]);
    expect(answers.filter((one) => one.paid === 0 && one.before === 6)).toHaveLength(49);
    expect(await rows("select 1 from audit_log where action = 'commission.pay'")).toHaveLength(6);
    expect(await rows("select 1 from audit_log where action = 'receipt.set'")).toHaveLength(6);
    expect((await notices()).map((one) => one.affiliate_id).sort()).toEqual([ada.affiliateId, bob.affiliateId].sort());
    await expectExactAggregates(db.ownerPool);
  });

  test("in overlapping concurrent selections pays every payment once, and every call reports what it did", async () => {
    const ids = [...(await dueOf(ada)), ...(await dueOf(bob))];
    const answers = await Promise.all(ids.map((_, index) => pay([...ids.slice(index), ids[0]!])));
    expect(answers.reduce((sum, one) => sum + one.paid, 0)).toBe(6);
    expect(await rows("select 1 from audit_log where action = 'commission.pay'")).toHaveLength(6);
  });

  test("leaves and counts payments that were paid before", async () => {
    const [first, second, third] = await dueOf(ada);
    await pay([first!], "https://example.com/first");
    db.at("2026-03-25T12:00:00Z");
    expect(await pay([first!, second!, third!, second!], RECEIPT)).toMatchObject({ paid: 2, before: 1 });
    expect(await rows("select paid_date::text, receipt_url from commission_payment where id = $1", first)).toEqual([
      { paid_date: "2026-03-20", receipt_url: "https://example.com/first" },
    ]);
    expect(await pay([first!, second!])).toMatchObject({ paid: 0, amounts: [], before: 2, batchId: null });
  });

  test("with one that is not due or unknown pays nothing and reports the reason", async () => {
    const all = await paymentsOf(ada);
    await expect(pay(all)).rejects.toMatchObject({ code: "payments_not_due" });
    await expect(pay([all[3]!])).rejects.toMatchObject({ code: "payment_not_due" });
    await expect(pay([all[0]!, randomUUID()])).rejects.toMatchObject({ code: "payments_not_found" });
    await expect(pay([randomUUID()])).rejects.toMatchObject({ code: "not_found" });
    expect(await paid()).toEqual([]);
    expect(await notices()).toEqual([]);
    expect(await rows("select 1 from audit_log where action = 'commission.pay'")).toEqual([]);
  });

  test("rejects payments of another organization with not_found, and affiliates with forbidden", async () => {
    const ids = await dueOf(ada);
    const foreign = await createOrg(db.database);
    await expect(pay(ids, RECEIPT, foreign)).rejects.toMatchObject({ code: "payments_not_found" });
    await expect(pay([ids[0]!], RECEIPT, foreign)).rejects.toMatchObject({ code: "not_found" });
    await expect(payAll(ada.affiliateId, shown(3, { EUR: 30_00 }), foreign)).rejects.toMatchObject({
      code: "payments_changed",
    });
    const own = asAffiliate(db.database, org, ada, (scope) =>
      payCommissions(scope, { payments: ids, receiptUrl: null }),
    );
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    expect(await paid()).toEqual([]);
  });

  test("succeeds even if a notification cannot be written", async () => {
    await db.ownerPool.query(
      `alter table notification add constraint broken check (affiliate_id <> '${ada.affiliateId}') not valid`,
    );
    expect(await pay([...(await dueOf(ada)), ...(await dueOf(bob))])).toMatchObject({ paid: 6 });
    expect((await notices()).map((one) => one.affiliate_id)).toEqual([bob.affiliateId]);
  });

  test("accepts 500 payments and rejects 501", async () => {
    const [deal] = await rows<{ id: string }>("select id from deal where affiliate_id = $1", ada.affiliateId);
    await db.ownerPool.query(
      `insert into commission_payment (org_id, deal_id, affiliate_id, amount, currency, period_start, status)
       select $1, $2, $3, 1, 'EUR', date '2024-01-01' + n, 'pending' from generate_series(1, 498) n`,
      [org.orgId, deal!.id, ada.affiliateId],
    );
    const due = await rows<{ id: string }>(
      "select id from commission_payment where affiliate_id = $1 and period_start <= '2026-03-20'",
      ada.affiliateId,
    );
    const ids = due.map((row) => row.id);
    expect(ids).toHaveLength(501);
    await expect(pay(ids)).rejects.toMatchObject({ code: "too_many_payments" });
    await expect(payAll(ada.affiliateId, shown(501, { EUR: 5010_00 }))).rejects.toMatchObject({
      code: "too_many_payments",
    });
    expect(await pay(ids.slice(1))).toMatchObject({ paid: 500 });
    expect(await notices()).toMatchObject([{ params: { payments: 500 } }]);
  });
});

describe("[COM-06] paying everything due", () => {
  test("pays what is due to an affiliate and nothing else", async () => {
    expect(await payAll(ada.affiliateId, shown(3, { EUR: 30_00 }))).toMatchObject({ paid: 3 });
    expect((await paid()).map((row) => row["id"]).sort()).toEqual((await dueOf(ada)).sort());
  });

  test("may include all affiliates, one kind or one deal, with one-off commissions, and leaves later due dates", async () => {
    const once = await oneTimeDeal(db.database, org, ada, { close_date: "2026-03-20" });
    const later = await oneTimeDeal(db.database, org, ada, { close_date: "2026-03-21" });
    const all = (filter: PaymentFilter, ...due: Parameters<typeof shown>) =>
      asOwner(db.database, org, (scope) => payAllDue(scope, { filter, version: shown(...due), receiptUrl: RECEIPT }));
    await expect(all({ dealId: later.id }, 1, { EUR: 100_00 })).rejects.toMatchObject({
      code: "payments_changed",
    });
    expect(await all({ dealId: once.id }, 1, { EUR: 100_00 })).toMatchObject({ paid: 1 });
    expect(await all({ kind: "deal" }, 0, {})).toMatchObject({ paid: 0 });
    expect(await all({}, 6, { EUR: 30_00, USD: 60_00 })).toMatchObject({ paid: 6 });
    expect(await rows("select id from deal where commission_paid")).toEqual([{ id: once.id }]);
    expect(await rows("select 1 from commission_payment where receipt_url = $1", RECEIPT)).toHaveLength(6);
    await expectExactAggregates(db.ownerPool);
  });

  test("pays nothing if there are more or fewer than the user saw", async () => {
    const two = shown(2, { EUR: 20_00 });
    await expect(payAll(ada.affiliateId, two)).rejects.toMatchObject({ code: "payments_changed" });
    db.at("2026-04-20T12:00:00Z");
    const three = shown(3, { EUR: 30_00 });
    await expect(payAll(ada.affiliateId, three)).rejects.toMatchObject({ code: "payments_changed" });
    expect(await paid()).toEqual([]);
  });

  test("pays nothing if the number is the same but the sums differ", async () => {
    const others: Record<string, number>[] = [{ EUR: 29_99 }, { USD: 30_00 }, { EUR: 20_00, USD: 10_00 }, {}];
    for (const sums of others) {
      const all = payAll(ada.affiliateId, shown(3, sums));
      await expect(all).rejects.toMatchObject({ code: "payments_changed" });
    }
    expect(await paid()).toEqual([]);
    // The order of the currencies does not matter.
    expect(shown(6, { USD: 60_00, EUR: 30_00 })).toBe(shown(6, { EUR: 30_00, USD: 60_00 }));
  });
});

describe("[COM-06] [TRX-03] the form", () => {
  const parse = (input: object) => payPaymentsSchema.safeParse(input);
  const errors = (input: object) => parse(input).error?.issues.map((issue) => issue.message);
  const id = randomUUID();

  test("has an optional receipt, which must be an http(s) address", () => {
    for (const receipt_url of [undefined, "", "  "])
      expect(parse({ payment_id: [id], receipt_url }).data).toMatchObject({ payments: [id], receiptUrl: null });
    expect(parse({ payment_id: [id], receipt_url: ` ${RECEIPT} ` }).data?.receiptUrl).toBe(RECEIPT);
    expect(errors({ payment_id: [id], receipt_url: "javascript:alert(1)" })).toEqual(["receipt_url_invalid"]);
  });

  test("of all due ones has an optional receipt, which must be an http(s) address", () => {
    const all = (receipt_url?: string) => payAllDueSchema.safeParse({ version: "abc", receipt_url });
    for (const empty of [undefined, "", "  "]) expect(all(empty).data).toEqual({ version: "abc", receiptUrl: null });
    expect(all(` ${RECEIPT} `).data?.receiptUrl).toBe(RECEIPT);
    expect(all("javascript:alert(1)").error?.issues.map(({ message }) => message)).toEqual(["receipt_url_invalid"]);
  });

  test("requires a selection of at most 500 payments", () => {
    expect(errors({})).toEqual(["payments_required"]);
    expect(errors({ payment_id: Array.from({ length: 501 }, () => id) })).toEqual(['too_many_payments|{"max":500}']);
    expect(errors({ payment_id: ["x"] })).toEqual(["not_found"]);
    const all = (input: object) => payAllDueSchema.safeParse(input).data;
    expect(all({})).toBeUndefined();
  });
});
