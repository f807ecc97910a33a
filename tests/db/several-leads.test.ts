import { beforeEach, describe, expect, test } from "vitest";
import { deleteLead, deleteLeads } from "~/domain/leads/delete-lead.server";
import { editLead } from "~/domain/leads/edit-lead.server";
import { eraseLead } from "~/domain/leads/erase-lead.server";
import { finishStep } from "~/domain/leads/finish-step.server";
import { MAX_LEADS } from "~/domain/leads/lead-batch";
import { MAX_DELETED_ENTRIES } from "~/domain/leads/lead-content.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { setNextSteps } from "~/domain/leads/set-next-steps.server";
import { undoLeads } from "~/domain/leads/undo-leads.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { addDays, day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { UNDO } from "~/domain/shared/undo";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { answered, attachment, noted, sent } from "../factories/conversation";
import { addedLead, oneTimeDeal, submittedLead } from "../factories/deals";
import { definedFields, withOwnValues } from "../factories/fields";
import { assigned, planned } from "../factories/lead-work";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";
import { countStatements } from "../support/statements";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
const ON = day("2026-03-24");

beforeEach(async () => {
  db.at("2026-03-20T11:00:00Z");
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
});

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const lead = (company_name: string, of: Affiliate | null = ada) =>
  of ? submittedLead(db.database, org, of, { company_name }) : addedLead(db.database, org, { company_name });
const set = (leadIds: string[], nextStep: string | null = "Write", nextStepOn = nextStep === null ? null : ON) =>
  owner((scope) => setNextSteps(scope, { leadIds, nextStep, nextStepOn }));
const remove = (leadIds: string[], reason: string | null = null) =>
  owner((scope) => deleteLeads(scope, { leadIds, reason }));
const undo = (batchId: string | null) => owner((scope) => undoLeads(scope, batchId!));
const work = async (id: string) => (await owner((scope) => readLead(scope, id)))!.work;
async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}
const changed = (company: string) => ({ company, status: "new", code: "changed_meanwhile" });

