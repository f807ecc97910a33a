import fs from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { addLeads } from "~/domain/leads/add-lead.server";
import { addLeadSchema } from "~/domain/leads/lead.schema";
import { NO_MEMBER } from "~/domain/leads/lead-work";
import { moveLead } from "~/domain/leads/move-lead.server";
import { readBreakdown, type BreakdownBy } from "~/domain/reports/read-breakdown.server";
import { readGroups } from "~/domain/reports/read-groups.server";
import { removeMember } from "~/domain/members/remove-member.server";
import { readFigures } from "~/domain/reports/read-figures.server";
import { monthsAfter, readForecast } from "~/domain/reports/read-forecast.server";
import { day } from "~/domain/shared/dates";
import { sumByCurrency } from "~/domain/shared/money";
import { splitStatements } from "../../cli/split-statements";
import { activeAffiliate, agency, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { assigned, planned } from "../factories/lead-work";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { apiKey, useApi } from "../support/api";
import { untilBlocked, useDatabase } from "../support/database";

const db = useDatabase({ each: true });
const api = useApi(db);
let org: Org;
let affiliate: Affiliate;

const november = { from: day("2026-11-01"), to: day("2026-11-30") };
const october = { from: day("2026-10-01"), to: day("2026-10-31") };
const groups = (by: BreakdownBy, who = org) =>
  asOwner(db.database, who, (scope) => readBreakdown(scope, by, { period: november, before: october }));

beforeEach(async () => {
  db.at("2026-10-05T10:00:00Z");
  ({ org, affiliate } = await agency(db.database));
});

/** Leads of two months from each source, and a deal. */
async function arrive(): Promise<void> {
  const imported = (count: number) => {
    const form = { company_name: "File GmbH", contact_person: "Max", email: "max@file.example" };
    const inputs = Array.from({ length: count }, () => addLeadSchema.parse(form));
    return asOwner(db.database, org, (scope) => addLeads(scope, inputs, crypto.randomUUID()));
  };
  await submittedLead(db.database, org, affiliate);
  await imported(1);
  db.at("2026-11-10T10:00:00Z");
  const lead = await submittedLead(db.database, org, affiliate);
  await asOwner(db.database, org, (scope) => moveLead(scope, { leadId: lead, to: "qualified" }));
  await addedLead(db.database, org);
  await imported(2);
  const deal = { amount: "1.000,00", currency: "EUR", close_date: "2026-11-11" };
  await oneTimeDeal(db.database, org, affiliate, deal);
}

describe("[WORK-14] reports by source and by member", () => {
  test("count leads by how they came and who added them, and deals by their lead's source and who won them", async () => {
    await arrive();
    const bySource = await groups("source");
    expect(bySource).toMatchObject([
      {
        key: "affiliate",
        now: { leads: 2, qualified: 2, won: 1, deals: 1, amounts: [{ amount: 100_000, currency: "EUR" }] },
        before: { leads: 1, deals: 0 },
      },
      { key: "member", now: { leads: 1, won: 0, deals: 0 }, before: { leads: 0 } },
      { key: "import", now: { leads: 2 }, before: { leads: 1 } },
    ]);
    // What affiliates submitted has no member; who wins a deal counts for it.
    expect(await groups("member")).toMatchObject([
      { key: org.owner.userId, name: org.owner.name, now: { leads: 3, deals: 1 }, before: { leads: 1, deals: 0 } },
    ]);
    const [figures] = await asOwner(db.database, org, (scope) => readFigures(scope, [november]));
    expect(bySource.reduce((sum, { now }) => sum + now.leads, 0)).toBe(figures!.leads);
    expect(sumByCurrency(bySource.flatMap(({ now }) => now.amounts))).toEqual(figures!.deals.amounts);
    await expectExactAggregates(db.ownerPool);
  });

  test("tell a deal's member from the one who added its lead", async () => {
    db.at("2026-11-10T10:00:00Z");
    const colleague = await addMember(db.database, org);
    await addedLead(db.database, org);
    const own = await db.database.withOrg(org.orgId, colleague.actor, (scope) =>
      addLeads(scope, [
        addLeadSchema.parse({ company_name: "Zwei AG", contact_person: "Max", email: "max@zwei.example" }),
      ]),
    );
    expect(own).toHaveLength(1);
    expect((await groups("member")).map(({ name, now }) => [name, now.leads]).sort()).toEqual(
      [
        [colleague.name, 1],
        [org.owner.name, 1],
      ].sort(),
    );
  });
});

describe("[WORK-14] the report by member", () => {
  test("counts a deal for who was responsible when it was won, and says what each has open today", async () => {
    db.at("2026-11-10T10:00:00Z");
    const colleague = await addMember(db.database, org);
    const lead = () => submittedLead(db.database, org, affiliate);
    const [won, open, late, nobodys] = [await lead(), await lead(), await lead(), await lead()];
    await assigned(db.database, org, [won, open, late], colleague.userId);
    await planned(db.database, org, late, "Call", -1);
    for (const lead_id of [won, nobodys])
      await oneTimeDeal(db.database, org, affiliate, { lead_id, close_date: "2026-11-10" });
    await addedLead(db.database, org);
    // Whoever takes over later did not win it.
    await asOwner(db.database, org, (scope) => removeMember(scope, colleague.userId, { heir: org.owner.userId }));
    await addMember(db.database, org);
    await db.runJobs();
    const of = (key: string) => all.find((one) => one.key === key);
    const all = await asOwner(db.database, org, (scope) =>
      readGroups(scope, "member", { period: november, before: october }),
    );
    expect(of(colleague.userId)).toMatchObject({ now: { leads: 0, deals: 1 }, work: null });
    expect(of(org.owner.userId)).toMatchObject({ now: { leads: 1, deals: 1 }, work: { open: 2, overdue: 1 } });
    expect(of(NO_MEMBER)).toMatchObject({ now: { leads: 0 }, work: { open: 1, overdue: 0 } });
    expect(all).toHaveLength(3);
    await expectExactAggregates(db.ownerPool);

    // The screen, the file and the API have the same groups.
    const key = await apiKey(db, org, "read");
    const asked = "?from=2026-11-01&to=2026-11-30";
    const members = await api("GET", `/reports/members${asked}`, { key });
    expect(members.body.data.map((row: { open: number }) => row.open)).toEqual(
      all.map(({ work }) => work?.open ?? null),
    );
    const first = await api("GET", `/reports/members${asked}&limit=2`, { key });
    const rest = await api("GET", `/reports/members${asked}&limit=2&cursor=${first.body.next_cursor}`, { key });
    expect([...first.body.data, ...rest.body.data]).toEqual(members.body.data);
    expect((await api("GET", `/reports/affiliates${asked}`, { key })).body).toMatchObject({
      period: { from: "2026-11-01" },
      data: [
        {
          affiliate_id: affiliate.affiliateId,
          now: { leads: 4, deals: 2, volume: [{ amount: "2000.00" }] },
          before: {},
        },
      ],
    });
    const other = await apiKey(db, await createOrg(db.database), "read");
    expect((await api("GET", `/reports/members${asked}`, { key: other })).body.data).toEqual([]);
  });
});

describe("[WORK-14] the forecast", () => {
  test("has what falls due later by month, kind and currency, as the figures of the same days", async () => {
    db.at("2026-11-10T10:00:00Z");
    await withTerms(db.database, org, affiliate);
    const second = await activeAffiliate(db.database, org);
    await recurringDeal(db.database, org, affiliate, {
      contract_start_date: "2026-10-15",
      contract_duration_months: "5",
    });
    await oneTimeDeal(db.database, org, second, { close_date: "2027-01-20", currency: "CHF" });
    const months = await asOwner(db.database, org, (scope) => readForecast(scope));
    expect(months.map(({ from, to }) => ({ from, to }))).toEqual(monthsAfter(day("2026-11-10")));
    expect(months.slice(0, 5).map(({ monthly }) => monthly.count)).toEqual([1, 1, 1, 1, 0]);
    const figures = await asOwner(db.database, org, (scope) => readFigures(scope, months));
    expect(figures.some(({ planned }) => planned.count > 0)).toBe(true);
    months.forEach(({ oneOff, monthly }, index) => {
      expect(sumByCurrency([...oneOff.amounts, ...monthly.amounts])).toEqual(figures[index]!.planned.amounts);
      expect(oneOff.count + monthly.count).toBe(figures[index]!.planned.count);
    });
  });

  test("begins tomorrow, in the next month on the last day of one", () => {
    expect(monthsAfter(day("2026-11-29"))[0]).toEqual({ from: "2026-11-30", to: "2026-11-30" });
    const [first, ...others] = monthsAfter(day("2026-11-30"));
    expect(first).toEqual({ from: "2026-12-01", to: "2026-12-31" });
    expect(others.at(-1)).toEqual({ from: "2027-10-01", to: "2027-10-31" });
  });
});

// Last, because it changes triggers, after which the next test would have another database than the API.
test("[WORK-14] [OPS-04] the migration of earlier leads and deals finds their sources, also if it runs again", async () => {
  await arrive();
  const before = [await groups("source"), await groups("member")];
  const runScript = async (script: string) => {
    const client = await db.ownerPool.connect();
    for (const statement of ["begin", ...splitStatements(script), "commit"]) await client.query(statement);
    client.release();
  };
  // As an earlier release has left them.
  await runScript(`
    alter table lead disable trigger user; alter table deal disable trigger user;
    update lead set source = 'member'; update deal set source = 'member', credited_to = null;
    alter table lead enable trigger user; alter table deal enable trigger user;
    delete from aggregate where kind like '%-source-%' or kind like '%-member-%'`);
  const script = fs.readFileSync("prisma/migrations/20270104020000_earlier_sources/migration.sql", "utf8");
  for (let run = 1; run <= 2; run++) {
    await runScript(script);
    expect([await groups("source"), await groups("member")]).toEqual(before);
    await expectExactAggregates(db.ownerPool);
  }
  // Sums that a worker merges meanwhile.
  const folding = await db.ownerPool.connect();
  await folding.query("begin; select app.fold_aggregates()");
  const migrated = runScript(script);
  await untilBlocked(db.ownerPool);
  await folding.query("commit");
  folding.release();
  await migrated;
  await expectExactAggregates(db.ownerPool);

  const other = await createOrg(db.database);
  expect(await groups("source", other)).toEqual([]);
  await expect(
    asAffiliate(db.database, org, affiliate, (scope) =>
      readBreakdown(scope, "source", { period: november, before: october }),
    ),
  ).rejects.toMatchObject({ code: "forbidden" });
});
