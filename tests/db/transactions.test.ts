import { markPaymentPaid, markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { listTransactions, totalTransactions } from "~/domain/commissions/list-transactions.server";
import { setReceipt } from "~/domain/commissions/set-receipt.server";
import type { ReceiptFilter, CommissionKind } from "~/domain/commissions/commission";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, affiliate);
});

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

const payDeal = (id: string) => asOwner(db.database, org, (scope) => markDealPaid(scope, id));
const list = async (filter: ReceiptFilter = "all", kind: CommissionKind | null = null) =>
  (await asOwner(db.database, org, (scope) => listTransactions(scope, filter, { kind }))).rows;
const totals = () => asOwner(db.database, org, (scope) => totalTransactions(scope));
const receipt = (kind: CommissionKind, id: string, receiptUrl = "https://example.com/receipt.pdf") =>
  asOwner(db.database, org, (scope) => setReceipt(scope, { kind, id, receiptUrl }));

/** Pays the first month of a recurring deal and returns the payment's id. */
async function payMonth(dealId: string): Promise<string> {
  const [payment] = await rows<{ id: string }>(
    "select id from commission_payment where deal_id = $1 and status = 'pending' order by period_start limit 1",
    dealId,
  );
  await asOwner(db.database, org, (scope) => markPaymentPaid(scope, payment!.id));
  return payment!.id;
}