describe("[WORK-04] [WORK-07] the next step of several leads", () => {
  test("that another user has changed since stays when the action is undone", async () => {
    const [a, b, c, d] = [await lead("A"), await lead("B"), await lead("C"), await lead("D")];
    await planned(db.database, org, a, "Call");
    const { batchId } = await set([a, b, c, d]);
    await planned(db.database, org, b, "Meet");
    // Set to something else and back, which is a change of its own.
    await planned(db.database, org, c, "Something else");
    await set([c]);
    await owner((scope) => finishStep(scope, { leadId: d, step: "Write" }));
    const { undone, kept } = await undo(batchId);
    expect([undone, kept]).toEqual([1, [changed("B"), changed("C"), changed("D")]]);
    expect(await work(a)).toMatchObject({ nextStep: "Call" });
    expect(await work(b)).toMatchObject({ nextStep: "Meet" });
    expect(await work(c)).toMatchObject({ nextStep: "Write", nextStepOn: ON });
    expect(await work(d)).toMatchObject({ nextStep: null });
  });

  test("gives leads without a responsible member back to nobody, unless somebody else took them since", async () => {
    const member = await addMember(db.database, org);
    const [a, b, c] = [await lead("A"), await lead("B"), await lead("C")];
    await assigned(db.database, org, [c], member.userId);
    const { batchId } = await set([a, b, c]);
    expect((await work(a)).responsible).toBe(org.owner.userId);
    expect((await work(c)).responsible).toBe(member.userId);
    await assigned(db.database, org, [b], member.userId);
    expect(await undo(batchId)).toEqual({ undone: 3, kept: [] });
    const people = await Promise.all([a, b, c].map(async (id) => (await work(id)).responsible));
    expect(people).toEqual([null, member.userId, member.userId]);
    expect(await undo(batchId)).toEqual({ undone: 0, kept: [] });
  });

  test("is undone by its actor alone, within the time, and never writes a text into the audit log", async () => {
    const [a] = [await lead("A")];
    await planned(db.database, org, a, "Ask Mr. Weber");
    const { batchId } = await set([a], "Visit Mrs. Sommer");
    const log = JSON.stringify(await rows("select * from audit_log"));
    for (const name of ["Weber", "Sommer"]) expect(log).not.toContain(name);
    const member = await addMember(db.database, org);
    const other = asOwner(db.database, { ...org, owner: member }, (scope) => undoLeads(scope, batchId!));
    await expect(other).rejects.toMatchObject({ code: "not_found" });
    const own = asAffiliate(db.database, org, ada, (scope) => undoLeads(scope, batchId!));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    db.at(new Date(Date.parse("2026-03-20T11:00:00Z") + (UNDO.extended + 1) * 1_000).toISOString());
    await expect(undo(batchId)).rejects.toMatchObject({ code: "lead_undo_too_late" });
    expect(await work(a)).toMatchObject({ nextStep: "Visit Mrs. Sommer" });
  });

  test("[OPS-05] the replaced text is gone when undoing is over, and when any person is erased", async () => {
    const [a, b] = [await lead("A"), await lead("B")];
    const kept = () =>
      rows("select step_batch, earlier_step, earlier_step_on from lead_work where step_batch is not null");
    await planned(db.database, org, a, "Ask Mr. Weber");
    await db.runJobs();
    const { batchId } = await set([a]);
    expect(await kept()).toMatchObject([{ step_batch: batchId, earlier_step: "Ask Mr. Weber" }]);
    await db.runJobs();
    expect(await kept()).toEqual([]);
    expect(await work(a)).toMatchObject({ nextStep: "Write" });

    await set([a], "Ask Mrs. Sommer");
    const { contact } = (await owner((scope) => readLead(scope, b)))!;
    await owner((scope) =>
      eraseLead(scope, b, { name: contact.contactPerson, company: false, others: false, nobody: "Nobody" }),
    );
    expect(await kept()).toEqual([]);
    // A lead whose contact was erased takes no new text, but can lose one.
    expect(await set([a, b], "Call")).toMatchObject({ done: 1, refused: [{ code: "lead_erased" }] });
    expect(await set([a, b], null)).toMatchObject({ done: 1, unchanged: 1, refused: [] });
  });

  test("is refused as a whole without text or day, and for too many leads; a form that edits a lead ends its undo", async () => {
    const a = await lead("A");
    await expect(set([a], null, ON)).rejects.toMatchObject({ code: "next_step_required" });
    await expect(set([a], "Call", null)).rejects.toMatchObject({ code: "next_step_day_required" });
    await expect(
      set(Array.from({ length: MAX_LEADS + 1 }, (_, n) => a.slice(0, -3) + String(n).padStart(3, "0"))),
    ).rejects.toMatchObject({
      code: "too_many_leads",
    });
    const { batchId } = await set([a]);
    const { contact, affiliate, work: now } = (await owner((scope) => readLead(scope, a)))!;
    const edited = { contact, affiliateId: affiliate!.id, work: { ...now, nextStepOn: addDays(ON, 1) } };
    await owner((scope) => editLead(scope, { leadId: a, ...edited }));
    expect((await undo(batchId)).kept).toEqual([changed("A")]);
  });
});

const tables = ["lead", "lead_note", "lead_message", "lead_status_change", "lead_own_value", "lead_work"];
const snapshot = async () =>
  Object.fromEntries(
    await Promise.all(tables.map(async (one) => [one, await rows(`select * from ${one} t order by t::text`)])),
  );

