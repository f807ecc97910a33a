import { markPaymentPaid, markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { beforeEach, describe, expect, it } from "vitest";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { wonVolume } from "~/domain/deals/won-volumes.server";
import { readAggregates, totalOf } from "~/domain/shared/aggregates.server";
import { plain } from "~/domain/shared/search";
import { setReceipt } from "~/domain/commissions/set-receipt.server";
import { agency, activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { expectExactAggregates } from "../support/aggregates";

const db = useDatabase();
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  ({ org, affiliate } = await agency(db.database));
});

describe("counts and sums", () => {
  it("[TRX-01] [COM-01] [LEAD-01] are exact after every kind of change, for the organization and each affiliate", async () => {
    const other = await createOrg(db.database);
    const stranger = await activeAffiliate(db.database, other);
    await oneTimeDeal(db.database, other, stranger);
    const exact = () => expectExactAggregates(db.ownerPool);
    const deal = await oneTimeDeal(db.database, org, affiliate);
    await recurringDeal(db.database, org, affiliate, { currency: "USD" });
    const lost = await submittedLead(db.database, org, affiliate);
    await exact();
    await asOwner(db.database, org, (scope) => moveLead(scope, { leadId: lost, to: "lost" }));
    await asOwner(db.database, org, (scope) => markDealPaid(scope, deal.id));
    await asOwner(db.database, org, (scope) =>
      setReceipt(scope, { kind: "deal", id: deal.id, receiptUrl: "https://bank.example/1" }),
    );
    const { rows } = await db.ownerPool.query(
      "select id from commission_payment where org_id = $1 order by period_start limit 2",
      [org.orgId],
    );
    for (const { id } of rows) {
      await asOwner(db.database, org, (scope) => markPaymentPaid(scope, id));
    }
    await exact();
    // Falls due on another day, becomes worth 0, is worth something again.
    const open = await oneTimeDeal(db.database, org, affiliate, { close_date: "2026-01-31" });
    const edit = (fields: Record<string, string>) => {
      const same = { deal_id: open.id, title: "Open", deal_type: "one-time", currency: "EUR" };
      const input = editDealSchema.parse({ ...same, amount: "500", close_date: "2026-02-28", ...fields });
      return asOwner(db.database, org, (scope) => editDeal(scope, input));
    };
    for (const fields of [{}, { amount: "0.01" }, { currency: "CHF" }]) {
      await edit(fields as Record<string, string>);
      await exact();
    }
    expect(totalOf(await asOwner(db.database, org, (scope) => readAggregates(scope, ["lead"])))).toMatchObject({
      count: 4,
    });
    expect(await asOwner(db.database, org, (scope) => wonVolume(scope, affiliate.affiliateId, 2026))).toEqual([
      { amount: 100_000, currency: "EUR" },
      { amount: 120_000, currency: "USD" },
      { amount: 50_000, currency: "CHF" },
    ]);
  });

  it("[TRX-01] [COM-01] stay exact during concurrent compaction and changes, and a rollback leaves nothing", async () => {
    const fold = () => db.ownerPool.query("select app.fold_aggregates()");
    const failing = asOwner(db.database, org, async (scope) => {
      await scope.db.lead.create({ data: { companyName: "x", contactPerson: "y", email: "z@example.com" } });
      throw new Error("undone");
    }).catch(() => {});
    await Promise.all([
      failing,
      ...Array.from({ length: 12 }, () => recurringDeal(db.database, org, affiliate)),
      ...Array.from({ length: 12 }, fold),
    ]);
    await expectExactAggregates(db.ownerPool);
    await fold();
    await expectExactAggregates(db.ownerPool);
    const { rows } = await db.ownerPool.query("select count(*)::int from aggregate where not folded");
    expect(rows[0].count).toBe(0);
  });

  it("[POR-05] an affiliate reads only their own aggregates", async () => {
    const second = await activeAffiliate(db.database, org);
    await submittedLead(db.database, org, affiliate);
    const read = (whose: string | null) =>
      asAffiliate(db.database, org, second, (scope) => readAggregates(scope, ["lead"], whose));
    expect(await read(affiliate.affiliateId)).toEqual([]);
    expect(await read(null)).toEqual([]);
    expect(await asAffiliate(db.database, org, second, (scope) => scope.db.aggregate.findMany())).toEqual([]);
  });
});

it("[LEAD-01] the database normalizes search columns as the app normalizes searches", async () => {
  const texts = ["Müller & Söhne", "Größe STRASSE ẞ", "Łódź Ærø Œuvre", "Café CRÈME Ñandú", "İstanbul ıI", "Ελλάδα"];
  for (const text of texts) {
    const { rows } = await db.ownerPool.query("select app.plain($1) as plain", [text]);
    expect(rows[0].plain).toBe(plain(text));
  }
});
