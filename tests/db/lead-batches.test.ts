import { beforeEach, describe, expect, test } from "vitest";
import { deactivateAffiliate } from "~/domain/affiliates/deactivate-affiliate.server";
import { deleteAffiliate } from "~/domain/affiliates/delete-affiliate.server";
import { reassignLeads } from "~/domain/leads/reassign-leads.server";
import { giveLeadsSchema, loseLeadsSchema, MAX_LEADS, type LeadBatch } from "~/domain/leads/lead-batch";
import type { LeadMove } from "~/domain/leads/lead";
import { moveLead } from "~/domain/leads/move-lead.server";
import { moveLeads } from "~/domain/leads/move-leads.server";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let other: Org;
let ada: Affiliate;
let bob: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database);
  other = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  bob = await activeAffiliate(db.database, org, { name: "Bob" });
});

const NOBODY = "018f0000-0000-7000-8000-000000000000";

const lead = (company_name: string, of: Affiliate | null = ada) =>
  of ? submittedLead(db.database, org, of, { company_name }) : addedLead(db.database, org, { company_name });
const move = (leadIds: string[], to: LeadMove, reason: string | null = null) =>
  asOwner(db.database, org, (scope) => moveLeads(scope, { leadIds, to, reason }));
const give = (leadIds: string[], affiliateId: string | null) =>
  asOwner(db.database, org, (scope) => reassignLeads(scope, { leadIds, affiliateId }));
const one = (leadId: string, to: LeadMove) => asOwner(db.database, org, (scope) => moveLead(scope, { leadId, to }));
async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}
const statuses = async (ids: string[]) => {
  const found = await rows<{ id: string; status: string }>("select id, status from lead where id = any($1)", ids);
  return ids.map((id) => found.find((row) => row.id === id)?.status);
};
const owners = async (ids: string[]) => {
  const found = await rows<{ id: string; affiliate_id: string | null }>(
    "select id, affiliate_id from lead where id = any($1)",
    ids,
  );
  return ids.map((id) => found.find((row) => row.id === id)?.affiliate_id);
};
const changes = (batchId: string | null) =>
  rows("select from_status, to_status, reason from lead_status_change where batch_id = $1", batchId);
const audit = (like: string) =>
  rows("select action, entity_id, batch_id, data from audit_log where action like $1 order by action, id", like);