describe("[TRX-04] marking a one-off commission paid", () => {
  const paid = (id: string) => rows("select commission_paid, payment_date::text from deal where id = $1", id);

  test("M3: by 50 clicks causes one change, one audit entry, one notification and one email", async () => {
    const { id } = await oneTimeDeal(db.database, org, affiliate, { title: "Licence" });
    const answers = await Promise.all(Array.from({ length: 50 }, () => payDeal(id)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await paid(id)).toEqual([{ commission_paid: true, payment_date: "2026-01-10" }]);
    expect(await rows("select actor, entity_id, data from audit_log where action = 'deal.pay'")).toEqual([
      { actor: `member:${org.owner.userId}`, entity_id: id, data: { amount: 10_000, currency: "EUR" } },
    ]);
    const notices = await rows<{ id: string }>("select id, params from notification where type = 'commission_paid'");
    expect(notices).toMatchObject([{ params: { deal: "Licence", amount: 10_000, currency: "EUR", period: null } }]);
    const mails = (await db.jobs("mail.notification")).map((job) => job.payload["notification_id"]);
    expect(mails.filter((mail) => mail === notices[0]!.id)).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });

  test("again on the next day does not change the date", async () => {
    const { id } = await oneTimeDeal(db.database, org, affiliate);
    expect(await payDeal(id)).toBe(true);
    db.at("2026-01-11T12:00:00Z");
    expect(await payDeal(id)).toBe(false);
    expect(await paid(id)).toEqual([{ commission_paid: true, payment_date: "2026-01-10" }]);
  });

  test.each([
    ["2026-01-10T22:59:59.999Z", "2026-01-10"],
    ["2026-01-10T23:00:00Z", "2026-01-11"],
    ["2026-07-31T22:00:00Z", "2026-08-01"],
  ])("at %s stores %s in Berlin", async (moment, date) => {
    const { id } = await oneTimeDeal(db.database, org, affiliate);
    db.at(moment);
    await payDeal(id);
    expect(await paid(id)).toEqual([{ commission_paid: true, payment_date: date }]);
  });

  test("is rejected for a recurring deal, also by the database", async () => {
    const { id } = await recurringDeal(db.database, org, affiliate);
    await expect(payDeal(id)).rejects.toMatchObject({ code: "deal_not_one_time" });
    const direct = db.ownerPool.query("update deal set commission_paid = true, payment_date = now() where id = $1", [
      id,
    ]);
    await expect(direct).rejects.toMatchObject({ constraint: "deal_paid_one_time" });
    expect(await list()).toEqual([]);
  });

  test("of a deal without an affiliate notifies no one", async () => {
    const { id } = await oneTimeDeal(db.database, org, affiliate);
    await db.ownerPool.query("update deal set affiliate_id = null where id = $1", [id]);
    await db.ownerPool.query("delete from notification");
    expect(await payDeal(id)).toBe(true);
    expect(await rows("select 1 from notification")).toEqual([]);
    expect(await list()).toMatchObject([{ affiliate: null, amount: { amount: 100_00, currency: "EUR" } }]);
  });

  test("succeeds even if the notification cannot be written", async () => {
    const { id } = await oneTimeDeal(db.database, org, affiliate);
    await db.ownerPool.query("alter table notification add constraint broken check (type <> 'commission_paid')");
    expect(await payDeal(id)).toBe(true);
    expect(await rows("select 1 from audit_log where action = 'deal.pay'")).toHaveLength(1);
  });

  test("rejects foreign and unknown deals with not_found, and affiliates with forbidden", async () => {
    const { id } = await oneTimeDeal(db.database, org, affiliate);
    const foreign = await createOrg(db.database);
    const strange = asOwner(db.database, foreign, (scope) => markDealPaid(scope, id));
    await expect(strange).rejects.toMatchObject({ code: "not_found" });
    await expect(payDeal(randomUUID())).rejects.toMatchObject({ code: "not_found" });
    const own = asAffiliate(db.database, org, affiliate, (scope) => markDealPaid(scope, id));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    expect(await paid(id)).toEqual([{ commission_paid: false, payment_date: null }]);
  });
});

describe("[TRX-01] [TRX-02] [TRX-05] the list and its totals", () => {
  async function someTransactions() {
    const licence = await oneTimeDeal(db.database, org, affiliate, { title: "Licence", amount: "500" });
    const dollars = await oneTimeDeal(db.database, org, affiliate, { title: "Dollars", currency: "USD" });
    const yen = await oneTimeDeal(db.database, org, affiliate, {
      title: "Yen",
      amount: "5000",
      currency: "JPY",
    });
    const hosting = await recurringDeal(db.database, org, affiliate, { title: "Hosting" });
    await oneTimeDeal(db.database, org, affiliate, { title: "Unpaid" });
    await payDeal(licence.id);
    db.at("2026-02-20T12:00:00Z");
    const month = await payMonth(hosting.id);
    db.at("2026-02-21T12:00:00Z");
    await payDeal(dollars.id);
    await payDeal(yen.id);
    await receipt("deal", dollars.id);
    await receipt("payment", month);
    return { licence, dollars, yen, hosting, month };
  }

  test("contain only paid commissions, newest payment first, monthly ones with their month", async () => {
    const { licence, month } = await someTransactions();
    const all = await list();
    expect(all.map((one) => one.paidDate)).toEqual(["2026-02-21", "2026-02-21", "2026-02-20", "2026-01-10"]);
    expect(all.slice(2)).toEqual([
      {
        kind: "payment",
        id: month,
        affiliateId: affiliate.affiliateId,
        affiliate: "Ada",
        leadId: expect.any(String),
        company: expect.any(String),
        dealId: expect.any(String),
        deal: "Hosting",
        period: "2026-01-15",
        due: "2026-01-15",
        dueWhen: "period",
        amount: { amount: 1_000, currency: "EUR" },
        trace: expect.objectContaining({ rule: "percentage", result: { amount: 1_000, currency: "EUR" } }),
        state: "paid",
        paidDate: "2026-02-20",
        receiptUrl: "https://example.com/receipt.pdf",
        payoutId: null,
      },
      {
        kind: "deal",
        id: licence.id,
        affiliateId: affiliate.affiliateId,
        affiliate: "Ada",
        leadId: expect.any(String),
        company: expect.any(String),
        dealId: licence.id,
        deal: "Licence",
        period: "2026-01-15",
        due: "2026-01-15",
        dueWhen: "period",
        amount: { amount: 5_000, currency: "EUR" },
        trace: expect.objectContaining({ rule: "percentage", result: { amount: 5_000, currency: "EUR" } }),
        state: "paid",
        paidDate: "2026-01-10",
        receiptUrl: null,
        payoutId: null,
      },
    ]);
  });

  test("can be filtered by receipt, one-off and monthly", async () => {
    await someTransactions();
    const titles = async (...filter: Parameters<typeof list>) => (await list(...filter)).map((one) => one.deal).sort();
    expect(await titles("with")).toEqual(["Dollars", "Hosting"]);
    expect(await titles("without")).toEqual(["Licence", "Yen"]);
    expect(await titles("all", "payment")).toEqual(["Hosting"]);
    expect(await titles("with", "deal")).toEqual(["Dollars"]);
  });

  test("are counted and summed per currency, never across currencies", async () => {
    await someTransactions();
    expect(await totals()).toEqual({
      all: {
        count: 4,
        amounts: [
          { amount: 6_000, currency: "EUR" },
          { amount: 10_000, currency: "USD" },
          { amount: 500, currency: "JPY" },
        ],
      },
      with: {
        count: 2,
        amounts: [
          { amount: 1_000, currency: "EUR" },
          { amount: 10_000, currency: "USD" },
        ],
      },
      without: {
        count: 2,
        amounts: [
          { amount: 5_000, currency: "EUR" },
          { amount: 500, currency: "JPY" },
        ],
      },
    });
  });

  test("are empty for another organization and rejected for an affiliate", async () => {
    await someTransactions();
    const foreign = await createOrg(db.database);
    const none = { count: 0, amounts: [] };
    await asOwner(db.database, foreign, async (scope) => {
      expect((await listTransactions(scope, "all")).rows).toEqual([]);
      expect(await totalTransactions(scope)).toEqual({ all: none, with: none, without: none });
    });
    const peek = asAffiliate(db.database, org, affiliate, (scope) => listTransactions(scope, "all"));
    await expect(peek).rejects.toMatchObject({ code: "forbidden" });
    const count = asAffiliate(db.database, org, affiliate, (scope) => totalTransactions(scope));
    await expect(count).rejects.toMatchObject({ code: "forbidden" });
  });
});
