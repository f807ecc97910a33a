import { beforeEach, describe, expect, test } from "vitest";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { priceDeal, type DealToPrice } from "~/domain/deals/price-deal.server";
import type { CommissionTrace } from "~/domain/terms/pricing";
import { readOwnDeal } from "~/domain/deals/read-own-deal.server";
import { wonVolumes } from "~/domain/deals/won-volumes.server";
import type { Scope } from "~/domain/shared/scope";
import { activeTerms, termsOf } from "~/domain/terms/active-terms.server";
import { activeAffiliate, asAffiliate, tieredTerms, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

// 10 % from 0, 12 % from 10,000.00 and 15 % from 25,000.00 EUR.
beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await tieredTerms(db.database, org, affiliate);
});

const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const win = async (amount: string, fields: Record<string, string> = {}, of = affiliate) =>
  (await oneTimeDeal(db.database, org, of, { amount, ...fields })).commission;
const short = ({ revShareBp, result, tiered }: CommissionTrace) => [
  revShareBp,
  result.amount,
  tiered?.before,
  tiered?.reached,
];

describe("[AFF-09] the tier reached by the year's won volume", () => {
  test("prices each deal including itself, and its commission stays", async () => {
    expect(short(await win("7.400"))).toEqual([1_000, 74_000, 0, 740_000]);
    expect(short(await win("2.599,99"))).toEqual([1_000, 26_000, 740_000, 999_999]);
    expect(short(await win("0,01"))).toEqual([1_200, 0, 999_999, 1_000_000]);
    expect(short(await win("15.000"))).toEqual([1_500, 225_000, 1_000_000, 2_500_000]);
    const { rows } = await db.ownerPool.query(
      `select commission_amount as amount, commission_trace->'tiered'->'tier'->>'rateBp' as rate
       from deal order by rate, commission_amount desc`,
    );
    expect(rows).toEqual([
      { amount: "74000", rate: "1000" },
      { amount: "26000", rate: "1000" },
      { amount: "0", rate: "1200" },
      { amount: "225000", rate: "1500" },
    ]);
  });

  test("counts a recurring deal with its total, and each of its months is paid by the tier", async () => {
    const deal = await recurringDeal(db.database, org, affiliate, { mrr: "1000" });
    expect(short(deal.commission)).toEqual([1_200, 12_000, 0, 1_200_000]);
    const { rows } = await db.ownerPool.query("select distinct amount, count(*) over () as n from commission_payment");
    expect(rows).toEqual([{ amount: "12000", n: "12" }]);
    expect(short(await win("1"))).toEqual([1_200, 12, 1_200_000, 1_200_100]);
  });

  test("starts every calendar year at 0, by close date, whenever the deal is entered", async () => {
    await win("20.000", { close_date: "2026-12-31" });
    expect(short(await win("100", { close_date: "2027-01-01" }))).toEqual([1_000, 1_000, 0, 10_000]);
    expect(short(await win("100", { close_date: "2025-12-31" }))).toEqual([1_000, 1_000, 0, 10_000]);
    expect(short(await win("5.000", { close_date: "2026-01-01" }))).toEqual([1_500, 75_000, 2_000_000, 2_500_000]);
    const recurring = { mrr: "10", contract_start_date: "2027-12-31" };
    const late = await recurringDeal(db.database, org, affiliate, recurring);
    expect(late.commission.tiered).toMatchObject({ year: 2027, before: 10_000, adds: 12_000 });
  });

  test("prices a deal in another currency by the tier reached without it, which adds nothing", async () => {
    expect(await win("90.000", { currency: "USD" })).toMatchObject({
      revShareBp: 1_000,
      result: { amount: 900_000, currency: "USD" },
      tiered: { currency: "EUR", before: 0, adds: 0, reached: 0 },
    });
    expect(short(await win("10.000"))).toEqual([1_200, 120_000, 0, 1_000_000]);
    expect((await win("1", { currency: "CHF" })).revShareBp).toBe(1_200);
  });

  test("counts deals under other terms, but not those of other affiliates and organizations", async () => {
    await withTerms(db.database, org, affiliate, { rev_share_percent: "1" });
    await win("10.000");
    await tieredTerms(db.database, org, affiliate);
    expect(short(await win("1"))).toEqual([1_200, 12, 1_000_000, 1_000_100]);

    const other = await activeAffiliate(db.database, org);
    await tieredTerms(db.database, org, other);
    expect(short(await win("1", {}, other))).toEqual([1_000, 10, 0, 100]);
    const foreign = await createOrg(db.database);
    const volume = await asOwner(db.database, foreign, (scope) => wonVolumes(scope, affiliate.affiliateId));
    expect(volume).toEqual([]);
  });

  test("counts all deals that are won concurrently, as if one after the other", async () => {
    const traces = await Promise.all(Array.from({ length: 12 }, () => win("2.500")));
    const reached = traces.map((trace) => trace.tiered!.reached).sort((one, other) => one - other);
    expect(reached).toEqual(Array.from({ length: 12 }, (_, index) => (index + 1) * 250_000));
    // 3 below 10,000, 6 below 25,000, 3 above.
    const paid = traces.reduce((sum, trace) => sum + trace.result.amount, 0);
    expect(paid).toBe(3 * 25_000 + 6 * 30_000 + 3 * 37_500);
  });

  test("does not count a deal that is rolled back", async () => {
    const attempt = as(async (scope) => {
      await priceDeal(scope, deal({}));
      throw new Error("power cut");
    });
    await expect(attempt).rejects.toThrow("power cut");
    expect(short(await win("1"))).toEqual([1_000, 10, 0, 100]);
  });
});

