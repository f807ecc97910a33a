import { beforeAll, describe, expect, it } from "vitest";
import { totalPayments } from "~/domain/commissions/total-payments.server";
import { listDeals } from "~/domain/deals/list-deals.server";
import { countLeads } from "~/domain/leads/count-leads.server";
import { leadTabs } from "~/domain/leads/lead-filter";
import { trialDaysLeft, TRIAL_DAYS } from "~/domain/subscriptions/subscription";
import { summarizeAffiliate } from "~/domain/reports/affiliate-summary.server";
import type { Actor, Scope } from "~/domain/shared/scope";
import { totalTransactions } from "~/domain/commissions/list-transactions.server";
import { openDatabase } from "~/platform/db/database.server";
import { verifyPassword } from "~/platform/passwords.server";
import { seedDemo, type DemoSignIns } from "../../prisma/seed";
import { createOrg } from "../factories/organizations";
import { TEST_SECRET, useDatabase } from "../support/database";
import { isNightly } from "../support/nightly";

const db = useDatabase();

const seed = (now?: Date, large = false) =>
  seedDemo({
    large,
    ownerUrl: db.ownerUrl,
    openDatabase: () => openDatabase({ url: db.appUrl, secret: TEST_SECRET, ...(now && { now: () => now }) }),
  });

async function rows<T = Record<string, unknown>>(sql: string): Promise<T[]> {
  return (await db.ownerPool.query(sql)).rows as T[];
}

const count = async (from: string) => (await rows<{ n: number }>(`select count(*)::int as n from ${from}`))[0]!.n;

const organizations = () =>
  rows<{ id: string; name: string }>("select org_id as id, name from organization order by name desc");

const empty = () => db.ownerPool.query("truncate organization, app_user cascade");

const asOperator = <T>(orgId: string, look: (scope: Scope) => Promise<T>) =>
  db.database.withOrg(orgId, { kind: "operator" }, look);

describe("[OPS-01] the demo data", () => {
  let demo: DemoSignIns | null;
  beforeAll(async () => {
    demo = await seed();
  });

  it("[OPS-01] consists of two organizations with data on every screen", async () => {
    expect(demo?.added).toBe(true);
    const found = await organizations();
    expect(found.map(({ name }) => name)).toEqual(["Nordlicht Media GmbH", "Atelier Rivage"]);
    expect(await count("affiliate")).toBe(12);
    expect(await count("lead")).toBe(60);
    expect(await count("membership where role = 'member'")).toBe(1);

    for (const { id } of found) {
      const seen = await asOperator(id, async (scope) => ({
        leads: await countLeads(scope),
        deals: (await listDeals(scope)).rows.length,
        payments: await totalPayments(scope),
        transactions: await totalTransactions(scope),
      }));
      expect(Math.min(...leadTabs.map((tab) => seen.leads[tab].count), seen.deals)).toBeGreaterThanOrEqual(4);
      for (const { state, count, amounts } of Object.values(seen.payments)) {
        expect(count).toBeGreaterThan(0);
        expect(amounts.length).toBeGreaterThanOrEqual(state === "waiting" ? 1 : 2);
      }
      for (const { count } of Object.values(seen.transactions)) expect(count).toBeGreaterThan(0);
      for (const status of ["new", "qualified", "contacted", "converted", "lost"]) {
        expect(await count(`lead where org_id = '${id}' and status = '${status}'`), status).toBeGreaterThan(0);
      }
    }
    expect(await rows("select distinct status from affiliate order by 1")).toEqual([
      { status: "active" },
      { status: "inactive" },
      { status: "invited" },
    ]);
    expect(await rows("select distinct currency from deal order by 1")).toEqual([
      { currency: "CHF" },
      { currency: "EUR" },
      { currency: "USD" },
    ]);
    for (const model of [
      "fixed_amount is null",
      "rev_share_bp is null",
      "rev_share_bp is not null and fixed_amount is not null",
      "status = 'inactive'",
    ]) {
      expect(await count(`affiliate_term where ${model}`), model).toBeGreaterThan(0);
    }
    expect(await count("notification where read_at is null")).toBeGreaterThan(0);
  });

  it("[OPS-01] lets staff sign in with the printed password, and shows affiliates their portal", async () => {
    expect(demo?.staff).toHaveLength(3);
    for (const { email, organization } of demo!.staff) {
      const [user] = await rows<{ hash: string; confirmed: boolean; organization: string }>(
        `select u.password_hash as hash, u.email_confirmed_at is not null as confirmed, o.name as organization
         from app_user u join membership m on m.user_id = u.id and m.role <> 'affiliate' join organization o using (org_id)
         where u.email = '${email}'`,
      );
      expect(user).toMatchObject({ confirmed: true, organization });
      expect(await verifyPassword(user!.hash, demo!.password)).toBe(true);
    }
    for (const { email, organization } of demo!.affiliates) {
      const [found] = await rows<{ org_id: string; id: string; user_id: string }>(
        `select a.*, m.user_id from affiliate a join organization o using (org_id)
           join membership m on m.org_id = a.org_id and m.affiliate_id = a.id
         where a.email = '${email}' and o.name = '${organization}' and a.status = 'active'`,
      );
      const { org_id: orgId, id: affiliateId, user_id: userId } = found!;
      const actor: Actor = { kind: "affiliate", affiliateId, userId };
      const summary = await db.database.withOrg(orgId, actor, summarizeAffiliate);
      expect(Math.min(summary.leads, summary.deals, summary.earned.length, summary.open.length)).toBeGreaterThan(0);
    }
    // One person with two portals.
    expect(
      await rows("select user_id from membership where role = 'affiliate' group by 1 having count(*) = 2"),
    ).toHaveLength(1);
  });

  it("[OPS-01] lies in the past, sends nothing, and leaves a full trial", async () => {
    expect(await db.jobs()).toEqual([]);
    // Neither the setup checklist nor its completion is shown.
    const long = "setup_done_at < now() - interval '30 days' and setup_hidden_at is null";
    expect(await count(`organization where ${long}`)).toBe(2);
    const dates = ["organization.created_at", "lead.created_at", "lead.updated_at", "deal.created_at"];
    for (const date of [...dates, "audit_log.created_at", "notification.created_at"]) {
      const [table, column] = date.split(".");
      expect(await count(`${table} where ${column} > now()`), date).toBe(0);
      expect(await count(`${table} where ${column} < now() - interval '9 months'`), date).toBe(0);
    }
    expect(await count("commission_payment where paid_date > current_date + 1 or paid_date < period_start")).toBe(0);
    expect(await count("deal d join lead l on l.id = d.lead_id where d.created_at < l.created_at")).toBe(0);
    for (const { trial_ends_at: end } of await rows<{ trial_ends_at: Date }>(
      "select trial_ends_at from organization",
    )) {
      expect(trialDaysLeft(end, new Date())).toBe(TRIAL_DAYS);
    }
  });

  it("[OPS-01] is added once, completed after an interruption, and never mixed with other data", async () => {
    const before = await rows("select org_id, name from organization order by name");
    expect(await seed()).toMatchObject({ added: false, staff: { length: 3 } });
    expect(await rows("select org_id, name from organization order by name")).toEqual(before);

    // Each organization is one database transaction, so an interruption leaves nothing else.
    const rivage = before.find(({ name }) => name === "Atelier Rivage")!["org_id"];
    for (const table of [
      "commission_payment",
      "notification",
      "audit_log",
      "stranger_mail",
      "deal",
      "lead",
      "affiliate",
      "membership",
    ]) {
      await db.ownerPool.query(`delete from ${table} where org_id = $1`, [rivage]);
    }
    await db.ownerPool.query("delete from organization where org_id = $1", [rivage]);
    expect(await seed()).toMatchObject({ added: true, staff: { length: 3 } });
    expect(await count("organization")).toBe(2);
    expect(await count("lead")).toBe(60);
  });
});

