import { markPaymentPaid, markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { beforeEach, describe, expect, test } from "vitest";
import { editLead } from "~/domain/leads/edit-lead.server";
import { editLeadSchema } from "~/domain/leads/lead.schema";
import { moveLead } from "~/domain/leads/move-lead.server";
import { rankAffiliates, type RankBy } from "~/domain/reports/rank-affiliates.server";
import { readFigures, type ReportFigures } from "~/domain/reports/read-figures.server";
import { readReport } from "~/domain/reports/read-report.server";
import { readStepTimes } from "~/domain/reports/read-step-times.server";
import { day } from "~/domain/shared/dates";
import { periodBefore, type Period } from "~/domain/shared/period";
import { agency, activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let other: Org;
let affiliate: Affiliate;

const period = (from: string, to: string): Period => ({ from: day(from), to: day(to) });
const november = period("2026-11-01", "2026-11-30");
const report = (of: Period, who = org) => asOwner(db.database, who, (scope) => readReport(scope, of));
const figures = async (of: Period, who = org) =>
  (await asOwner(db.database, who, (scope) => readFigures(scope, [of])))[0]!;
const ranking = (of: Period, by: RankBy, who = org, most = 10) =>
  asOwner(db.database, who, (scope) => rankAffiliates(scope, { period: of, before: periodBefore(of), by, most }));
const move = (leadId: string, to: "qualified" | "lost") =>
  asOwner(db.database, org, (scope) => moveLead(scope, { leadId, to }));

const none = { count: 0, amounts: [] };
const nothing: ReportFigures = {
  leads: 0,
  qualified: 0,
  won: 0,
  deals: none,
  paid: none,
  owed: none,
  planned: none,
};

beforeEach(async () => {
  db.at("2026-09-01T10:00:00Z");
  ({ org, affiliate } = await agency(db.database));
  other = await createOrg(db.database);
});

describe("[REP-01] a small example", () => {
  test("compares leads, steps, won volume and commissions of a month with the same days of the month before", async () => {
    db.at("2026-10-05T10:00:00Z");
    const early = await submittedLead(db.database, org, affiliate);
    db.at("2026-10-28T10:00:00Z");
    await submittedLead(db.database, org, affiliate); // After 22 October, so not compared.
    db.at("2026-11-02T10:00:00Z");
    const first = await submittedLead(db.database, org, affiliate);
    const second = await addedLead(db.database, org);
    const third = await submittedLead(db.database, org, affiliate);
    await move(early, "qualified"); // After 28 days.
    db.at("2026-11-06T10:00:00Z");
    await move(first, "qualified"); // After 4 days.
    await move(second, "qualified"); // After 4 days.
    await move(second, "lost"); // Stays qualified.
    db.at("2026-11-16T10:00:00Z");
    await oneTimeDeal(db.database, org, affiliate, {
      lead_id: first,
      amount: "1000",
      currency: "EUR",
      close_date: "2026-11-15",
    }); // 10 days after it was qualified; 100.00 EUR are due.
    const dollars = await recurringDeal(db.database, org, affiliate, {
      lead_id: third,
      mrr: "200",
      currency: "USD",
      contract_duration_months: "3",
      contract_start_date: "2026-11-10",
    }); // Won without qualification; 20.00 USD due on the 10th of November, December and January.
    const paid = await oneTimeDeal(db.database, org, affiliate, {
      lead_id: early,
      amount: "500",
      currency: "EUR",
      close_date: "2026-10-10",
    });
    await asOwner(db.database, org, (scope) => markDealPaid(scope, paid.id));
    db.at("2026-11-22T10:00:00Z");

    expect(await report(november, other)).toMatchObject({ total: nothing, totalBefore: nothing });
    const { total, totalBefore, before, unit, parts } = await report(november);
    expect(before).toEqual(period("2026-10-01", "2026-10-22"));
    expect(total).toEqual({
      leads: 3,
      qualified: 3,
      won: 2,
      deals: {
        count: 2,
        amounts: [
          { amount: 100_000, currency: "EUR" },
          { amount: 60_000, currency: "USD" },
        ],
      },
      paid: { count: 1, amounts: [{ amount: 5_000, currency: "EUR" }] },
      owed: {
        count: 2,
        amounts: [
          { amount: 10_000, currency: "EUR" },
          { amount: 2_000, currency: "USD" },
        ],
      },
      planned: none,
      times: { qualified: { count: 3, days: 4 }, won: { count: 2, days: 12 } },
    });
    expect(totalBefore).toEqual({
      leads: 1,
      qualified: 1,
      won: 1,
      deals: { count: 1, amounts: [{ amount: 50_000, currency: "EUR" }] },
      paid: none,
      owed: none,
      planned: none,
      times: { qualified: { count: 0, days: null }, won: { count: 0, days: null } },
    });
    expect([unit, parts.length]).toEqual(["day", 30]);
    expect(parts[1]).toMatchObject({ from: "2026-11-02", leads: 3, qualified: 3, won: 2 });
    expect(parts[14]).toMatchObject({
      from: "2026-11-15",
      leads: 0,
      deals: { count: 1 },
      owed: { count: 1 },
    });

    expect(await figures(period("2026-12-01", "2026-12-31"))).toEqual({
      ...nothing,
      planned: { count: 1, amounts: [{ amount: 2_000, currency: "USD" }] },
    });
    // A planned payment that was paid early counts as paid only.
    const { rows } = await db.ownerPool.query(
      "select id from commission_payment where deal_id = $1 order by period_start",
      [dollars.id],
    );
    await asOwner(db.database, org, (scope) => markPaymentPaid(scope, rows[0].id));
    expect(await figures(november)).toMatchObject({
      paid: {
        count: 2,
        amounts: [
          { amount: 5_000, currency: "EUR" },
          { amount: 2_000, currency: "USD" },
        ],
      },
      owed: { count: 1, amounts: [{ amount: 10_000, currency: "EUR" }] },
    });
    await expectExactAggregates(db.ownerPool);
  });

  test("counts a lead that is reopened after its deal no longer as won, but still as qualified", async () => {
    db.at("2026-11-02T10:00:00Z");
    const leadId = await submittedLead(db.database, org, affiliate);
    await move(leadId, "qualified");
    await oneTimeDeal(db.database, org, affiliate, { lead_id: leadId, close_date: "2026-11-02" });
    expect(await figures(november)).toMatchObject({ leads: 1, qualified: 1, won: 1 });
    await db.ownerPool.query("update lead set status = 'lost' where id = $1", [leadId]);
    await db.ownerPool.query(
      `insert into lead_status_change (org_id, lead_id, affiliate_id, from_status, to_status, actor, created_at)
       values ($1, $2, $3, 'converted', 'lost', 'operator', '2026-11-03')`,
      [org.orgId, leadId, affiliate.affiliateId],
    );
    expect(await figures(november)).toMatchObject({ leads: 1, qualified: 1, won: 0 });
    expect((await report(november)).total.times).toMatchObject({
      qualified: { count: 1 },
      won: { count: 0 },
    });
    await expectExactAggregates(db.ownerPool);
  });

  test("starts a day at midnight in the organization's time zone, and keeps it when the zone changes", async () => {
    const zone = (name: string) =>
      db.ownerPool.query("update organization set time_zone = $2 where org_id = $1", [org.orgId, name]);
    await zone("America/New_York");
    for (const moment of [
      "2026-11-01T03:59:59.999Z", // 31 October, 23:59:59.999 in New York; the clocks go back that night.
      "2026-11-01T04:00:00Z",
      "2026-12-01T04:59:59.999Z",
      "2026-12-01T05:00:00Z",
    ]) {
      db.at(moment);
      await submittedLead(db.database, org, affiliate);
    }
    expect((await figures(november)).leads).toBe(2);
    expect((await figures(period("2026-10-31", "2026-10-31"))).leads).toBe(1);
    expect((await figures(period("2026-12-01", "2026-12-01"))).leads).toBe(1);
    await zone("Asia/Tokyo");
    expect((await figures(november)).leads).toBe(2);
    // 04:00 UTC is after midnight in Berlin and Tokyo, but not in New York.
    const leadId = await submittedLead(db.database, org, affiliate);
    expect((await figures(period("2026-12-01", "2026-12-01"))).leads).toBe(2);
    db.at("2026-12-01T15:00:00Z");
    await move(leadId, "qualified");
    const [times] = await asOwner(db.database, org, (scope) =>
      readStepTimes(scope, [period("2026-12-02", "2026-12-02")]),
    );
    expect(times!.qualified).toEqual({ count: 1, days: 1 });
  });
});

describe("[REP-01] permissions for figures", () => {
  test("allow staff all, affiliates their own by whole months, and no one those of another organization", async () => {
    db.at("2026-11-02T10:00:00Z");
    const second = await activeAffiliate(db.database, org);
    await submittedLead(db.database, org, affiliate);
    await submittedLead(db.database, org, second);
    await submittedLead(db.database, org, second);
    const own = (who: Affiliate, whose: string | null, of = november) =>
      asAffiliate(db.database, org, who, (scope) => readFigures(scope, [of], whose));
    const ofOther = asOwner(db.database, other, (scope) => readFigures(scope, [november], affiliate.affiliateId));
    expect(await ofOther).toEqual([nothing]);
    expect((await ranking(november, "leads", other)).top).toEqual([]);
    expect(await own(second, second.affiliateId)).toMatchObject([{ leads: 2 }]);
    const ofFirst = asOwner(db.database, org, (scope) => readFigures(scope, [november], affiliate.affiliateId));
    expect(await ofFirst).toMatchObject([{ leads: 1 }]);
    await expect(own(second, null)).rejects.toMatchObject({ code: "forbidden" });
    await expect(own(second, affiliate.affiliateId)).rejects.toMatchObject({ code: "forbidden" });
    await expect(own(second, second.affiliateId, period("2026-11-01", "2026-11-29"))).rejects.toThrow(RangeError);
    const asSecond = { period: november, before: november, by: "leads", most: 10 } as const;
    for (const use of [readReport, (scope) => rankAffiliates(scope, asSecond)] as ((
      ...args: Parameters<typeof readReport>
    ) => Promise<unknown>)[]) {
      await expect(asAffiliate(db.database, org, second, (scope) => use(scope, november))).rejects.toMatchObject({
        code: "forbidden",
      });
    }
  });

  test("follow a lead that is reassigned to another affiliate", async () => {
    db.at("2026-11-02T10:00:00Z");
    const second = await activeAffiliate(db.database, org);
    const leadId = await submittedLead(db.database, org, affiliate);
    await move(leadId, "qualified");
    const edited = editLeadSchema.parse({
      lead_id: leadId,
      affiliate_id: second.affiliateId,
      company_name: "Moved",
      contact_person: "Mo",
      email: "mo@example.com",
    });
    await asOwner(db.database, org, (scope) => editLead(scope, edited));
    const { top } = await ranking(november, "leads");
    expect(top).toMatchObject([{ id: second.affiliateId, now: { leads: 1 } }]);
    await expectExactAggregates(db.ownerPool);
  });
});
