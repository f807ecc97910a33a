import { expect, test, describe } from "vitest";
import { listAudit } from "~/domain/audit/list-audit.server";
import { recordAudit } from "~/domain/audit/record-audit.server";
import { dueVersion, payAllDue } from "~/domain/commissions/pay-all-due.server";
import { totalPayments } from "~/domain/commissions/total-payments.server";
import { countLeadsOf } from "~/domain/leads/count-leads.server";
import { leadStatuses } from "~/domain/leads/lead";
import { listLeads, latestLost } from "~/domain/leads/list-leads.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { addDays, day } from "~/domain/shared/dates";
import type { Period } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate } from "../factories/affiliates";
import { addedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { PeriodWorld, type LeadRow } from "./period-world";

const db = useDatabase({ each: true });
let org: Org;

const asStaff = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const period = (from: string, to = from): Period => ({ from: day(from), to: day(to) });

async function randomWorld(): Promise<PeriodWorld> {
  db.at("2026-11-22T11:00:00Z");
  org = await createOrg(db.database);
  const { affiliateId } = await activeAffiliate(db.database, org);
  const world = new PeriodWorld(db.ownerPool, org, "Europe/Berlin");
  await world.fill(120, [affiliateId, affiliateId, null]);
  return world;
}

describe("[LEAD-15] a period", () => {
  test("of the archive uses the day a lead was lost, and a later loss replaces it", async () => {
    db.at("2026-10-31T22:59:00Z"); // One minute before November in Berlin.
    org = await createOrg(db.database);
    const leadId = await addedLead(db.database, org);
    const lose = () => asStaff((scope) => moveLead(scope, { leadId, to: "lost" }));
    const lostOn = async (on: string) => {
      const filter = { search: "", affiliate: null, period: period(on) };
      const wanted = { statuses: ["lost"] as const, order: latestLost, filter };
      return (await asStaff((scope) => listLeads(scope, wanted))).rows.map(({ id }) => id);
    };
    await lose();
    expect(await lostOn("2026-10-31")).toEqual([leadId]);
    expect(await lostOn("2026-11-01")).toEqual([]);
    await db.ownerPool.query("update lead set status = 'new' where id = $1", [leadId]);
    expect(await lostOn("2026-10-31")).toEqual([]);
    db.at("2026-10-31T23:00:00Z");
    await lose();
    expect(await lostOn("2026-11-01")).toEqual([leadId]);
    // A later change with an earlier time does not alter the day of the loss.
    await db.ownerPool.query(
      `insert into lead_status_change (org_id, id, lead_id, from_status, to_status, actor, created_at)
       values ($1, gen_random_uuid(), $2, 'new', 'qualified', 'operator', '2026-10-01T10:00:00Z')`,
      [org.orgId, leadId],
    );
    expect(await lostOn("2026-11-01")).toEqual([leadId]);
    await expect(db.ownerPool.query("update lead set lost_on = null")).rejects.toThrow("lead_lost_on");
  });

  test("limits paying everything due, and a form shown without it is rejected", async () => {
    await randomWorld();
    const october = period("2026-10-01", "2026-10-31");
    const owed = (of: Period | null) => asStaff((scope) => totalPayments(scope, { period: of }));
    const { due } = await owed(october);
    const before = (await owed(null)).due;
    expect(due.count).toBeGreaterThan(0);
    expect(before.count).toBeGreaterThan(due.count);
    const pay = (version: string) =>
      asStaff((scope) => payAllDue(scope, { filter: { period: october }, version, receiptUrl: null }));
    await expect(pay(dueVersion(before))).rejects.toMatchObject({ code: "payments_changed" });
    expect((await pay(dueVersion(due))).paid).toBe(due.count);
    expect((await owed(october)).due.count).toBe(0);
    expect((await owed(null)).due.count).toBe(before.count - due.count);
  });

  test("limits the count of open leads", async () => {
    const world = await randomWorld();
    const year = period("2026-01-01", "2026-12-31");
    const { counts } = await asStaff((scope) => countLeadsOf(scope, year, null, 3));
    const wanted = leadStatuses.map((status) => {
      const dayOf = ({ submitted, lostOn }: LeadRow) => (status === "lost" ? lostOn : submitted);
      const rows = world.leads.filter(
        (lead) => lead.status === status && (dayOf(lead) ?? "") >= year.from && dayOf(lead)! <= year.to,
      );
      return [status, { count: Math.min(3, rows.length), cut: rows.length >= 3 }];
    });
    expect(counts).toMatchObject(Object.fromEntries(wanted));
  });

  test("of one day contains the activity between two midnights of the organization", async () => {
    db.at("2026-11-20T12:00:00Z");
    org = await createOrg(db.database);
    for (const moment of [
      "2026-11-20T22:59:59.999Z",
      "2026-11-20T23:00:00.000Z",
      "2026-11-21T22:59:59.999Z",
      "2026-11-21T23:00:00.000Z",
    ]) {
      db.at(moment);
      await asStaff((scope) =>
        recordAudit(scope, { entity: "organization", entityId: org.orgId, action: "organization.edit" }),
      );
    }
    const of = period("2026-11-21");
    const { rows } = await asStaff((scope) => listAudit(scope, { period: of }));
    expect(rows.map(({ at }) => at)).toEqual(["2026-11-21T22:59:59.999Z", "2026-11-20T23:00:00.000Z"]);
    const before = period(addDays(of.from, -1));
    expect((await asStaff((scope) => listAudit(scope, { period: before }))).rows.map(({ at }) => at)).toContain(
      "2026-11-20T22:59:59.999Z",
    );
  });
});
