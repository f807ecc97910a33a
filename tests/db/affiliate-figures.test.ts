import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AffiliateColumn, AffiliateFilter } from "~/domain/affiliates/affiliate";
import { chooseMatching } from "~/domain/reports/choose-matching.server";
import { countAffiliates, listAffiliates } from "~/domain/reports/list-affiliates.server";
import type { Scope } from "~/domain/shared/scope";
import { saveStandardTerms } from "~/domain/terms/standard-terms.server";
import { activeAffiliate, invitedAffiliate, tieredTerms, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { walk } from "../support/pages";

// Ada has other terms, a due commission in EUR and a paid one in USD; Ben has standard terms and a lead; Cem has tiered
// terms and has signed in long ago; Dora is invited and has no terms.

const db = useDatabase();
let org: Org;
let ada: Affiliate;
let ben: Affiliate;

const asked = <T>(use: (scope: Scope) => Promise<T>, by = org) => asOwner(db.database, by, use);

beforeAll(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  const cem = await activeAffiliate(db.database, org, { name: "Cem" });
  await tieredTerms(db.database, org, cem);
  db.at("2026-03-01T12:00:00Z");
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, ada);
  await oneTimeDeal(db.database, org, ada);
  const paid = await oneTimeDeal(db.database, org, ada);
  await db.ownerPool.query(
    `update deal set commission_currency = 'USD', commission_paid = true, payment_date = '2026-03-01' where id = $1`,
    [paid.id],
  );
  const rules = { cadence: "monthly", revShareBp: 700, fixedAmount: null, tiers: null, currency: "EUR" } as const;
  await invitedAffiliate(db.database, org, { name: "Dora" });
  await asked((scope) => saveStandardTerms(scope, { rules: { ...rules, dueWhen: "period", holdingDays: 0 } }));
  db.at("2026-03-09T12:00:00Z");
  ben = await activeAffiliate(db.database, org, { name: "Ben" });
  await submittedLead(db.database, org, ben);
  await db.ownerPool.query("update affiliate set signed_in_at = null where org_id = $1 and name = 'Dora'", [org.orgId]);
}, 60_000);

beforeEach(() => db.at("2026-03-10T12:00:00Z"));

const named = async (filter: AffiliateFilter) =>
  (await asked((scope) => listAffiliates(scope, filter))).rows.map(({ name }) => name).sort();

describe("[WORK-03] the affiliates list", () => {
  test("shows leads, won deals, due and paid per currency, terms and the last sign-in", async () => {
    const { rows } = await asked((scope) => listAffiliates(scope, {}, { by: "name", direction: "asc" }));
    const { rows: stored } = await db.ownerPool.query<{ currency: string; paid: boolean; amount: number }>(
      `select commission_currency as currency, commission_paid as paid, commission_amount::int as amount
       from deal where affiliate_id = $1 order by paid`,
      [ada.affiliateId],
    );
    const [due, paid] = stored;
    expect(due!.amount).toBeGreaterThan(0);
    expect(rows[0]).toMatchObject({
      name: "Ada",
      leads: 2,
      won: 2,
      due: [{ amount: due!.amount, currency: "EUR" }],
      paid: [{ amount: paid!.amount, currency: "USD" }],
      terms: { revShareBp: 1000 },
      signedInAt: "2026-03-01T12:00:00.000Z",
    });
    expect(rows[1]).toMatchObject({ name: "Ben", leads: 1, won: 0, due: [], paid: [], terms: { revShareBp: 700 } });
    expect(rows[3]).toMatchObject({ name: "Dora", leads: 0, terms: null, signedInAt: null });
  });

  test("is filtered by terms, figures and sign-in, and so are its counts and all that match", async () => {
    const found: [AffiliateFilter, string[]][] = [
      [{ terms: "standard" }, ["Ben"]],
      [{ terms: "other" }, ["Ada", "Cem"]],
      [{ terms: "none" }, ["Dora"]],
      [{ having: "due" }, ["Ada"]],
      [{ having: "paid" }, ["Ada"]],
      [{ having: "won" }, ["Ada"]],
      [{ having: "leads" }, ["Ada", "Ben"]],
      [{ having: "no_leads" }, ["Cem", "Dora"]],
      [{ signedIn: "7" }, ["Ben"]],
      [{ signedIn: "30" }, ["Ada", "Ben"]],
      [{ signedIn: "90" }, ["Ada", "Ben", "Cem"]],
      [{ signedIn: "never" }, ["Dora"]],
      [{ signedIn: "30", terms: "other", search: "ad" }, ["Ada"]],
    ];
    for (const [filter, names] of found) {
      expect([filter, await named(filter)]).toEqual([filter, names]);
      const counts = await asked((scope) => countAffiliates(scope, filter));
      expect(counts.active + counts.invited).toBe(names.length);
      expect(await asked((scope) => chooseMatching(scope, filter))).toHaveLength(names.length);
    }
    db.at("2026-05-10T12:00:00Z");
    expect(await named({ signedIn: "over-90" })).toEqual(["Cem"]);
    const other = await createOrg(db.database);
    expect((await asked((scope) => listAffiliates(scope, { having: "no_leads" }), other)).rows).toEqual([]);
  });

  test("is sorted by figures, terms and sign-in, and paged a row at a time", async () => {
    for (const by of ["terms", "leads", "won", "due", "paid", "signed_in"] as const) {
      const order = { by, direction: "desc" } as const;
      const all = await asked((scope) => listAffiliates(scope, {}, order));
      const walked = await walk((cursor) => asked((scope) => listAffiliates(scope, {}, order, cursor, 1)));
      expect([by, walked.flat()]).toEqual([by, all.rows.map(({ id }) => id)]);
    }
    const first = async (by: AffiliateColumn) =>
      (await asked((scope) => listAffiliates(scope, {}, { by, direction: "desc" }))).rows[0]!.name;
    expect([await first("due"), await first("won"), await first("signed_in")]).toEqual(["Ada", "Ada", "Ben"]);
    const byTerms = await asked((scope) =>
      listAffiliates(scope, { status: "active" }, { by: "terms", direction: "asc" }),
    );
    expect(byTerms.rows.map(({ name }) => name).indexOf("Ben")).toBeLessThan(
      byTerms.rows.map(({ name }) => name).indexOf("Ada"),
    );
  });
});
