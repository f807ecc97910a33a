import { markPaymentPaid, markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { listTransactions } from "~/domain/commissions/list-transactions.server";
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

describe("[TRX-03] receipts", () => {
  test("are stored with a one-off or monthly transaction, and can be replaced", async () => {
    const { id } = await oneTimeDeal(db.database, org, affiliate);
    await payDeal(id);
    await receipt("deal", id, "https://example.com/1");
    await receipt("deal", id, "https://example.com/2");
    expect(await list()).toMatchObject([{ id, receiptUrl: "https://example.com/2" }]);
    db.at("2026-01-20T12:00:00Z");
    const month = await payMonth((await recurringDeal(db.database, org, affiliate)).id);
    await receipt("payment", month, "https://example.com/3");
    expect((await list("with")).map((one) => one.receiptUrl).sort()).toEqual([
      "https://example.com/2",
      "https://example.com/3",
    ]);
    expect(
      await rows(
        "select entity, entity_id, data from audit_log where action = 'receipt.set' order by data->>'receiptUrl'",
      ),
    ).toEqual([
      { entity: "deal", entity_id: id, data: { receiptUrl: "https://example.com/1" } },
      { entity: "deal", entity_id: id, data: { receiptUrl: "https://example.com/2" } },
      { entity: "commission_payment", entity_id: month, data: { receiptUrl: "https://example.com/3" } },
    ]);
  });

  test("set twice by a double click are recorded once", async () => {
    const { id } = await oneTimeDeal(db.database, org, affiliate);
    await payDeal(id);
    await Promise.all(Array.from({ length: 10 }, () => receipt("deal", id)));
    expect(await list()).toMatchObject([{ id, receiptUrl: "https://example.com/receipt.pdf" }]);
    expect(await rows("select 1 from audit_log where action = 'receipt.set'")).toHaveLength(1);
  });

  test("can only be set for paid commissions", async () => {
    const deal = await oneTimeDeal(db.database, org, affiliate);
    const { id: recurring } = await recurringDeal(db.database, org, affiliate);
    const [payment] = await rows<{ id: string }>("select id from commission_payment limit 1");
    await expect(receipt("deal", deal.id)).rejects.toMatchObject({ code: "receipt_needs_payment" });
    await expect(receipt("deal", recurring)).rejects.toMatchObject({ code: "receipt_needs_payment" });
    await expect(receipt("payment", payment!.id)).rejects.toMatchObject({ code: "receipt_needs_payment" });
    expect(await rows("select 1 from deal where receipt_url is not null")).toEqual([]);
  });

  test("of foreign, mismatched and unknown transactions are rejected with not_found, and affiliates with forbidden", async () => {
    const { id } = await oneTimeDeal(db.database, org, affiliate);
    await payDeal(id);
    const input = { kind: "deal" as const, id, receiptUrl: "https://example.com/evil" };
    const foreign = await createOrg(db.database);
    const strange = asOwner(db.database, foreign, (scope) => setReceipt(scope, input));
    await expect(strange).rejects.toMatchObject({ code: "not_found" });
    await expect(receipt("payment", id)).rejects.toMatchObject({ code: "not_found" });
    await expect(receipt("deal", randomUUID())).rejects.toMatchObject({ code: "not_found" });
    const own = asAffiliate(db.database, org, affiliate, (scope) => setReceipt(scope, input));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    expect(await list()).toMatchObject([{ id, receiptUrl: null }]);
  });
});
