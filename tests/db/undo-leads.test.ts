import { beforeEach, describe, expect, test } from "vitest";
import { deleteAffiliate } from "~/domain/affiliates/delete-affiliate.server";
import { reassignLeads } from "~/domain/leads/reassign-leads.server";
import type { LeadMove } from "~/domain/leads/lead";
import { moveLead } from "~/domain/leads/move-lead.server";
import { moveLeads } from "~/domain/leads/move-leads.server";
import { readLeadHistory } from "~/domain/leads/read-lead-history.server";
import { undoLeads } from "~/domain/leads/undo-leads.server";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, submittedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let bob: Affiliate;
let ids: string[];

beforeEach(async () => {
  db.at("2026-03-20T11:00:00Z");
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  bob = await activeAffiliate(db.database, org, { name: "Bob" });
  const lead = (of: Affiliate, company_name: string) => submittedLead(db.database, org, of, { company_name });
  ids = [await lead(ada, "Alpha"), await lead(ada, "Beta"), await lead(bob, "Gamma")];
  await db.runJobs();
  db.mails.splice(0);
  db.at("2026-03-20T12:00:00Z");
});

const move = async (to: LeadMove, leadIds = ids) =>
  (await asOwner(db.database, org, (scope) => moveLeads(scope, { leadIds, to, reason: null }))).batchId!;
const give = async (affiliateId: string | null, leadIds = ids) =>
  (await asOwner(db.database, org, (scope) => reassignLeads(scope, { leadIds, affiliateId }))).batchId!;
const one = (leadId: string, to: LeadMove) => asOwner(db.database, org, (scope) => moveLead(scope, { leadId, to }));
const undo = (batchId: string) => asOwner(db.database, org, (scope) => undoLeads(scope, batchId));
async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}
const column = async (name: "status" | "affiliate_id" | "qualified_on") => {
  const found = await rows<Record<string, string | null>>(`select id, ${name} as it from lead where id = any($1)`, ids);
  return ids.map((id) => found.find((row) => row["id"] === id)?.["it"]);
};
const notices = () => rows("select type from notification where type = 'lead_lost'");
const all = <T>(value: T) => Array<T>(ids.length).fill(value);
const everything = { undone: 3, kept: [] };
const nothing = { undone: 0, kept: [] };

