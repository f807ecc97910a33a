import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { activeTerms } from "~/domain/terms/active-terms.server";
import { listTerms } from "~/domain/terms/list-terms.server";
import { saveTerms } from "~/domain/terms/save-terms.server";
import { saveTermsSchema } from "~/domain/terms/term.schema";
import { activeAffiliate, asAffiliate, tieredTerms, withTerms, type Affiliate } from "../factories/affiliates";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
});

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

const history = (of = affiliate) => asOwner(db.database, org, (scope) => listTerms(scope, of.affiliateId));

describe("[AFF-08] one version of the terms is active and earlier ones are history", () => {
  test("each save creates the next version as the only active one, and earlier ones stay unchanged", async () => {
    await withTerms(db.database, org, affiliate, { rev_share_percent: "10" });
    const [first] = await history();
    await withTerms(db.database, org, affiliate, {
      model: "both",
      rev_share_percent: "12,5",
      fixed_amount: "99,90",
      currency: "CHF",
      cadence: "quarterly",
      start_date: "2026-02-01",
    });
    expect(await history()).toEqual([
      {
        id: expect.any(String),
        version: 2,
        active: true,
        cadence: "quarterly",
        revShareBp: 1_250,
        fixedAmount: 9_990,
        tiers: null,
        currency: "CHF",
        dueWhen: "period",
        holdingDays: 0,
        startDate: "2026-02-01",
        createdAt: expect.any(String),
      },
      { ...first, active: false },
    ]);
    const priced = await asOwner(db.database, org, (scope) => activeTerms(scope, affiliate.affiliateId));
    expect(priced).toMatchObject({ version: 2, revShareBp: 1_250, fixedAmount: 9_990, currency: "CHF" });
    const due = { due_when: "period", holding_days: 0 };
    expect(
      await rows("select entity_id, data from audit_log where action = 'terms.save' order by data->>'version'"),
    ).toEqual([
      {
        entity_id: affiliate.affiliateId,
        data: { version: 1, rev_share_bp: 1_000, fixed_amount: null, tiers: null, currency: "EUR", ...due },
      },
      {
        entity_id: affiliate.affiliateId,
        data: { version: 2, rev_share_bp: 1_250, fixed_amount: 9_990, tiers: null, currency: "CHF", ...due },
      },
    ]);
  });

  test("tiers are terms too, and the audit log contains them", async () => {
    await withTerms(db.database, org, affiliate);
    const id = await tieredTerms(db.database, org, affiliate, { tier_rate_3: "15,5" });
    const tiers = [
      { from: 0, rateBp: 1_000 },
      { from: 1_000_000, rateBp: 1_200 },
      { from: 2_500_000, rateBp: 1_550 },
    ];
    const amounts = { revShareBp: null, fixedAmount: null, tiers };
    expect(await history()).toMatchObject([
      { id, version: 2, active: true, ...amounts },
      { version: 1, active: false, tiers: null },
    ]);
    expect(await rows("select data->>'tiers' as tiers from audit_log where data->>'version' = '2'")).toEqual([
      { tiers: "0:1000 1000000:1200 2500000:1550" },
    ]);
  });

  test("M4: 50 concurrent saves leave one active version, and the versions are 1 to 50", async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        withTerms(db.database, org, affiliate, { rev_share_percent: String(index + 1) }),
      ),
    );
    const all = await history();
    expect(all.map((term) => term.version)).toEqual(Array.from({ length: 50 }, (_, index) => 50 - index));
    expect(all.filter((term) => term.active).map((term) => term.version)).toEqual([50]);
    expect(new Set(all.map((term) => term.revShareBp)).size).toBe(50);
    expect(await rows("select 1 from audit_log where action = 'terms.save'")).toHaveLength(50);
  });

  test("a save that is rolled back keeps the earlier version active", async () => {
    await withTerms(db.database, org, affiliate, { rev_share_percent: "10" });
    const before = await history();
    const attempt = asOwner(db.database, org, async (scope) => {
      const terms = {
        affiliate_id: affiliate.affiliateId,
        rev_share_percent: "20",
        start_date: "2026-01-10",
      };
      await saveTerms(scope, saveTermsSchema.parse(terms));
      throw new Error("power cut");
    });
    await expect(attempt).rejects.toThrow("power cut");
    expect(await history()).toEqual(before);
  });

  test("the database denies a second active version and a repeated version", async () => {
    await withTerms(db.database, org, affiliate);
    await withTerms(db.database, org, affiliate);
    const second = db.ownerPool.query("update affiliate_term set status = 'active'");
    await expect(second).rejects.toMatchObject({ code: "23505", constraint: "affiliate_term_one_active" });
    const inserted = asOwner(db.database, org, (scope) =>
      scope.db.affiliateTerm.create({
        data: {
          affiliateId: affiliate.affiliateId,
          version: 3,
          cadence: "ad-hoc",
          revShareBp: 1,
          currency: "EUR",
          startDate: new Date("2026-01-10"),
          status: "active",
        },
      }),
    );
    await expect(inserted).rejects.toMatchObject({ code: "P2002" });
    const twice = db.ownerPool.query("update affiliate_term set version = 1");
    await expect(twice).rejects.toMatchObject({ code: "23505" });
  });

  test("the database denies terms without an amount or out of range", async () => {
    await withTerms(db.database, org, affiliate);
    for (const change of ["rev_share_bp = null", "rev_share_bp = 10001", "rev_share_bp = -1", "fixed_amount = 0"]) {
      await expect(db.ownerPool.query(`update affiliate_term set ${change}`)).rejects.toMatchObject({
        code: "23514",
      });
    }
  });

  test("affiliates have separate terms", async () => {
    const other = await activeAffiliate(db.database, org);
    await withTerms(db.database, org, affiliate, { rev_share_percent: "10" });
    await withTerms(db.database, org, other, { rev_share_percent: "20" });
    expect(await history()).toMatchObject([{ version: 1, active: true, revShareBp: 1_000 }]);
    expect(await history(other)).toMatchObject([{ version: 1, active: true, revShareBp: 2_000 }]);
  });
});

