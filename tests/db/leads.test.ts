import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import type { AffiliateStatus } from "~/domain/affiliates/affiliate";
import { createDeal } from "~/domain/deals/create-deal.server";
import { createDealSchema } from "~/domain/deals/deal.schema";
import { leadStatuses, mayMove, type LeadMove, type LeadStatus } from "~/domain/leads/lead";
import { moveLead } from "~/domain/leads/move-lead.server";
import { activeAffiliate, asAffiliate, invitedAffiliate, type Affiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase();
let org: Org;
let affiliate: Affiliate;

beforeAll(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
});

/** Creates a lead in any status. */
async function leadIn(status: LeadStatus): Promise<string> {
  const id = await submittedLead(db.database, org, affiliate);
  await db.ownerPool.query("update lead set status = $2 where id = $1", [id, status]);
  return id;
}

/** Reads everything about a lead: its row, its audit entries and the number of its deals. */
async function traces(leadId: string) {
  const lead = await db.ownerPool.query("select * from lead where id = $1", [leadId]);
  const audit = await db.ownerPool.query<{ action: string; actor: string }>(
    "select action, actor from audit_log where entity_id = $1 order by xmin::text::bigint, created_at",
    [leadId],
  );
  const deals = await db.ownerPool.query("select 1 from deal where lead_id = $1", [leadId]);
  const changes = await db.ownerPool.query(
    "select from_status, to_status, actor, created_at from lead_status_change where lead_id = $1",
    [leadId],
  );
  return { row: lead.rows[0], audit: audit.rows, deals: deals.rowCount, changes: changes.rows };
}

const move = (leadId: string, to: LeadMove) => asOwner(db.database, org, (scope) => moveLead(scope, { leadId, to }));

function win(leadId: string) {
  const input = createDealSchema.parse({
    lead_id: leadId,
    title: "Won",
    deal_type: "one-time",
    amount: "10",
    close_date: "2026-03-01",
  });
  return asOwner(db.database, org, (scope) => createDeal(scope, input));
}

describe("[LEAD-03] moves of a lead", () => {
  // Listed here, independent of the tested code.
  const allowed: Record<LeadMove | "converted", LeadStatus[]> = {
    contacted: ["new"],
    qualified: ["new", "contacted"],
    lost: ["new", "qualified", "contacted"],
    converted: ["new", "qualified", "contacted"],
  };
  const moves = Object.keys(allowed) as (keyof typeof allowed)[];
  const cases = leadStatuses.flatMap((from) => moves.map((to) => [from, to, allowed[to].includes(from)] as const));

  test.each(cases)("from %s to %s: %s", async (from, to, ok) => {
    const leadId = await leadIn(from);
    const before = await traces(leadId);
    const attempt = to === "converted" ? win(leadId) : move(leadId, to);
    if (to !== "converted") expect(mayMove(from, to)).toBe(ok);
    if (!ok) {
      await expect(attempt).rejects.toMatchObject({ code: "lead_not_open" });
      expect(await traces(leadId)).toEqual(before);
      return;
    }
    await attempt;
    const after = await traces(leadId);
    expect(after.row).toMatchObject({ status: to });
    expect(after.row.updated_at.getTime()).toBeGreaterThan(before.row.updated_at.getTime());
    expect(after.deals).toBe(to === "converted" ? 1 : 0);
    expect(after.changes).toEqual([
      {
        from_status: from,
        to_status: to,
        actor: `member:${org.owner.userId}`,
        created_at: after.row.updated_at,
      },
    ]);
    if (to !== "converted") {
      expect(after.audit).toEqual([{ action: `lead.${to}`, actor: `member:${org.owner.userId}` }]);
    }
  });

  test.each(["contacted", "qualified", "lost"] as const)("to %s by 50 users concurrently succeed once", async (to) => {
    const leadId = await leadIn("new");
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => move(leadId, to)));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "lead_not_open" });
    }
    const after = await traces(leadId);
    expect(after.row).toMatchObject({ status: to });
    expect(after.audit).toHaveLength(1);
  });

  test("to won by 25 and lost by 25 users concurrently end with one of the two", async () => {
    const leadId = await leadIn("qualified");
    const attempts = Array.from({ length: 50 }, (_, index) => (index % 2 ? win(leadId) : move(leadId, "lost")));
    const results = await Promise.allSettled(attempts);
    const winners = results.flatMap((result, index) => (result.status === "fulfilled" ? [index] : []));
    expect(winners).toHaveLength(1);
    const won = winners[0]! % 2 === 1;
    const after = await traces(leadId);
    expect(after.row).toMatchObject({ status: won ? "converted" : "lost" });
    expect(after.deals).toBe(won ? 1 : 0);
  });

  test("of foreign and unknown leads are both rejected with not_found", async () => {
    const leadId = await leadIn("new");
    const foreign = await createOrg(db.database);
    const foreignMove = () => asOwner(db.database, foreign, (scope) => moveLead(scope, { leadId, to: "lost" }));
    for (const attempt of [foreignMove, () => move(randomUUID(), "lost")]) {
      await expect(attempt()).rejects.toMatchObject({ code: "not_found", params: {} });
    }
    expect((await traces(leadId)).row).toMatchObject({ status: "new" });
  });

  test("by an affiliate are rejected, also for their own lead", async () => {
    const leadId = await leadIn("new");
    const attempt = asAffiliate(db.database, org, affiliate, (scope) => moveLead(scope, { leadId, to: "lost" }));
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
    expect((await traces(leadId)).row).toMatchObject({ status: "new" });
  });
});