describe("[LEAD-13] qualifying or losing several leads", () => {
  test("has a result per lead, and a skipped one does not stop the others", async () => {
    const fresh = await lead("Fresh");
    const there = await lead("There");
    const lost = await lead("Gone");
    const { leadId: won } = await oneTimeDeal(db.database, org, ada);
    await one(there, "qualified");
    await one(lost, "lost");
    const result = await move([won, fresh, NOBODY, lost, there, fresh], "qualified");
    expect(result).toMatchObject({ done: 1, unchanged: 1 });
    expect(result.refused).toHaveLength(3);
    expect(result.refused).toEqual(
      expect.arrayContaining([
        { company: "Gone", status: "lost", code: "lead_not_open" },
        { company: expect.stringMatching(/^Company/) as string, status: "converted", code: "lead_not_open" },
        { company: null, status: null, code: "not_found" },
      ]),
    );
    expect(await statuses([fresh, there, lost, won])).toEqual(["qualified", "qualified", "lost", "converted"]);
    expect(await changes(result.batchId)).toEqual([{ from_status: "new", to_status: "qualified", reason: null }]);
    expect(await audit("leads.%")).toMatchObject([
      { action: "leads.qualified", entity_id: org.orgId, batch_id: null, data: { count: 1 } },
    ]);
    expect(await audit("lead.qualified")).toMatchObject([
      { entity_id: there, batch_id: null },
      { entity_id: fresh, batch_id: result.batchId },
    ]);
    await expectExactAggregates(db.ownerPool);
  });

  test("writes nothing if all leads have the status, and nothing can be undone", async () => {
    const ids = [await lead("A"), await lead("B")];
    await move(ids, "lost", "No budget");
    expect(await move(ids, "lost", "Another reason")).toEqual({
      done: 0,
      unchanged: 2,
      refused: [],
      batchId: null,
    });
    expect(await audit("leads.lost")).toHaveLength(1);
    expect(await rows("select distinct reason from lead_status_change")).toEqual([{ reason: "No budget" }]);
  });

  test("as lost stores the reason with each, and sends each affiliate one notification and one email after the undo time", async () => {
    db.at("2026-03-20T12:00:00Z");
    const ids = [await lead("Alpha"), await lead("Beta"), await lead("Gamma", bob), await lead("Delta", null)];
    await db.runJobs();
    db.mails.splice(0);
    const { batchId } = await move(ids, "lost", "No budget");
    expect(await changes(batchId)).toEqual(
      Array(4).fill({ from_status: "new", to_status: "lost", reason: "No budget" }),
    );
    const notices = await rows("select affiliate_id, type, params, batch_id from notification order by affiliate_id");
    const of = (affiliate: Affiliate) => notices.filter((row) => row["affiliate_id"] === affiliate.affiliateId);
    expect(of(ada)).toMatchObject([
      { type: "lead_lost", batch_id: batchId, params: { companies: ["Alpha", "Beta"], reason: "No budget" } },
    ]);
    expect(of(bob)).toMatchObject([
      {
        type: "lead_lost",
        batch_id: batchId,
        params: { lead_id: ids[2], company: "Gamma", reason: "No budget" },
      },
    ]);
    expect(notices).toHaveLength(2);
    const jobs = await db.jobs("mail.notification");
    expect(jobs.map(({ runAt }) => runAt.toISOString())).toEqual(Array(2).fill("2026-03-20T12:00:25.000Z"));
    await db.runJobs();
    expect(db.mails.map(({ to }) => to.address).sort()).toEqual([ada.email, bob.email].sort());
    const toAda = db.mails.find(({ to }) => to.address === ada.email)!;
    expect(toAda.subject).toContain("2");
    for (const word of ["Alpha", "Beta", "No budget"]) expect(toAda.text).toContain(word);
  });

  test("rejects too many leads as a whole and names the limit", async () => {
    const ids = Array.from({ length: MAX_LEADS + 1 }, (_, n) => NOBODY.slice(0, -3) + String(n).padStart(3, "0"));
    await expect(move(ids, "qualified")).rejects.toMatchObject({ code: "too_many_leads" });
    await expect(give(ids, null)).rejects.toMatchObject({ code: "too_many_leads" });
    const form = loseLeadsSchema.safeParse({ lead_id: ids });
    expect(form.error?.issues).toMatchObject([{ message: 'too_many_leads|{"max":500}' }]);
    expect(loseLeadsSchema.safeParse({}).error?.issues).toMatchObject([{ message: "leads_required" }]);
    expect(giveLeadsSchema.safeParse({ lead_id: [NOBODY] }).error?.issues).toMatchObject([
      { message: "affiliate_required" },
    ]);
  });

  test("reports leads of another organization as unknown and leaves them unchanged", async () => {
    const foreign = await addedLead(db.database, other);
    const own = await lead("Own");
    for (const batch of [await move([foreign, own], "qualified"), await give([foreign, own], null)]) {
      expect(batch).toMatchObject({
        done: 1,
        refused: [{ company: null, status: null, code: "not_found" }],
      });
    }
    expect(await statuses([foreign])).toEqual(["new"]);
  });

  test("is rejected for affiliates, also for their own leads", async () => {
    const own = await lead("Own");
    const asAda = (use: (scope: Parameters<typeof moveLeads>[0]) => Promise<LeadBatch>) =>
      asAffiliate(db.database, org, ada, use);
    await expect(asAda((scope) => moveLeads(scope, { leadIds: [own], to: "qualified" }))).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(
      asAda((scope) => reassignLeads(scope, { leadIds: [own], affiliateId: ada.affiliateId })),
    ).rejects.toMatchObject({ code: "forbidden" });
    expect(await statuses([own])).toEqual(["new"]);
  });
});