describe("[AFF-07] the start date, checked in the organization's time zone", () => {
  const starting = (start_date: string) => withTerms(db.database, org, affiliate, { start_date });

  test("may be today or later", async () => {
    await expect(starting("2026-01-09")).rejects.toMatchObject({
      code: "start_date_past",
      field: "start_date",
    });
    expect(await history()).toEqual([]);
    await starting("2026-01-10");
    await starting("2027-01-01");
    expect((await history()).map((term) => term.startDate)).toEqual(["2027-01-01", "2026-01-10"]);
  });

  test("may be at most ten years ahead", async () => {
    await expect(starting("2036-01-11")).rejects.toMatchObject({
      code: "start_date_far",
      field: "start_date",
    });
    expect(await history()).toEqual([]);
    await starting("2036-01-10");
    expect(await history()).toHaveLength(1);
  });

  test("is checked exactly at midnight", async () => {
    db.at("2026-01-10T22:59:59.999Z");
    await starting("2026-01-10");
    db.at("2026-01-10T23:00:00Z");
    await expect(starting("2026-01-10")).rejects.toMatchObject({ code: "start_date_past" });
    await db.ownerPool.query("update organization set time_zone = 'America/New_York'");
    await starting("2026-01-10");
  });
});

describe("[AFF-08] permissions for terms", () => {
  test("reject foreign and unknown affiliates with not_found, and affiliates with forbidden", async () => {
    const foreign = await createOrg(db.database);
    await expect(withTerms(db.database, foreign, affiliate)).rejects.toMatchObject({ code: "not_found" });
    const nobody = { affiliateId: randomUUID() };
    await expect(withTerms(db.database, org, nobody)).rejects.toMatchObject({ code: "not_found" });
    const input = saveTermsSchema.parse({
      affiliate_id: affiliate.affiliateId,
      rev_share_percent: "100",
      start_date: "2026-01-10",
    });
    const own = asAffiliate(db.database, org, affiliate, (scope) => saveTerms(scope, input));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    expect(await rows("select 1 from affiliate_term")).toEqual([]);
  });
});
