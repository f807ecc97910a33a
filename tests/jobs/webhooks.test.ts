import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDeal } from "~/domain/deals/create-deal.server";
import { createDealSchema } from "~/domain/deals/deal.schema";
import { submitLeadSchema } from "~/domain/leads/lead.schema";
import { submitLead } from "~/domain/leads/submit-lead.server";
import { emitEvents } from "~/domain/webhooks/emit-event.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import type { EventName } from "~/domain/webhooks/events";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { startReceiver, type Receiver } from "./receiver";

const db = useDatabase({ each: true });
let receiver: Receiver;
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  receiver = await startReceiver();
  db.context.webhooks = parseWebhookAllowance(receiver.origin);
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org, { name: "Ada" });
  await db.runJobs();
});

afterEach(() => receiver.close());

const both: EventName[] = ["deal.created", "lead.created"];
const listen = (events: readonly EventName[], to = org) =>
  asOwner(db.database, to, (scope) =>
    saveWebhook(scope, { url: receiver.url, events: [...events] }, db.context.webhooks),
  );
const bodies = () => receiver.requests.map((request) => JSON.parse(request.body) as Record<string, unknown>);
const deliveries = async () =>
  (await db.ownerPool.query("select event, status, attempts, last_status, last_error from webhook_delivery")).rows;
/** Makes the next attempt of failed deliveries due. */
const hurry = () => db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()");

const contact = {
  company_name: "Müller & Söhne <GmbH>",
  contact_person: "Eva „Evi“ Müller",
  email: "eva@mueller.example",
  phone: "+49 30 1234",
};

describe("[HOOK-01] many events in one batch", () => {
  test("are not queued if the endpoint wants other events", async () => {
    const leads = [await submittedLead(db.database, org, affiliate), await submittedLead(db.database, org, affiliate)];
    const emit = () =>
      asOwner(db.database, org, (scope) =>
        emitEvents(
          scope,
          leads.map((leadId) => ({ event: "lead.created", lead_id: leadId })),
        ),
      );
    await db.ownerPool.query("delete from graphile_worker._private_jobs");
    await listen(["deal.created"]);
    await emit();
    expect(await db.jobs("webhook.emit")).toEqual([]);
    for (const events of [["lead.created"], both] as const) {
      await listen(events);
      await emit();
    }
    expect(await db.jobs("webhook.emit")).toHaveLength(4);
  });
});

