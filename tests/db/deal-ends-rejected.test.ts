import { beforeEach, describe, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-04-20T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
});

const paymentsOf = async (id: string) =>
  (await db.ownerPool.query("select id from commission_payment where deal_id = $1 order by period_start", [id]))
    .rows as { id: string }[];

describe("[LEAD-16] the database denies", () => {
  test("unpaid months after the end of a deal, and a claim without its cause", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    const all = await paymentsOf(deal.id);
    await asOwner(db.database, org, async (scope) => {
      await payCommissions(scope, { payments: [all[0]!.id, all[2]!.id], receiptUrl: null });
      const fields = { deal_id: deal.id, reason: "cancelled_by_customer", day: "2026-03-01" };
      await endDeal(scope, endDealSchema.parse(fields));
    });
    const [january, february, march] = await paymentsOf(deal.id);
    const insert = (period: string, status: string) =>
      db.ownerPool.query(
        `insert into commission_payment (org_id, deal_id, affiliate_id, amount, currency, period_start, status, paid_date)
         values ($1, $2, $3, 1, 'EUR', $4, $5, $6)`,
        [org.orgId, deal.id, affiliate.affiliateId, period, status, status === "paid" ? period : null],
      );
    const refused = /has ended with its deal/;
    await expect(insert("2026-04-15", "pending")).rejects.toThrow(refused);
    const set = (sql: string, ...values: unknown[]) => db.ownerPool.query(sql, values);
    await expect(
      set(
        "update commission_payment set status = 'pending', paid_date = null, batch_id = null where id = $1",
        march!.id,
      ),
    ).rejects.toThrow(refused);
    await expect(
      set("update commission_payment set period_start = '2026-05-15' where id = $1", february!.id),
    ).rejects.toThrow(refused);
    await expect(set("update deal set ended_on = '2026-02-01' where id = $1", deal.id)).rejects.toThrow(refused);
    await expect(set("update commission_payment set amount = 2 where id = $1", march!.id)).rejects.toThrow(/owed back/);
    const claim = (payment: string, amount: number, period: string) =>
      set(
        `insert into commission_claim (org_id, deal_id, affiliate_id, payment_id, amount, currency, period)
         values ($1, $2, $3, $4, $5, 'EUR', $6)`,
        org.orgId,
        deal.id,
        affiliate.affiliateId,
        payment,
        amount,
        period,
      );
    await expect(claim(january!.id, 1_000, "2026-01-15")).rejects.toThrow(/owed back/);
    await expect(claim(february!.id, 1_000, "2026-02-15")).rejects.toThrow(/owed back/);
    await expect(set("update deal set end_reason = 'our_fault' where id = $1", deal.id)).rejects.toThrow(/owed back/);
    await expect(set("update deal set ended_amount = null where id = $1", deal.id)).rejects.toThrow("deal_end");
  });
});
