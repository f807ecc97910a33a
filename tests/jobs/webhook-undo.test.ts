import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { finishStep } from "~/domain/leads/finish-step.server";
import { moveLeads } from "~/domain/leads/move-leads.server";
import { undoLeads } from "~/domain/leads/undo-leads.server";
import { removeMember } from "~/domain/members/remove-member.server";
import { extendUndo } from "~/domain/audit/extend-undo.server";
import { UNDO } from "~/domain/shared/undo";
import { eventBodies, type EventName } from "~/domain/webhooks/events";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import type { Affiliate } from "../factories/affiliates";
import { addedLead, submittedLead } from "../factories/deals";
import { assigned, planned } from "../factories/lead-work";
import { addMember, asOwner, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { oweCommissions, paymentsOf, RECEIPT } from "../support/owed-commissions";
import { startReceiver, type Receiver } from "./receiver";

const db = useDatabase({ each: true });
let receiver: Receiver;
let org: Org;
let ada: Affiliate;
let deals: string[];
let payments: string[];

/** A time of the test clock. It lies before the server's time, so the queue considers a job waiting for it as due. */
const START = new Date("2026-03-20T12:00:00Z");
const at = (seconds: number) => db.at(new Date(START.getTime() + seconds * 1_000));

beforeEach(async () => {
  receiver = await startReceiver();
  db.context.webhooks = parseWebhookAllowance(receiver.origin);
  ({ org, ada, deals, payments } = await oweCommissions(db));
  await db.runJobs();
  at(0);
});

afterEach(() => receiver.close());

const { as, pay, undo } = paymentsOf(db, () => org);
const listen = (...events: EventName[]) =>
  asOwner(db.database, org, (scope) => saveWebhook(scope, { url: receiver.url, events }, db.context.webhooks));
const heard = () => receiver.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const expectDocumented = () => {
  for (const body of heard()) expect(eventBodies[body["event"] as EventName].strict().parse(body)).toEqual(body);
};

describe("[WORK-07] lead.updated", () => {
  const told = () => heard().map(({ event, status, work }) => ({ event, status, work }));
  const nobody = { responsible: null, responsible_name: null, next_step: null, next_step_on: null };

  test("says who is responsible, the next step and the status, and after an undo again how it was", async () => {
    await listen("lead.updated");
    const leadId = await submittedLead(db.database, org, ada);
    await db.runJobs();
    expect(heard()).toEqual([]);
    const mine = { ...nobody, responsible: org.owner.userId, responsible_name: org.owner.name };
    const { batchId } = await assigned(db.database, org, [leadId], org.owner.userId);
    await db.runJobs();
    await as((scope) => undoLeads(scope, batchId!));
    await db.runJobs();
    const on = await planned(db.database, org, leadId, "Call them");
    await db.runJobs();
    await as((scope) => finishStep(scope, { leadId, step: "Call them" }));
    await db.runJobs();
    await as((scope) => moveLeads(scope, { leadIds: [leadId], to: "qualified" }));
    await db.runJobs();
    const event = "lead.updated";
    expect(told()).toEqual([
      { event, status: "new", work: mine },
      { event, status: "new", work: nobody },
      { event, status: "new", work: { ...mine, next_step: "Call them", next_step_on: on } },
      { event, status: "new", work: mine },
      { event, status: "qualified", work: mine },
    ]);
    expectDocumented();
  });

  test("follows the leads of a member who leaves, and is not queued without a listener", async () => {
    const colleague = await addMember(db.database, org);
    const leadId = await submittedLead(db.database, org, ada);
    await db.runJobs();
    await assigned(db.database, org, [leadId], colleague.userId);
    expect(await db.jobs("webhook.emit")).toEqual([]);
    await listen("lead.updated");
    await asOwner(db.database, org, (scope) => removeMember(scope, colleague.userId, { heir: org.owner.userId }));
    await db.runJobs();
    expect(told()).toMatchObject([{ event: "lead.updated", work: { responsible: org.owner.userId } }]);
  });
});

describe("[HOOK-01] deal.paid", () => {
  test("is sent for each one-time or monthly commission paid, once undo is no longer possible", async () => {
    await listen("deal.paid");
    await pay({ payments: [payments[0]!], deals: [deals[0]!], receiptUrl: RECEIPT });
    const [job] = await db.jobs("webhook.emit");
    expect(job!.runAt).toEqual(new Date(START.getTime() + UNDO.seconds * 1_000));
    at(UNDO.seconds);
    await db.runJobs();
    expectDocumented();
    const told = heard().map(({ event, timestamp, deal, commission }) => ({ event, timestamp, deal, commission }));
    const paid = { event: "deal.paid", timestamp: START.toISOString() };
    const common = {
      amount: expect.any(Number),
      currency: "EUR",
      paid_on: "2026-03-20",
      receipt_url: RECEIPT,
      receipt_file: null,
    };
    const month = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(told).toHaveLength(2);
    expect(told).toContainEqual({
      ...paid,
      deal: expect.objectContaining({ id: deals[0] }),
      commission: { ...common, kind: "deal", id: deals[0], period: null },
    });
    expect(told).toContainEqual({
      ...paid,
      deal: expect.objectContaining({ currency: "EUR" }),
      commission: { ...common, kind: "payment", id: payments[0], period: month },
    });
    expect(heard()[0]!["affiliate"]).toEqual({ id: ada.affiliateId, name: expect.any(String) });
  });

  test("is not sent for an undone payment, and is sent once for a repeated one", async () => {
    await listen("deal.paid");
    const batch = await pay({ payments, deals });
    at(UNDO.seconds - 1);
    expect(await undo(batch)).toBe(5);
    await pay({ deals: [deals[0]!] });
    at(2 * UNDO.seconds);
    await db.runJobs();
    expect(heard().map(({ commission }) => commission)).toEqual([expect.objectContaining({ id: deals[0] })]);
  });

  test("waits while the time for undo is extended", async () => {
    await listen("deal.paid");
    const batch = await pay({ deals: [deals[0]!] });
    const until = await as((scope) => extendUndo(scope, "payment", batch));
    // On the server's clock, so waiting jobs are not due.
    const ahead = Date.now() - START.getTime();
    await db.ownerPool.query(
      "update notification set mail_at = mail_at + make_interval(secs => $1) where batch_id = $2",
      [ahead / 1_000, batch],
    );
    at(UNDO.seconds);
    await db.runJobs();
    expect(heard()).toEqual([]);
    const [job] = await db.jobs("webhook.emit");
    expect(job!.runAt.getTime()).toBeCloseTo(until.getTime() + ahead, -3);
  });

  test("is not queued if no endpoint subscribes to it", async () => {
    await listen("deal.created");
    await pay({ deals: [deals[0]!] });
    expect(await db.jobs("webhook.emit")).toEqual([]);
  });
});

describe("[HOOK-01] lead.lost", () => {
  const lose = (leadIds: string[], reason: string | null = null) =>
    as(async (scope) => (await moveLeads(scope, { leadIds, to: "lost", reason })).batchId!);

  test("is sent for each lost lead with the reason, once undo is no longer possible", async () => {
    const leads = [await submittedLead(db.database, org, ada), await addedLead(db.database, org)];
    await db.runJobs();
    await listen("lead.lost");
    await lose([leads[0]!], "Too expensive");
    await lose([leads[1]!]);
    const [job] = await db.jobs("webhook.emit");
    expect(job!.runAt).toEqual(new Date(START.getTime() + UNDO.seconds * 1_000));
    // A lead without an affiliate sends no notification, so its loss can be undone for longer.
    at(UNDO.extended);
    await db.runJobs();
    expectDocumented();
    const told = heard().map(({ event, reason, lead }) => ({ event, reason, id: (lead as { id: string }).id }));
    expect(told).toHaveLength(2);
    expect(told).toContainEqual({ event: "lead.lost", reason: "Too expensive", id: leads[0] });
    expect(told).toContainEqual({ event: "lead.lost", reason: null, id: leads[1] });
  });

  test("is not sent for an undone loss, and is sent once for a repeated one", async () => {
    const leads = [await submittedLead(db.database, org, ada), await submittedLead(db.database, org, ada)];
    await listen("lead.lost");
    const batch = await lose(leads, "By mistake");
    at(5);
    await as((scope) => undoLeads(scope, batch));
    at(6);
    await lose([leads[0]!], "Too late");
    at(2 * UNDO.seconds);
    await db.runJobs();
    expect(heard()).toMatchObject([{ reason: "Too late", lead: { id: leads[0] } }]);
  });
});