describe("[HOOK-03] [HOOK-01] the delivered request", () => {
  test("lead.created", async () => {
    await listen(both);
    db.at("2026-03-01T10:11:12.345Z");
    const leadId = await submittedLead(db.database, org, affiliate, contact);
    await db.runJobs();
    expect(bodies()).toEqual([
      {
        event: "lead.created",
        timestamp: "2026-03-01T10:11:12.345Z",
        lead: { id: leadId, ...contact },
        affiliate: { id: affiliate.affiliateId, name: "Ada" },
      },
    ]);
    expect(await deliveries()).toEqual([
      { event: "lead.created", status: "delivered", attempts: 1, last_status: 204, last_error: null },
    ]);
    expect(await db.jobs()).toEqual([]);
  });

  test("contains deal.created with amounts as decimal numbers of the currency", async () => {
    await withTerms(db.database, org, affiliate, { rev_share_percent: "12,5" });
    const lead_id = await submittedLead(db.database, org, affiliate, { ...contact, phone: "" });
    await db.runJobs();
    await listen(["deal.created"]);
    db.at("2026-03-02T10:00:00Z");
    const fields = {
      lead_id,
      title: "Licence",
      amount: "1.234,56",
      currency: "CHF",
      close_date: "2026-02-28",
    };
    const { id } = await oneTimeDeal(db.database, org, affiliate, fields);
    await db.runJobs();
    expect(bodies()).toEqual([
      {
        event: "deal.created",
        timestamp: "2026-03-02T10:00:00.000Z",
        deal: {
          id,
          title: "Licence",
          amount: 1234.56,
          currency: "CHF",
          commission_amount: 154.32,
          close_date: "2026-02-28",
        },
        // An addition to the specified fields, like the test's.
        commission_currency: "CHF",
        lead: { id: lead_id, ...contact, phone: null },
        affiliate: { id: affiliate.affiliateId, name: "Ada" },
      },
    ]);
  });

  test("contains yen without decimals, and no affiliate for a lead without one", async () => {
    await listen(["deal.created"]);
    const lead_id = await submittedLead(db.database, org, affiliate);
    await db.ownerPool.query("update lead set affiliate_id = null where id = $1", [lead_id]);
    await oneTimeDeal(db.database, org, affiliate, { lead_id, amount: "15000", currency: "JPY" });
    await db.runJobs();
    expect(bodies()).toMatchObject([
      { affiliate: null, deal: { amount: 15_000, currency: "JPY", commission_amount: 0 } },
    ]);
  });

  test("is JSON with an id and the attempt's timestamp", async () => {
    await listen(both);
    await submittedLead(db.database, org, affiliate, contact);
    await db.runJobs();
    const [{ headers, body }] = receiver.requests as [(typeof receiver.requests)[0]];
    expect(headers["content-type"]).toBe("application/json");
    expect(Number(headers["content-length"])).toBe(Buffer.byteLength(body));
    expect(headers["webhook-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(Math.abs(Number(headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(30);
  });

  test.each([
    [both, ["lead.created", "deal.created"]],
    [["lead.created"], ["lead.created"]],
    [["deal.created"], ["deal.created"]],
  ] as const)("for an endpoint with %j is %j", async (events, expected) => {
    await listen(events);
    const lead_id = await submittedLead(db.database, org, affiliate);
    await db.runJobs();
    await oneTimeDeal(db.database, org, affiliate, { lead_id });
    await db.runJobs();
    expect(bodies().map((body) => body["event"])).toEqual(expected);
  });

  test("is not sent without an endpoint, or to another organization's", async () => {
    const other = await createOrg(db.database);
    await listen(both, other);
    await submittedLead(db.database, org, affiliate);
    await db.runJobs();
    expect(receiver.requests).toEqual([]);
    expect(await deliveries()).toEqual([]);
  });
});

describe("[HOOK-03] in the transaction of the change", () => {
  test("200 transactions with 60 rolled back emit exactly one event per commit", { timeout: 60_000 }, async () => {
    await listen(both);
    const committed = new Set<string>();
    const one = async (index: number) => {
      const leadId = await asAffiliate(db.database, org, affiliate, async (scope) => {
        const form = {
          company_name: `Company ${index}`,
          contact_person: "Someone",
          email: `lead-${index}@example.com`,
        };
        const id = await submitLead(scope, submitLeadSchema.parse(form));
        if (index % 10 < 3) throw new Error("rolled back");
        return id;
      }).catch((error: Error) => {
        if (error.message !== "rolled back") throw error;
      });
      if (leadId) committed.add(leadId);
    };
    await Promise.all(Array.from({ length: 200 }, (_, index) => one(index)));
    expect(committed.size).toBe(140);
    await db.runJobs();
    const heard = bodies().map((body) => (body["lead"] as { id: string }).id);
    expect(heard.sort()).toEqual([...committed].sort());
    expect(new Set(receiver.requests.map((request) => request.headers["webhook-id"])).size).toBe(140);
  });

  test("a deal that is rolled back emits no event", async () => {
    await listen(both);
    const lead_id = await submittedLead(db.database, org, affiliate);
    await db.runJobs();
    const form = { lead_id, title: "Deal", deal_type: "one-time", amount: "1", close_date: "2026-01-01" };
    const attempt = asOwner(db.database, org, async (scope) => {
      await createDeal(scope, createDealSchema.parse(form));
      throw new Error("rolled back");
    });
    await expect(attempt).rejects.toThrow("rolled back");
    expect(await db.runJobs()).toBe(0);
    expect(bodies().map((body) => body["event"])).toEqual(["lead.created"]);
  });
});

describe("[HOOK-03] a failed delivery", () => {
  test.each([500, 404, 302])("is retried after a %d with the same id and bytes", async (status) => {
    await listen(both);
    receiver.answer = (_, count) => (count < 3 ? status : 200);
    await submittedLead(db.database, org, affiliate, contact);
    for (const attempts of [1, 2]) {
      await db.runJobs();
      expect(await db.jobs()).toMatchObject([{ task: "webhook.deliver", payload: { attempt: attempts } }]);
      expect(await deliveries()).toMatchObject([
        { status: "pending", attempts, last_status: status, last_error: `status ${status}` },
      ]);
      await hurry();
    }
    // Later changes of the lead do not change the event.
    await db.ownerPool.query("update lead set company_name = 'Another name'");
    await db.runJobs();
    expect(await deliveries()).toMatchObject([
      { status: "delivered", attempts: 3, last_status: 200, last_error: null },
    ]);
    const [first, ...others] = receiver.requests;
    expect(others).toHaveLength(2);
    for (const request of others) {
      expect(request.body).toBe(first!.body);
      expect(request.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
    }
    expect(await db.jobs()).toEqual([]);
  });

  test("is retried if the receiver is down", async () => {
    await listen(both);
    await submittedLead(db.database, org, affiliate);
    await receiver.close();
    await db.runJobs();
    expect(await deliveries()).toMatchObject([
      {
        status: "pending",
        attempts: 1,
        last_status: null,
        last_error: expect.stringContaining("ECONNREFUSED"),
      },
    ]);
    expect(await db.jobs("webhook.deliver")).toMatchObject([{ payload: { attempt: 1 } }]);
    receiver = await startReceiver();
  });

  test("J4 fails permanently after ten attempts, stays in the log for resending, and is not retried", async () => {
    await listen(both);
    receiver.answer = 500;
    await submittedLead(db.database, org, affiliate);
    for (let attempt = 0; attempt < 12; attempt++) {
      await db.runJobs();
      await hurry();
    }
    expect(receiver.requests).toHaveLength(10);
    expect(await deliveries()).toMatchObject([{ status: "failed", attempts: 10, last_status: 500 }]);
    expect(await db.jobs()).toEqual([]);
  });

  test("of a removed endpoint is not sent, and its job ends", async () => {
    await listen(both);
    receiver.answer = 500;
    await submittedLead(db.database, org, affiliate);
    await db.runJobs();
    await asOwner(db.database, org, (scope) =>
      saveWebhook(scope, { url: "", events: ["deal.created", "lead.created"] }, db.context.webhooks),
    );
    await hurry();
    await db.runJobs();
    expect(receiver.requests).toHaveLength(1);
    expect(await db.jobs()).toEqual([]);
  });
});
