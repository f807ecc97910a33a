import { markPaymentPaid } from "~/domain/commissions/pay-commissions.server";
import { beforeEach, describe, expect, it } from "vitest";
import { deleteAffiliate } from "~/domain/affiliates/delete-affiliate.server";
import { listAudit, listSteps } from "~/domain/audit/list-audit.server";
import { recordAction, recordAudit, recordAuditEntries } from "~/domain/audit/record-audit.server";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { dueVersion, payAllDue } from "~/domain/commissions/pay-all-due.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { activeAffiliate, asAffiliate, invitedAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let other: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-03-01T10:00:00Z");
  org = await createOrg(db.database);
  other = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org, { name: "Lena Bauer" });
});

const list = (cursor: string | null = null, of = org) =>
  asOwner(db.database, of, (scope) => listAudit(scope, { cursor }));
const stepsOf = (id: string, of = org, cursor: string | null = null) =>
  asOwner(db.database, of, (scope) => listSteps(scope, id, { cursor }));
const find = async (action: string) => (await list()).rows.find((row) => row.action === action);

describe("[OPS-06] [SET-04] the activity of an organization", () => {
  it("shows by name who did what to which record, with the amounts", async () => {
    await withTerms(db.database, org, affiliate);
    const leadId = await submittedLead(db.database, org, affiliate, { company_name: "Alpha GmbH" });
    await oneTimeDeal(db.database, org, affiliate, { lead_id: leadId, title: "Website" });
    const owner = { kind: "member", name: org.owner.name };
    const foreign = await list(null, other);
    expect(foreign.rows.map(({ action }) => action)).toEqual(["organization.create"]);
    expect(JSON.stringify(foreign)).not.toContain("Alpha");
    expect(await find("organization.create")).toMatchObject({ actor: owner, subject: null });
    expect(await find("terms.save")).toMatchObject({
      actor: owner,
      subject: "Lena Bauer",
      at: "2026-03-01T10:00:00.000Z",
      data: { rev_share_bp: 1000 },
    });
    expect(await find("deal.create")).toMatchObject({
      actor: owner,
      subject: "Alpha GmbH – Website",
      data: { amount: 100_000, currency: "EUR" },
    });
  });

  it("names the deal of a monthly payment, affiliates, jobs and the operator", async () => {
    await withTerms(db.database, org, affiliate);
    const leadId = await submittedLead(db.database, org, affiliate, { company_name: "Beta AG" });
    await recurringDeal(db.database, org, affiliate, { lead_id: leadId, title: "Hosting" });
    await asOwner(db.database, org, async (scope) => {
      const { id } = await scope.db.commissionPayment.findFirstOrThrow({ orderBy: { periodStart: "asc" } });
      await markPaymentPaid(scope, id);
    });
    expect(await find("commission.pay")).toMatchObject({ subject: "Beta AG – Hosting" });
    const entry = { action: "lead.import", entity: "lead", entityId: leadId } as const;
    await asAffiliate(db.database, org, affiliate, (scope) => recordAudit(scope, entry));
    expect((await find("lead.import"))?.actor).toEqual({ kind: "affiliate", name: "Lena Bauer" });
    const actors = [
      [{ kind: "job", name: "nightly" }, "lead.undo"],
      [{ kind: "operator" }, "lead.qualified"],
    ] as const;
    for (const [actor, action] of actors) {
      await db.database.withOrg(org.orgId, actor, (scope) => recordAudit(scope, { ...entry, action }));
      expect(await find(action)).toMatchObject({
        actor: { kind: actor.kind, name: null },
        subject: "Beta AG",
      });
    }
  });

  it("keeps entries of former members and deleted records, without their names", async () => {
    const member = await addMember(db.database, org);
    const leadId = await submittedLead(db.database, org, affiliate);
    await db.database.withOrg(org.orgId, member.actor, (scope) => moveLead(scope, { leadId, to: "lost" }));
    expect((await find("lead.lost"))?.actor).toEqual({ kind: "member", name: member.name });
    await db.ownerPool.query("delete from membership where user_id = $1", [member.userId]);
    expect((await find("lead.lost"))?.actor).toEqual({ kind: "member", name: null });

    const gone = await invitedAffiliate(db.database, org, { name: "Weg Gang" });
    await asOwner(db.database, org, (scope) => deleteAffiliate(scope, gone.affiliateId));
    expect(await find("affiliate.delete")).toMatchObject({ subject: null });
    expect(JSON.stringify(await list())).not.toContain("Weg Gang");
  });

  it("is paginated, latest first, with every entry once in both directions", async () => {
    await asOwner(db.database, org, async (scope) => {
      for (let number = 0; number < 120; number++) {
        await recordAudit(scope, { action: "leads.give", entity: "organization", entityId: org.orgId });
      }
    });
    const first = await list();
    expect(first.rows).toHaveLength(50);
    expect(first.previous).toBeNull();
    expect(await list(first.next, other)).toMatchObject({ rows: expect.any(Array) });
    expect((await list(first.next, other)).rows.map(({ action }) => action)).not.toContain("leads.give");
    const second = await list(first.next);
    const third = await list(second.next);
    expect(third.next).toBeNull();
    const all = [first, second, third].flatMap((page) => page.rows.map(({ id }) => id));
    expect(new Set(all).size).toBe(all.length);
    const { rows } = await db.ownerPool.query("select 1 from audit_log where org_id = $1", [org.orgId]);
    expect(all).toHaveLength(rows.length);
    expect((await list(second.previous)).rows).toEqual(first.rows);
    expect((await list("on~garbage~x")).rows).toEqual(first.rows);
  });

  it("shows an action with many steps as one row, whose steps lead to their records", async () => {
    await withTerms(db.database, org, affiliate);
    const licence = await oneTimeDeal(db.database, org, affiliate, { title: "Licence" });
    const hosting = await recurringDeal(db.database, org, affiliate, { title: "Hosting" });
    await db.ownerPool.query("delete from commission_payment");
    await asOwner(db.database, org, (scope) => generatePayments(scope));
    expect(await find("commissions.generate")).toMatchObject({ steps: 1, data: { created: 12 } });
    const filter = { affiliateId: affiliate.affiliateId };
    await asOwner(db.database, org, (scope) =>
      payAllDue(scope, {
        filter,
        version: dueVersion({ count: 3, amounts: [{ amount: 120_00, currency: "EUR" }] }),
        receiptUrl: "https://example.com/r.pdf",
      }),
    );
    const actions = (await list()).rows.map(({ action }) => action);
    expect(actions.filter((action) => /pay|receipt/.test(action))).toEqual(["commissions.pay"]);
    const row = (await find("commissions.pay"))!;
    expect(row).toMatchObject({
      steps: 3,
      data: { count: 3, amounts: [{ amount: 12_000, currency: "EUR" }] },
    });
    const steps = (await stepsOf(row.id))!.rows;
    expect(steps.map(({ action, record, steps }) => ({ action, record, steps }))).toEqual(
      expect.arrayContaining([
        { action: "deal.pay", record: { kind: "deal", id: licence.id }, steps: 0 },
        { action: "commission.pay", record: { kind: "deal", id: hosting.id }, steps: 0 },
      ]),
    );
    expect(steps).toHaveLength(3);
    expect((await stepsOf(row.id, other))!.rows).toEqual([]);
    expect(await stepsOf("nothing")).toBeNull();
  });

  it("paginates the steps of a large action", async () => {
    await asOwner(db.database, org, async (scope) => {
      const step = { action: "lead.edit", entity: "organization", entityId: org.orgId } as const;
      const batchId = await recordAction(scope, { ...step, action: "list.import" });
      await recordAuditEntries(
        scope,
        Array.from({ length: 2_500 }, () => step),
        batchId,
      );
    });
    const row = (await find("list.import"))!;
    expect(row.steps).toBe(2_500);
    const first = (await stepsOf(row.id))!;
    const second = (await stepsOf(row.id, org, first.next))!;
    const ids = [...first.rows, ...second.rows].map(({ id }) => id);
    expect(new Set(ids).size).toBe(100);
  });

  it("is rejected for affiliates", async () => {
    await expect(asAffiliate(db.database, org, affiliate, (scope) => listAudit(scope, {}))).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