describe("[LEAD-03] [LEAD-13] undoing an action on one lead", () => {
  test.each(["qualified", "lost"] as const)("%s restores it once, and notifies no one", async (to) => {
    const batch = await one(ids[0]!, to);
    expect(await undo(batch)).toEqual({ undone: 1, kept: [] });
    expect(await column("status")).toEqual(all("new"));
    expect(await notices()).toEqual([]);
    expect(await undo(batch)).toEqual(nothing);
    await db.runJobs();
    expect(db.mails).toEqual([]);
    const log = await rows("select action, entity from audit_log where action like 'lead%.%' order by id desc limit 2");
    expect(log).toEqual([
      { action: "lead.undo", entity: "lead" },
      { action: `lead.${to}`, entity: "lead" },
    ]);
  });

  test("is rejected after a later change, after the time limit, and for a step of an action on several leads", async () => {
    const batch = await one(ids[0]!, "qualified");
    await one(ids[0]!, "lost");
    expect(await undo(batch)).toMatchObject({ undone: 0, kept: [{ code: "changed_meanwhile" }] });
    const other = await one(ids[1]!, "lost");
    db.at("2026-03-20T12:05:01Z");
    await expect(undo(other)).rejects.toMatchObject({ code: "lead_undo_too_late" });
    await move("qualified", [ids[2]!]);
    const [step] = await rows<{ id: string }>(
      "select id from audit_log where action = 'lead.qualified' and batch_id is not null",
    );
    await expect(undo(step!.id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("[LEAD-13] undoing an action on several leads", () => {
  test("reopens lost leads with their earlier status, removes the notifications and prevents the emails", async () => {
    await one(ids[1]!, "qualified");
    db.at("2026-03-20T12:00:05Z");
    const batch = await move("lost");
    expect(await notices()).toHaveLength(2);
    db.at("2026-03-20T12:00:14Z");
    expect(await undo(batch)).toEqual(everything);
    expect(await column("status")).toEqual(["new", "qualified", "new"]);
    expect(await notices()).toEqual([]);
    await db.runJobs();
    expect(db.mails).toEqual([]);
    await expectExactAggregates(db.ownerPool);
    // The events stay in the lead's history.
    const history = await asOwner(db.database, org, (scope) => readLeadHistory(scope, ids[0]!));
    expect(history.map(({ kind }) => kind)).toEqual(["submitted", "lost", "reopened"]);
    expect(await rows("select action, data->>'undoes' as undoes from audit_log where action like '%.undo'")).toEqual(
      expect.arrayContaining([
        { action: "leads.undo", undoes: batch },
        { action: "lead.undo", undoes: null },
      ]),
    );
  });

  test("makes contacted leads new again, except those moved since", async () => {
    const batch = await move("contacted");
    expect(await column("status")).toEqual(all("contacted"));
    await one(ids[1]!, "qualified");
    expect(await undo(batch)).toMatchObject({ undone: 2, kept: [{ company: "Beta", status: "qualified" }] });
    expect(await column("status")).toEqual(["new", "qualified", "new"]);
    await expectExactAggregates(db.ownerPool);
  });

  test("makes qualified leads new again, and reports no longer count them as qualified", async () => {
    const batch = await move("qualified");
    expect(await column("qualified_on")).not.toContain(null);
    expect(await undo(batch)).toEqual(everything);
    expect(await column("status")).toEqual(all("new"));
    expect(await column("qualified_on")).toEqual(all(null));
    await expectExactAggregates(db.ownerPool);
    await move("qualified");
    expect(await column("qualified_on")).not.toContain(null);
    await expectExactAggregates(db.ownerPool);
  });

  test("keeps a lead qualified that was so long before its loss", async () => {
    await move("qualified");
    const before = await column("qualified_on");
    db.at("2026-04-20T12:00:00Z");
    await undo(await move("lost"));
    expect(await column("status")).toEqual(all("qualified"));
    expect(await column("qualified_on")).toEqual(before);
    await expectExactAggregates(db.ownerPool);
  });

  test("returns reassigned leads to their affiliates, with their history", async () => {
    await one(ids[0]!, "lost");
    const before = await column("affiliate_id");
    expect(await undo(await give(null))).toEqual(everything);
    expect(await column("affiliate_id")).toEqual(before);
    const seen = await asAffiliate(db.database, org, ada, (scope) => scope.db.leadStatusChange.count());
    expect(seen).toBe(1);
    await expectExactAggregates(db.ownerPool);
  });

  test("twice and 12 times concurrently undoes once", async () => {
    for (const [minute, act] of [() => move("qualified"), () => move("lost"), () => give(null)].entries()) {
      db.at(`2026-03-20T12:0${minute}:00Z`);
      const batch = await act();
      const answers = await Promise.all(Array.from({ length: 12 }, () => undo(batch)));
      expect(answers.filter(({ undone }) => undone > 0)).toEqual([everything]);
      expect(await undo(batch)).toEqual(nothing);
    }
    expect(await rows("select 1 from audit_log where action = 'leads.undo'")).toHaveLength(3);
    await expectExactAggregates(db.ownerPool);
  });

  test("names and keeps leads that were won, moved or lost since, and restores the others", async () => {
    const batch = await move("qualified");
    await one(ids[1]!, "lost");
    await oneTimeDeal(db.database, org, ada, { lead_id: ids[0]! });
    const { undone, kept } = await undo(batch);
    expect(undone).toBe(1);
    expect(kept).toHaveLength(2);
    expect(kept).toEqual(
      expect.arrayContaining([
        { company: "Alpha", status: "converted", code: "changed_meanwhile" },
        { company: "Beta", status: "lost", code: "changed_meanwhile" },
      ]),
    );
    expect(await column("status")).toEqual(["converted", "lost", "new"]);
    expect(await notices()).toHaveLength(1);
    await expectExactAggregates(db.ownerPool);
  });

  test("keeps reassigned leads that have a deal, were reassigned again, or whose affiliate was deleted", async () => {
    const cleo = await activeAffiliate(db.database, org, { name: "Cleo" });
    const hers = await submittedLead(db.database, org, cleo, { company_name: "Hers" });
    ids = [...ids, hers];
    const batch = await give(bob.affiliateId);
    await oneTimeDeal(db.database, org, bob, { lead_id: ids[0]! });
    await give(null, [ids[1]!]);
    await asOwner(db.database, org, (scope) => deleteAffiliate(scope, cleo.affiliateId));
    const { undone, kept } = await undo(batch);
    expect(undone).toBe(0);
    expect(kept.map(({ company, code }) => `${company} ${code}`).sort()).toEqual([
      "Alpha lead_has_deal",
      "Beta changed_meanwhile",
      "Hers changed_meanwhile",
    ]);
    expect(await column("affiliate_id")).toEqual([bob.affiliateId, null, bob.affiliateId, bob.affiliateId]);
  });

  test("affects only that action, not a later one of the same kind", async () => {
    const first = await move("qualified", [ids[0]!]);
    db.at("2026-03-20T12:00:01Z");
    const second = await move("qualified");
    expect(await undo(first)).toEqual({ undone: 1, kept: [] });
    db.at("2026-03-20T12:00:02Z");
    const third = await move("qualified", [ids[0]!]);
    expect(await undo(first)).toEqual(nothing);
    expect(await undo(second)).toEqual({ undone: 2, kept: [] });
    expect(await column("status")).toEqual(["qualified", "new", "new"]);
    expect(await undo(third)).toEqual({ undone: 1, kept: [] });
    await expectExactAggregates(db.ownerPool);
  });

  test("is rejected after the time limit or while an affiliate is being notified, and changes nothing", async () => {
    const late = await move("qualified");
    db.at("2026-03-20T12:05:01Z");
    await expect(undo(late)).rejects.toMatchObject({ code: "lead_undo_too_late" });
    expect(await column("status")).toEqual(all("qualified"));
    const lost = await move("lost");
    await db.runJobs();
    expect(db.mails).toHaveLength(2);
    await expect(undo(lost)).rejects.toMatchObject({ code: "lead_undo_too_late" });
    expect(await column("status")).toEqual(all("lost"));
    expect(await notices()).toHaveLength(2);
  });

  test("also removes the notification of an affiliate who no longer has the lead", async () => {
    const lost = await move("lost");
    await give(bob.affiliateId);
    expect(await undo(lost)).toEqual(everything);
    expect(await notices()).toEqual([]);
    await db.runJobs();
    expect(db.mails).toEqual([]);
  });

  test("while the email is being sent either prevents it or is rejected", async () => {
    for (let round = 0; round < 5; round++) {
      db.mails.splice(0);
      db.at(`2026-03-20T12:0${round}:00Z`);
      const batch = await move("lost", [ids[0]!]);
      const [answer] = await Promise.allSettled([undo(batch), db.runJobs()]);
      const done = answer.status === "fulfilled";
      const [status] = await column("status");
      expect([status, db.mails.length]).toEqual(done ? ["new", 0] : ["lost", 1]);
      await db.ownerPool.query("update lead set status = 'new'");
    }
  });

  test("while a deal is created either restores the lead or keeps it won", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await submittedLead(db.database, org, ada);
      const batch = await move("qualified", [id]);
      const [answer] = await Promise.all([undo(batch), oneTimeDeal(db.database, org, ada, { lead_id: id })]);
      expect(answer.undone + answer.kept.length).toBe(1);
      expect(await rows("select status from lead where id = $1", id)).toEqual([{ status: "converted" }]);
    }
    await expectExactAggregates(db.ownerPool);
  });

  test("is allowed only for the user who acted, in their organization", async () => {
    const batch = await move("qualified");
    const member = await addMember(db.database, org);
    const foreign = await createOrg(db.database);
    const refused = { code: "not_found" };
    const byMember = db.database.withOrg(org.orgId, member.actor, (scope) => undoLeads(scope, batch));
    await expect(byMember).rejects.toMatchObject(refused);
    await expect(asOwner(db.database, foreign, (scope) => undoLeads(scope, batch))).rejects.toMatchObject(refused);
    const own = asAffiliate(db.database, org, ada, (scope) => undoLeads(scope, batch));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    expect(await column("status")).toEqual(all("qualified"));
  });
});