describe("[LEAD-13] reassigning several leads to an affiliate", () => {
  test("changes those without a deal, whose history moves with them, and notifies nobody", async () => {
    const mine = await lead("Mine");
    const lost = await lead("Lost");
    const his = await lead("His", bob);
    const { leadId: won } = await oneTimeDeal(db.database, org, ada);
    await one(lost, "lost");
    await db.ownerPool.query("delete from notification");
    const result = await give([mine, lost, his, won, NOBODY], bob.affiliateId);
    expect(result).toMatchObject({ done: 2, unchanged: 1 });
    expect(result.refused.map(({ code }) => code).sort()).toEqual(["lead_has_deal", "not_found"]);
    expect(await owners([mine, lost, his, won])).toEqual([...Array<string>(3).fill(bob.affiliateId), ada.affiliateId]);
    const seen = await asAffiliate(db.database, org, bob, (scope) => scope.db.leadStatusChange.count());
    expect(seen).toBe(1);
    expect(await rows("select 1 from notification")).toEqual([]);
    const moved = { affiliate_from: ada.affiliateId, affiliate_to: bob.affiliateId };
    expect(await audit("lead.edit")).toMatchObject([
      { batch_id: result.batchId, data: moved },
      { batch_id: result.batchId, data: moved },
    ]);
    await expectExactAggregates(db.ownerPool);
  });

  test("can remove the affiliate, and assign one to leads without an affiliate", async () => {
    const ids = [await lead("A"), await lead("B")];
    expect(await give(ids, null)).toMatchObject({ done: 2 });
    expect(await owners(ids)).toEqual([null, null]);
    expect(await give(ids, bob.affiliateId)).toMatchObject({ done: 2 });
    expect(await owners(ids)).toEqual([bob.affiliateId, bob.affiliateId]);
  });

  test("is rejected for inactive, unknown and foreign affiliates", async () => {
    const id = await lead("A");
    const foreign = await activeAffiliate(db.database, other);
    await asOwner(db.database, org, (scope) => deactivateAffiliate(scope, bob.affiliateId));
    await expect(give([id], bob.affiliateId)).rejects.toMatchObject({
      code: "lead_affiliate_inactive",
      field: "affiliate_id",
    });
    for (const unknown of [NOBODY, foreign.affiliateId]) {
      await expect(give([id], unknown)).rejects.toMatchObject({ code: "not_found", field: "affiliate_id" });
    }
    expect(await owners([id])).toEqual([ada.affiliateId]);
  });
});

describe("[LEAD-13] concurrent actions on several leads", () => {
  test("in opposite order both end, and change each lead once", async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => lead(`Lead ${n}`)));
    for (let round = 0; round < 4; round++) {
      const results = await Promise.all([
        move(ids, "qualified"),
        move([...ids].reverse(), "qualified"),
        give([...ids].reverse(), round % 2 ? ada.affiliateId : bob.affiliateId),
        give(ids, round % 2 ? ada.affiliateId : bob.affiliateId),
      ]);
      const [first, second, third, fourth] = results;
      expect(first.done + second.done).toBe(12);
      expect(third.done + fourth.done).toBe(12);
      await db.ownerPool.query("update lead set status = 'new'");
    }
    expect(await rows("select 1 from lead_status_change")).toHaveLength(4 * 12);
  });

  test("that qualify and lose leave all leads lost, each once", async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => lead(`Lead ${n}`)));
    const [, lost] = await Promise.all([move(ids, "qualified"), move([...ids].reverse(), "lost", "Why")]);
    expect(lost).toMatchObject({ done: 8, refused: [] });
    expect(await statuses(ids)).toEqual(Array(8).fill("lost"));
    await expectExactAggregates(db.ownerPool);
  });

  test("and on one of them alone: only one of the two changes it", async () => {
    for (let round = 0; round < 6; round++) {
      const [id, beside] = [await lead(`Lead ${round}`), await lead(`Beside ${round}`)];
      const [batch, single] = await Promise.allSettled([move([beside, id], "lost"), one(id, "lost")]);
      const byBatch = batch.status === "fulfilled" && batch.value.done === 2;
      expect(batch).toMatchObject({ value: byBatch ? { unchanged: 0 } : { done: 1, unchanged: 1 } });
      expect(single.status).toBe(byBatch ? "rejected" : "fulfilled");
      expect(await rows("select 1 from lead_status_change where lead_id = $1", id)).toHaveLength(1);
    }
  });

  test("and the deletion of the new affiliate: either the leads are reassigned or the affiliate is deleted", async () => {
    for (let round = 0; round < 6; round++) {
      const cleo = await activeAffiliate(db.database, org, { name: `Cleo ${round}` });
      const id = await lead(`Lead ${round}`);
      const [given, deleted] = await Promise.allSettled([
        give([id], cleo.affiliateId),
        asOwner(db.database, org, (scope) => deleteAffiliate(scope, cleo.affiliateId)),
      ]);
      if (given.status === "rejected") expect(given.reason).toMatchObject({ code: "not_found" });
      const there = await rows("select 1 from affiliate where id = $1", cleo.affiliateId);
      expect(there).toHaveLength(deleted.status === "fulfilled" ? 0 : 1);
      const [owner] = await owners([id]);
      expect(owner).toBe(given.status === "rejected" ? ada.affiliateId : there.length > 0 ? cleo.affiliateId : null);
    }
  });
});