function deal(change: Partial<DealToPrice>): DealToPrice {
  return {
    affiliateId: affiliate.affiliateId,
    base: { amount: 100, currency: "EUR" },
    per: "deal",
    total: 100,
    year: 2026,
    ...change,
  };
}

describe("[AFF-09] pricing an edited deal", () => {
  test("excludes its own part of the volume, whatever its year and currency", async () => {
    const edited = await oneTimeDeal(db.database, org, affiliate, { amount: "9.000" });
    await win("500");
    const before = async (change: Partial<DealToPrice>) =>
      (await as((scope) => priceDeal(scope, deal(change)))).tiered?.before;
    expect(await before({})).toBe(950_000);
    expect(await before({ except: edited.id })).toBe(50_000);
    expect(await before({ except: edited.id, year: 2027 })).toBe(0);
    const inDollars = await oneTimeDeal(db.database, org, affiliate, { amount: "70", currency: "USD" });
    expect(await before({ except: inDollars.id })).toBe(950_000);
    const stranger = await activeAffiliate(db.database, org);
    const notTheirs = await oneTimeDeal(db.database, org, stranger, { amount: "70" });
    expect(await before({ except: notTheirs.id })).toBe(950_000);
    expect(await as((scope) => wonVolumes(scope, affiliate.affiliateId, edited.id))).toEqual([
      { year: 2026, currency: "EUR", amount: 50_000 },
      { year: 2026, currency: "USD", amount: 7_000 },
    ]);
  });

  test("of a longer contract uses its new total, although the monthly revenue is unchanged", async () => {
    const form = {
      deal_type: "recurring",
      title: "Hosting",
      mrr: "500",
      contract_duration_months: "12",
      contract_start_date: "2026-01-15",
    };
    const { id, commission } = await recurringDeal(db.database, org, affiliate, form);
    expect(short(commission)).toEqual([1_000, 5_000, 0, 600_000]);
    const edit = (fields: Record<string, string>) =>
      as((scope) => editDeal(scope, editDealSchema.parse({ ...form, ...fields, deal_id: id })));
    const longer = await edit({ contract_duration_months: "24" });
    expect(short(longer.commission)).toEqual([1_200, 6_000, 0, 1_200_000]);
    const { rows } = await db.ownerPool.query("select distinct amount from commission_payment");
    expect(rows).toEqual([{ amount: "6000" }]);
    expect(short((await edit({})).commission)).toEqual([1_000, 5_000, 0, 600_000]);
  });

  test("moved to another year uses that year's volume", async () => {
    await win("6000");
    const form = { deal_type: "one-time", title: "Deal", amount: "6000", close_date: "2026-03-01" };
    const { id, commission } = await oneTimeDeal(db.database, org, affiliate, form);
    expect(short(commission)).toEqual([1_200, 72_000, 600_000, 1_200_000]);
    const edit = (close_date: string) =>
      as((scope) => editDeal(scope, editDealSchema.parse({ ...form, close_date, deal_id: id })));
    expect(short((await edit("2027-03-01")).commission)).toEqual([1_000, 60_000, 0, 600_000]);
    expect(short((await edit("2026-12-31")).commission)).toEqual([1_200, 72_000, 600_000, 1_200_000]);
  });

  test("uses the version of the terms under which it was won, or none", async () => {
    const first = (await as((scope) => activeTerms(scope, affiliate.affiliateId)))!;
    await withTerms(db.database, org, affiliate, { rev_share_percent: "50" });
    const price = (change: Partial<DealToPrice>) => as((scope) => priceDeal(scope, deal(change)));
    expect(await as((scope) => termsOf(scope, first.id))).toEqual(first);
    expect(await price({ terms: first })).toMatchObject({ rule: "tiered", terms: { version: 1 } });
    expect(await price({})).toMatchObject({ rule: "percentage", terms: { version: 2 } });
    expect(await price({ terms: null })).toMatchObject({ rule: "none", result: { amount: 0 } });

    const foreign = await createOrg(db.database);
    expect(await asOwner(db.database, foreign, (scope) => termsOf(scope, first.id))).toBeNull();
    expect(await as((scope) => termsOf(scope, null))).toBeNull();
  });

  test("without an affiliate gives no commission", async () => {
    const trace = await as((scope) => priceDeal(scope, deal({ affiliateId: null })));
    expect(trace).toMatchObject({ rule: "none", terms: null });
  });
});

test("[COM-07] the affiliate sees how the tier was reached, and a trace from before tiers stays readable", async () => {
  const { id } = await oneTimeDeal(db.database, org, affiliate, { amount: "12.000" });
  const read = () => asAffiliate(db.database, org, affiliate, (scope) => readOwnDeal(scope, id));
  expect((await read())?.trace).toMatchObject({
    rule: "tiered",
    tiered: { year: 2026, reached: 1_200_000, next: { from: 2_500_000, rateBp: 1_500 } },
  });
  await db.ownerPool.query(
    "update deal set commission_trace = commission_trace - 'tiered' || jsonb_build_object('rule', 'percentage')",
  );
  expect((await read())?.trace).toMatchObject({ rule: "percentage", revShareBp: 1_200 });
});

test("[AFF-09] the database denies tiers beside a percentage or a fixed amount, and an empty list", async () => {
  for (const change of ["rev_share_bp = 5", "fixed_amount = 5", "tiers = '[]'", "tiers = '{}'", "tiers = null"]) {
    await expect(db.ownerPool.query(`update affiliate_term set ${change}`)).rejects.toMatchObject({
      code: "23514",
    });
  }
});
