import { beforeEach, describe, expect, test } from "vitest";
import { deleteAffiliate } from "~/domain/affiliates/delete-affiliate.server";
import { removeMember } from "~/domain/members/remove-member.server";
import { deleteUnusedFiles } from "~/domain/files/delete-file.server";
import { deleteLead } from "~/domain/leads/delete-lead.server";
import { eraseLead } from "~/domain/leads/erase-lead.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { undoLeads } from "~/domain/leads/undo-leads.server";
import { webhookPayload } from "~/domain/webhooks/payload.server";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { answered, attachment, noted, sent } from "../factories/conversation";
import { assigned } from "../factories/lead-work";
import { addedLead, oneTimeDeal, submittedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { untilBlocked, useDatabase } from "../support/database";

const db = useDatabase({ each: true, connections: 4 });
let org: Org;
let ada: Affiliate;
let leadId: string;

beforeEach(async () => {
  db.at("2026-03-20T11:00:00Z");
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  leadId = await submittedLead(db.database, org, ada, { company_name: "Müller AG" });
  await asOwner(db.database, org, (scope) => moveLead(scope, { leadId, to: "qualified" }));
  await db.runJobs();
  db.mails.splice(0);
  db.at("2026-03-21T12:00:00Z");
});

const remove = (reason: string | null = null, id = leadId) =>
  asOwner(db.database, org, (scope) => deleteLead(scope, { leadId: id, reason }));
const undo = (batchId: string) => asOwner(db.database, org, (scope) => undoLeads(scope, batchId));
async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}
const tables = ["lead", "lead_note", "lead_message", "lead_status_change"];
const snapshot = async () =>
  Object.fromEntries(
    await Promise.all(tables.map(async (one) => [one, await rows(`select * from ${one} order by id`)])),
  );

async function withConversation(): Promise<string> {
  const file = await attachment(db.database, org);
  await noted(db.database, org, leadId, { text: "Internal", file });
  await sent(db.database, org, { leadId, affiliateId: ada.affiliateId, text: "Shared" });
  await answered(db.database, org, ada, leadId, { text: "Answered" });
  await db.runJobs();
  db.mails.splice(0);
  return file.id;
}