describe("[OPS-01] creating the demo data", () => {
  it("[OPS-01] gives the same result at any hour of a day", async () => {
    const story = async (now: Date) => {
      await empty();
      await seed(now);
      return rows(
        `select l.company_name, l.status, l.phone, l.notes, (l.created_at at time zone 'Europe/Berlin')::date::text as day,
           d.commission_amount::int, d.payment_date::text, d.receipt_url, count(p.*) filter (where p.status = 'paid')::int as months_paid
         from lead l left join deal d on d.lead_id = l.id left join commission_payment p on p.deal_id = d.id
         where l.created_at < timestamptz '2028-02-29 00:00 Europe/Berlin'
         group by l.org_id, l.id, d.org_id, d.id order by l.company_name`,
      );
    };
    const early = await story(new Date("2028-02-29T02:00:00Z"));
    expect(await story(new Date("2028-02-29T22:30:00Z"))).toEqual(early);
    expect(early).toHaveLength(59);
  });

  it("[OPS-01] is not done twice concurrently, nor in a database in use", async () => {
    await empty();
    const both = await Promise.all([seed(), seed()]);
    expect(both.map((demo) => demo?.added).sort()).toEqual([false, true]);
    expect(await count("organization")).toBe(2);

    await empty();
    await createOrg(db.database, { name: "Somebody's own" });
    expect(await seed()).toBe(null);
    expect(await organizations()).toMatchObject([{ name: "Somebody's own" }]);
  });

  // It takes half a minute, and only people who try the lists add it.
  it.runIf(isNightly)("[OPS-01] adds an organization with hundreds of leads to the demo on request", async () => {
    await empty();
    await seed();
    expect(await seed(undefined, true)).toMatchObject({ added: true, staff: { length: 5 } });
    const large = "org_id = (select org_id from organization where name = 'Elbkontor Digital GmbH')";
    expect([await count(`affiliate where ${large}`), await count(`lead where ${large}`)]).toEqual([41, 599]);
    for (const table of ["deal", "commission_payment", "lead_status_history"]) {
      expect(await count(`${table} where ${large}`), table).toBeGreaterThan(100);
    }
    expect(await seed(undefined, true)).toMatchObject({ added: false });
  });
});