describe("[WORK-04] [WORK-11] deleting several leads", () => {
  test("restores every row of all of them within the time to undo, with exact sums", async () => {
    await definedFields(db.database, org);
    const bob = await activeAffiliate(db.database, org, { name: "Bob" });
    const [a, b, c] = [await lead("A"), await lead("B", bob), await lead("C", null)];
    const file = await attachment(db.database, org);
    await noted(db.database, org, a, { text: "Internal", file });
    await sent(db.database, org, { leadId: a, affiliateId: ada.affiliateId, text: "Shared" });
    await answered(db.database, org, ada, a, { text: "From Ada" });
    await answered(db.database, org, bob, b, { text: "From Bob" });
    await withOwnValues(db.database, org, "lead", b, { lead_inside: "In", lead_shown: "Shown" });
    await planned(db.database, org, b, "Call");
    // Forgets how to undo the step.
    await db.runJobs();
    const before = await snapshot();
    const { batchId, ...result } = await remove([a, b, c]);
    expect(result).toEqual({ done: 3, unchanged: 0, refused: [] });
    expect((await snapshot())["lead"]).toEqual([]);
    await expectExactAggregates(db.ownerPool);
    expect(await undo(batchId)).toEqual({ undone: 3, kept: [] });
    expect(await snapshot()).toEqual(before);
    await expectExactAggregates(db.ownerPool);
    expect(await undo(batchId)).toEqual({ undone: 0, kept: [] });
    const log = await rows(
      "select action, count(*)::int from audit_log where action ~ '^leads?[.](delete|restore|undo)' group by 1 order by 1",
    );
    expect(log).toEqual([
      { action: "lead.delete", count: 3 },
      { action: "lead.restore", count: 3 },
      { action: "leads.delete", count: 1 },
      { action: "leads.undo", count: 1 },
    ]);
  });

  test("keeps leads with a deal, also if it was lost since, and tells of unknown and foreign ones", async () => {
    const foreign = await addedLead(db.database, await createOrg(db.database));
    const { leadId: won } = await oneTimeDeal(db.database, org, ada);
    const { leadId: lost } = await oneTimeDeal(db.database, org, ada);
    await rows("update lead set status = 'lost', lost_on = '2026-03-20' where id = $1", lost);
    const a = await lead("A");
    const { done, refused } = await remove([a, won, lost, foreign, a]);
    expect(done).toBe(1);
    expect(refused.map(({ code }) => code)).toEqual(["lead_delete_deals", "lead_delete_deals", "not_found"]);
    const left = await rows<{ id: string }>("select id from lead where org_id = $1", org.orgId);
    expect(left.map(({ id }) => id).sort()).toEqual([won, lost].sort());
    expect(await rows("select 1 from lead where id = $1", foreign)).toHaveLength(1);
    const own = asAffiliate(db.database, org, ada, (scope) => deleteLeads(scope, { leadIds: [a], reason: null }));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
  });

  test("sends each affiliate one email with the reason and each lead one event, when undoing is over", async () => {
    const webhooks = db.context.webhooks;
    await owner((scope) =>
      saveWebhook(scope, { url: "https://hooks.zapier.com/x", events: ["lead.deleted"] }, webhooks),
    );
    const bob = await activeAffiliate(db.database, org, { name: "Bob" });
    const ids = [await lead("Alpha"), await lead("Beta"), await lead("Gamma", bob), await lead("Delta", null)];
    await db.ownerPool.query("delete from graphile_worker._private_jobs");
    await remove(ids, "Entered twice");
    expect(await db.jobs("webhook.emit")).toHaveLength(4);
    expect(await db.jobs("lead.forget")).toHaveLength(1);
    await db.ownerPool.query(
      "delete from graphile_worker._private_jobs where task_id in (select id from graphile_worker._private_tasks where identifier like 'webhook%')",
    );
    await db.runJobs();
    const mails = Object.fromEntries(db.mails.map((mail) => [mail.to.address, mail]));
    expect(Object.keys(mails).sort()).toEqual([ada.email, bob.email].sort());
    expect(mails[ada.email]!.subject).toBe("2 of your leads were deleted");
    for (const word of ["Alpha", "Beta", "Entered twice"]) expect(mails[ada.email]!.text).toContain(word);
    expect(mails[bob.email]!.subject).toBe("Your lead Gamma was deleted");
    expect(await rows("select distinct content, reason from deleted_lead")).toEqual([{ content: null, reason: null }]);
  });

  test("takes as many statements for twenty leads as for two, and so does its undo", async () => {
    const make = async (count: number) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n++) {
        const id = await lead(`Lead ${count} ${n}`);
        await noted(db.database, org, id, { text: "Internal" });
        await planned(db.database, org, id, "Call");
        ids.push(id);
      }
      return ids;
    };
    const spent = async (ids: string[]) => {
      let batchId: string | null = null;
      const deleting = await countStatements(async () => void ({ batchId } = await remove(ids)));
      return [deleting, await countStatements(() => undo(batchId))];
    };
    const [few, many] = [await make(2), await make(20)];
    await spent(few);
    expect(await spent(many)).toEqual(await spent(few));
  });

  test("refuses leads with more notes and messages together than one action reads", async () => {
    const [a, b] = [await lead("A"), await lead("B")];
    const count = MAX_DELETED_ENTRIES + 1;
    await rows(
      `insert into lead_note (org_id, id, lead_id, text, created_at)
       select $1, gen_random_uuid(), $2, 'x', now() from generate_series(1, $3::int)`,
      org.orgId,
      a,
      count,
    );
    const refused = { code: "lead_delete_large", params: { max: MAX_DELETED_ENTRIES } };
    await expect(remove([a, b])).rejects.toMatchObject(refused);
    // One lead has at most what was merged into it.
    const { batchId } = await owner((scope) => deleteLead(scope, { leadId: a, reason: null }));
    await undo(batchId);
    expect(await rows("select count(*)::int from lead_note")).toEqual([{ count }]);
  });
});