describe("[WORK-11] deleting a lead without deals", () => {
  test("restores every row of it within the time to undo, and tells no one", async () => {
    await withConversation();
    const before = await snapshot();
    const { batchId } = await remove("Entered twice");
    expect(await rows("select 1 from lead where id = $1", leadId)).toEqual([]);
    expect(await rows("select 1 from lead_note union all select 1 from lead_message")).toEqual([]);
    await expectExactAggregates(db.ownerPool);
    expect(await asAffiliate(db.database, org, ada, (scope) => scope.db.deletedLead.count())).toBe(0);

    expect(await undo(batchId)).toEqual({ undone: 1, kept: [] });
    expect(await snapshot()).toEqual(before);
    await expectExactAggregates(db.ownerPool);
    expect(await rows("select 1 from notification where type = 'lead_deleted'")).toEqual([]);
    expect(await undo(batchId)).toEqual({ undone: 0, kept: [] });
    await db.runJobs();
    expect(db.mails).toEqual([]);
    const log = await rows("select action from audit_log where entity_id = $1 order by id desc limit 2", leadId);
    expect(log.map(({ action }) => action)).toEqual(["lead.restore", "lead.delete"]);
  });

  test("tells the affiliate the reason, and forgets its rows and files when the time is over", async () => {
    const fileId = await withConversation();
    await rows("update file set created_at = '2026-03-01T12:00:00Z'");
    const { batchId } = await remove("Entered twice");
    const event = { event: "lead.deleted", timestamp: "2026-03-21T12:00:00Z", lead_id: leadId } as const;
    const body = await asOwner(db.database, org, (scope) => webhookPayload(scope, { ...event, batch_id: batchId }));
    const whose = { lead: { id: leadId }, affiliate: { id: ada.affiliateId, name: "Ada" } };
    const { lead_id: _, ...sent } = event;
    expect(JSON.parse(body!)).toEqual({ ...sent, delete_reason: "Entered twice", ...whose });
    const created = asOwner(db.database, org, (scope) => webhookPayload(scope, { ...event, event: "lead.created" }));
    expect(await created).toBeNull();
    // A file of what can be restored is in use.
    await asOwner(db.database, org, (scope) => deleteUnusedFiles(scope));
    expect(await rows("select 1 from file where id = $1", fileId)).toHaveLength(1);
    await db.runJobs();
    expect(db.mails).toMatchObject([{ to: { address: ada.email }, subject: "Your lead Müller AG was deleted" }]);
    expect(db.mails[0]!.text).toContain("Reason: Entered twice");
    expect(await rows("select content, files, reason from deleted_lead")).toEqual([
      { content: null, files: [], reason: null },
    ]);
    expect(await rows("select 1 from file where id = $1", fileId)).toEqual([]);
    await expect(undo(batchId)).rejects.toMatchObject({ code: "lead_undo_too_late" });
  });

  test("is refused with a deal, for an unknown lead, for an affiliate, and undone by its actor alone", async () => {
    const { leadId: won } = await oneTimeDeal(db.database, org, ada);
    await expect(remove(null, won)).rejects.toMatchObject({ code: "lead_delete_deals" });
    await expect(remove(null, ada.affiliateId)).rejects.toMatchObject({ code: "not_found" });
    const own = asAffiliate(db.database, org, ada, (scope) => deleteLead(scope, { leadId, reason: null }));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    const { batchId } = await remove();
    const member = await addMember(db.database, org);
    const other = asOwner(db.database, { ...org, owner: member }, (scope) => undoLeads(scope, batchId));
    await expect(other).rejects.toMatchObject({ code: "not_found" });
  });

  test("refuses what is written about it at the same moment", async () => {
    const deleting = await db.ownerPool.connect();
    await deleting.query("begin");
    await deleting.query("delete from lead where id = $1", [leadId]);
    const writing = [
      noted(db.database, org, leadId, { text: "Internal" }),
      answered(db.database, org, ada, leadId, { text: "Answered" }),
    ].map((one) => expect(one).rejects.toMatchObject({ code: "not_found" }));
    // They have seen the lead, and wait for its deletion.
    await untilBlocked(db.ownerPool, 2);
    await deleting.query("commit");
    deleting.release();
    await Promise.all(writing);
  });

  test("is undone without an affiliate who was deleted meanwhile", async () => {
    await withConversation();
    const { batchId } = await remove();
    await asOwner(db.database, org, (scope) => deleteAffiliate(scope, ada.affiliateId));
    expect(await undo(batchId)).toMatchObject({ undone: 1 });
    const lead = await asOwner(db.database, org, (scope) => readLead(scope, leadId));
    expect(lead).toMatchObject({ status: "qualified", affiliate: null });
  });

  test("[WORK-07] is undone without a responsible who is no member any more", async () => {
    const member = await addMember(db.database, org);
    const responsible = () => rows<{ responsible: string | null }>("select responsible from lead_work");
    await assigned(db.database, org, [leadId], member.userId);
    const first = await remove();
    await undo(first.batchId);
    expect(await responsible()).toEqual([{ responsible: member.userId }]);
    const { batchId } = await remove();
    await asOwner(db.database, org, (scope) => removeMember(scope, member.userId));
    expect(await undo(batchId)).toEqual({ undone: 1, kept: [] });
    expect(await responsible()).toEqual([{ responsible: null }]);
  });

  test("[OPS-05] cannot be undone after a person was erased", async () => {
    const email = "anna@kunde.example";
    const shared = await addedLead(db.database, org, { email, contact_person: "Anna" });
    const twin = await addedLead(db.database, org, { email, contact_person: "Anna" });
    const { batchId } = await remove(null, shared);
    await asOwner(db.database, org, (scope) =>
      eraseLead(scope, twin, { name: "Anna", company: false, others: true, nobody: "Nobody" }),
    );
    await expect(undo(batchId)).rejects.toMatchObject({ code: "lead_undo_too_late" });
  });
});