describe("[AFF-10] submitting leads", () => {
  let someone: Affiliate;

  beforeEach(async () => {
    someone = await invitedAffiliate(db.database, org);
  });

  const setStatus = (status: AffiliateStatus) =>
    db.ownerPool.query("update affiliate set status = $2 where id = $1", [someone.affiliateId, status]);
  const statusNow = async () => {
    const sql = "select status from affiliate where id = $1";
    return (await db.ownerPool.query<{ status: string }>(sql, [someone.affiliateId])).rows[0]!.status;
  };

  test("is rejected for an inactive affiliate, and nothing is written or queued", async () => {
    await setStatus("inactive");
    const before = await db.jobs("webhook.emit");
    await expect(submittedLead(db.database, org, someone)).rejects.toMatchObject({
      code: "affiliate_inactive",
    });
    expect(await db.jobs("webhook.emit")).toEqual(before);
    const { rowCount } = await db.ownerPool.query("select 1 from lead where affiliate_id = $1", [someone.affiliateId]);
    expect(rowCount).toBe(0);
  });

  test("[POR-06] as an active affiliate creates their new lead and emits lead.created", async () => {
    await setStatus("active");
    const leadId = await submittedLead(db.database, org, someone, { email: "Boss@Example.COM", phone: " " });
    const { row } = await traces(leadId);
    expect(row).toMatchObject({
      org_id: org.orgId,
      affiliate_id: someone.affiliateId,
      status: "new",
      email: "boss@example.com",
      phone: null,
    });
    const announced = (await db.jobs("webhook.emit")).filter((job) => job.payload["lead_id"] === leadId);
    expect(announced.map((job) => job.payload)).toEqual([
      expect.objectContaining({ event: "lead.created", org_id: org.orgId, lead_id: leadId }),
    ]);
  });

  test("is possible after the first sign-in, which activates an invited affiliate but not an inactive one", async () => {
    const signIn = () => asOwner(db.database, org, (scope) => activateAffiliate(scope, someone.affiliateId));
    expect(await statusNow()).toBe("invited");
    await signIn();
    expect(await statusNow()).toBe("active");
    await setStatus("inactive");
    await signIn();
    expect(await statusNow()).toBe("inactive");
  });

  test("is rejected for staff", async () => {
    const asStaff = { ...someone, actor: org.owner.actor } as unknown as Affiliate;
    await expect(submittedLead(db.database, org, asStaff)).rejects.toMatchObject({ code: "forbidden" });
  });
});
