import { beforeEach, describe, expect, test } from "vitest";
import { countLeads, withWorkCounts } from "~/domain/leads/count-leads.server";
import { editLead } from "~/domain/leads/edit-lead.server";
import { eraseLead } from "~/domain/leads/erase-lead.server";
import { finishStep } from "~/domain/leads/finish-step.server";
import { MINE, NO_MEMBER } from "~/domain/leads/lead-work";
import { noFilter, type LeadFilter } from "~/domain/leads/lead-filter";
import { openLeadStatuses } from "~/domain/leads/lead";
import { listLeads, longestDue, neighborsOf, usualLeadOrder } from "~/domain/leads/list-leads.server";
import { matchLeads } from "~/domain/leads/match-leads.server";
import { countLeadsOfMember } from "~/domain/leads/release-leads.server";
import { readConversation } from "~/domain/leads/read-conversation.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { readLeadHistory } from "~/domain/leads/read-lead-history.server";
import { readOwnLead } from "~/domain/leads/read-own-lead.server";
import { remindOfDueLeads } from "~/domain/leads/remind-due.server";
import { setNextSteps } from "~/domain/leads/set-next-steps.server";
import { takeBackEntry } from "~/domain/leads/take-back-entry.server";
import { undoLeads } from "~/domain/leads/undo-leads.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { removeMember } from "~/domain/members/remove-member.server";
import { muteTopic } from "~/domain/notifications/mail-choices.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { addedLead, submittedLead } from "../factories/deals";
import { assigned, planned } from "../factories/lead-work";
import { addMember, asOwner, createOrg, type Member, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let leadId: string;

const owner = <T>(use: (scope: Scope) => Promise<T>, of = org) => asOwner(db.database, of, use);
const as = <T>(member: Member, use: (scope: Scope) => Promise<T>) => db.database.withOrg(org.orgId, member.actor, use);
const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;
const work = async (id = leadId) => (await owner((scope) => readLead(scope, id)))!.work;
const code = (expected: string) => expect.objectContaining({ code: expected });
const plan = (text: string, days = 0, id = leadId) => planned(db.database, org, id, text, days);
const done = (step = "Call") => owner((scope) => finishStep(scope, { leadId, step }));

beforeEach(async () => {
  // A Tuesday.
  db.at("2026-03-10T06:30:00Z");
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  leadId = await submittedLead(db.database, org, ada, { company_name: "Nord AG" });
  await db.runJobs();
  db.mails.splice(0);
});

describe("[WORK-07] the affiliate sees neither", () => {
  test("a transaction of the affiliate reads no work, and cannot write it", async () => {
    await plan("They are slow payers");
    await asAffiliate(db.database, org, ada, async (scope) => {
      expect(await scope.db.$queryRaw`select * from lead_work`).toEqual([]);
      expect((await scope.db.leadWork.updateMany({ data: { nextStep: null, nextStepOn: null } })).count).toBe(0);
      expect(JSON.stringify(await readOwnLead(scope, leadId))).not.toContain("slow payers");
    });
    const input = { leadIds: [leadId], nextStep: "X", nextStepOn: null };
    const own = asAffiliate(db.database, org, ada, (scope) => setNextSteps(scope, input));
    await expect(own).rejects.toEqual(code("forbidden"));
    // The lead that the affiliate has submitted has its row all the same.
    expect(await work()).toMatchObject({ nextStep: "They are slow payers" });
  });
});

describe("[WORK-07] a next step", () => {
  test("has a text and a day, and makes its author responsible if nobody is", async () => {
    const on = await plan("Call");
    expect(await work()).toEqual({ responsible: org.owner.userId, nextStep: "Call", nextStepOn: on });
    const set = (nextStep: string | null, nextStepOn: typeof on | null) =>
      owner((scope) => setNextSteps(scope, { leadIds: [leadId], nextStep, nextStepOn }));
    await expect(set("Call", null)).rejects.toEqual(code("next_step_day_required"));
    await expect(set(null, on)).rejects.toEqual(code("next_step_required"));
    const member = await addMember(db.database, org);
    await as(member, (scope) => setNextSteps(scope, { leadIds: [leadId], nextStep: "Write", nextStepOn: on }));
    expect((await work()).responsible).toBe(org.owner.userId);
    expect(await set(null, null)).toMatchObject({ done: 1 });
    expect(await set(null, null)).toEqual({ done: 0, unchanged: 1, refused: [], batchId: null });
    const entries = (await owner((scope) => readLeadHistory(scope, leadId))).filter(({ kind }) => kind === "edited");
    expect(entries.map(({ data }) => data["fields"]).sort()).toEqual([
      "next_step",
      "next_step, next_step_on",
      "responsible, next_step, next_step_on",
    ]);
  });

  test("that is done becomes an entry of the timeline, and comes back when that is undone", async () => {
    const on = await plan("Call");
    await expect(done("Something else")).rejects.toEqual(code("changed_meanwhile"));
    const batchId = await done();
    await expect(done()).rejects.toEqual(code("changed_meanwhile"));
    expect(await work()).toMatchObject({ nextStep: null, nextStepOn: null, responsible: org.owner.userId });
    const [entry] = await owner((scope) => readConversation(scope, leadId));
    expect(entry).toMatchObject({ kind: "note", text: "Call", stepOn: on, canTakeBack: true });
    expect(await owner((scope) => undoLeads(scope, batchId))).toEqual({ undone: 1, kept: [] });
    expect(await owner((scope) => undoLeads(scope, batchId))).toEqual({ undone: 0, kept: [] });
    expect(await work()).toMatchObject({ nextStep: "Call", nextStepOn: on });
    expect(await owner((scope) => readConversation(scope, leadId))).toEqual([]);
  });

  test("comes back by its entry too, but never in place of the next one", async () => {
    await plan("Call");
    const first = await done();
    await owner((scope) => takeBackEntry(scope, { id: first, kind: "note" }));
    expect((await work()).nextStep).toBe("Call");
    const second = await done();
    await plan("Send the offer", 3);
    expect((await owner((scope) => undoLeads(scope, second))).kept).toHaveLength(1);
    expect((await work()).nextStep).toBe("Send the offer");
    expect(await owner((scope) => readConversation(scope, leadId))).toHaveLength(1);
  });

  test("goes with the erased contact, and cannot be written after", async () => {
    const on = await plan("Call Mr. Weber");
    const { contact } = (await owner((scope) => readLead(scope, leadId)))!;
    const input = { name: contact.contactPerson, company: false, others: false, nobody: "Deleted" };
    await db.database.withOrg(org.orgId, org.owner.actor, (scope) => eraseLead(scope, leadId, input), "erasure");
    expect(await work()).toMatchObject({ nextStep: null, nextStepOn: null });
    const again = { leadIds: [leadId], nextStep: "Call Mr. Weber", nextStepOn: on };
    const { done: changed, refused } = await owner((scope) => setNextSteps(scope, again));
    expect([changed, refused]).toEqual([0, [expect.objectContaining({ code: "lead_erased" })]]);
  });
});

describe("[WORK-07] who is responsible", () => {
  test("is a member, for several leads at once, and can be undone", async () => {
    const member = await addMember(db.database, org);
    const other = await addedLead(db.database, org);
    await assigned(db.database, org, [other], member.userId);
    const batch = await assigned(db.database, org, [leadId, other], member.userId);
    expect(batch).toMatchObject({ done: 1, unchanged: 1, refused: [] });
    expect((await work()).responsible).toBe(member.userId);
    expect(await owner((scope) => undoLeads(scope, batch.batchId!))).toEqual({ undone: 1, kept: [] });
    expect((await work()).responsible).toBeNull();
    expect((await work(other)).responsible).toBe(member.userId);
    await expect(assigned(db.database, org, [leadId], ada.userId)).rejects.toEqual(code("not_found"));
    const stranger = await createOrg(db.database);
    await expect(assigned(db.database, org, [leadId], stranger.owner.userId)).rejects.toEqual(code("not_found"));
    expect((await assigned(db.database, stranger, [leadId], null)).refused).toHaveLength(1);
  });

  test("is edited with the lead, and two people do not overwrite each other", async () => {
    const lead = (await owner((scope) => readLead(scope, leadId)))!;
    const input = { leadId, contact: lead.contact };
    const changed = { responsible: org.owner.userId, nextStep: "Call", nextStepOn: day("2026-03-11") };
    expect(await owner((scope) => editLead(scope, { ...input, work: changed }))).toBe(true);
    expect(await work()).toEqual(changed);
    // A form that shows no work keeps it.
    await owner((scope) => editLead(scope, { ...input, contact: { ...lead.contact, phone: "1" } }));
    expect(await work()).toEqual(changed);
  });

  test("hands over their open leads when they are removed, or leaves them to nobody", async () => {
    const [one, two] = [await addMember(db.database, org), await addMember(db.database, org)];
    const other = await addedLead(db.database, org);
    await assigned(db.database, org, [leadId], one.userId);
    await assigned(db.database, org, [other], two.userId);
    expect(await owner((scope) => countLeadsOfMember(scope, one.userId, 10))).toBe(1);
    await expect(owner((scope) => removeMember(scope, one.userId, { heir: one.userId }))).rejects.toEqual(
      code("not_found"),
    );
    await owner((scope) => removeMember(scope, one.userId, { heir: org.owner.userId }));
    await owner((scope) => removeMember(scope, two.userId));
    await db.runJobs();
    expect((await work()).responsible).toBe(org.owner.userId);
    expect((await work(other)).responsible).toBeNull();
  });
});

describe("[WORK-07] filters", () => {
  /** Company names by the filter, in their order. */
  const found = async (filter: Partial<LeadFilter>, member?: Member) => {
    const list = async (scope: Scope) => {
      const whole = { ...noFilter, ...filter };
      const matches = await matchLeads(scope, whole, openLeadStatuses);
      const order = whole.step === "overdue" ? longestDue : usualLeadOrder;
      return listLeads(scope, { statuses: openLeadStatuses, filter: whole, matches, order });
    };
    return (await (member ? as(member, list) : owner(list))).rows.map(({ company }) => company);
  };
  let ids: Record<string, string>;

  beforeEach(async () => {
    ids = { Nord: leadId };
    for (const [minute, company] of ["Early", "Late", "Today", "Soon", "Free"].entries()) {
      db.at(`2026-03-10T06:${40 + minute}:00Z`);
      ids[company] = await addedLead(db.database, org, { company_name: company });
    }
    await plan("x", -9, ids["Early"]);
    await plan("x", -1, ids["Late"]);
    await plan("x", 0, ids["Today"]);
    await plan("x", 1, ids["Soon"]);
  });

  test("list what is due, in the organization's days, and what has no next step", async () => {
    expect(await found({ step: "overdue" })).toEqual(["Early", "Late"]);
    expect(await found({ step: "today" })).toEqual(["Today"]);
    expect(await found({ step: "none" })).toEqual(["Free", "Nord AG"]);
    expect(await found({ responsible: MINE })).toEqual(["Soon", "Today", "Late", "Early"]);
    expect(await found({ responsible: NO_MEMBER })).toEqual(["Free", "Nord AG"]);
    expect(await found({ responsible: NO_MEMBER, step: "none" })).toEqual(["Free", "Nord AG"]);
    expect(await found({ responsible: NO_MEMBER, step: "overdue" })).toEqual([]);
    const member = await addMember(db.database, org);
    expect(await found({ responsible: MINE }, member)).toEqual([]);
    // 23:30 in UTC is the next day in Berlin.
    db.at("2026-03-10T23:30:00Z");
    expect(await found({ step: "today" })).toEqual(["Soon"]);
    expect(await found({ step: "overdue" })).toEqual(["Early", "Late", "Today"]);
  });

  test("go with a search, an affiliate and a period, and count", async () => {
    expect(await found({ step: "overdue", search: "late" })).toEqual(["Late"]);
    expect(await found({ step: "none", affiliate: ada.affiliateId })).toEqual(["Nord AG"]);
    expect(await found({ step: "none", affiliate: "none" })).toEqual(["Free"]);
    const period = { from: day("2026-03-11"), to: day("2026-03-12"), name: null };
    expect(await found({ responsible: MINE, period })).toEqual([]);
    expect(await found({ responsible: MINE, period: { ...period, from: day("2026-03-10") } })).toHaveLength(4);
    const counts = await owner(async (scope) =>
      withWorkCounts(scope, { ...noFilter, responsible: MINE }, await countLeads(scope)),
    );
    expect([counts.new.count, counts.pipeline.count, counts.archive.count]).toEqual([4, 4, 0]);
  });

  test("leave out closed leads, and follow the status", async () => {
    const batchId = await owner((scope) => moveLead(scope, { leadId: ids["Late"]!, to: "lost" }));
    expect(await found({ step: "overdue" })).toEqual(["Early"]);
    await owner((scope) => undoLeads(scope, batchId));
    expect(await found({ step: "overdue" })).toEqual(["Early", "Late"]);
  });

  test("[WORK-08] give a lead its neighbors in the list, also after it has left it", async () => {
    const of = (company: string, filter: Partial<LeadFilter>, order: typeof usualLeadOrder | typeof longestDue) =>
      owner(async (scope) => {
        const wanted = { statuses: openLeadStatuses, filter: { ...noFilter, ...filter }, order };
        const { previous, next } = await neighborsOf(scope, wanted, ids[company]!);
        return [previous?.company ?? null, next?.company ?? null];
      });
    expect(await of("Free", {}, usualLeadOrder)).toEqual([null, "Soon"]);
    expect(await of("Today", {}, usualLeadOrder)).toEqual(["Soon", "Late"]);
    expect(await of("Nord", {}, usualLeadOrder)).toEqual(["Early", null]);
    expect(await of("Early", { step: "overdue" }, longestDue)).toEqual([null, "Late"]);
    expect(await of("Late", { step: "overdue" }, longestDue)).toEqual(["Early", null]);
    await owner((scope) => finishStep(scope, { leadId: ids["Early"]!, step: "x" }));
    expect(await of("Early", { step: "overdue" }, longestDue)).toEqual([null, "Late"]);
    expect(await of("Today", { responsible: MINE }, usualLeadOrder)).toEqual(["Soon", "Late"]);
    const byCompany = { by: "company", direction: "asc" } as const;
    expect(await of("Free", {}, byCompany as never)).toEqual(["Early", "Late"]);
  });
});

describe("[WORK-07] the morning email", () => {
  const sweep = async (at: string) => {
    db.at(at);
    await db.ownerPool.query("select graphile_worker.add_job('leads.sweep', '{}')");
    await db.runJobs();
    return db.mails.splice(0).map(({ to, subject, text }) => ({ to: to.address, subject, text }));
  };

  test("comes once a morning in the organization's time zone, with what is still due", async () => {
    await plan("Call", -2);
    await plan("Send", 0, await addedLead(db.database, org, { company_name: "Süd AG" }));
    await plan("Wait", 6, await addedLead(db.database, org, { company_name: "Ost AG" }));
    // 6:50 in Berlin, then 7:00, then later.
    expect(await sweep("2026-03-10T05:50:00Z")).toEqual([]);
    const [mail, second] = await sweep("2026-03-10T06:00:00Z");
    expect(second).toBeUndefined();
    expect(mail!.to).toBe(org.owner.email);
    expect(mail!.text).toContain("Nord AG");
    expect(mail!.text).toContain("Süd AG");
    expect(mail!.text).not.toContain("Ost AG");
    expect(await sweep("2026-03-10T06:30:00Z")).toEqual([]);
    expect(await sweep("2026-03-11T06:00:00Z")).toHaveLength(1);
    // One notification, not one for each day.
    expect(await rows("select params from notification where type = 'leads_due'")).toEqual([
      { params: { overdue: 2, today: 0 } },
    ]);
    // A Saturday, on which nothing new is due; on a Friday something was.
    expect(await sweep("2026-03-14T06:00:00Z")).toEqual([]);
  });

  test("leaves out whoever has switched it off, has nothing to do, or has done it", async () => {
    const member = await addMember(db.database, org);
    await plan("Call");
    await owner((scope) => muteTopic(scope, { userId: org.owner.userId, affiliateId: null }, "leads_due"));
    expect(await sweep("2026-03-10T06:00:00Z")).toEqual([]);
    const other = await addedLead(db.database, org);
    await plan("Write", 1, other);
    await assigned(db.database, org, [other], member.userId);
    db.at("2026-03-11T06:00:00Z");
    await owner(remindOfDueLeads);
    await as(member, (scope) => finishStep(scope, { leadId: other, step: "Write" }));
    await db.runJobs();
    expect(db.mails).toEqual([]);
  });
});
