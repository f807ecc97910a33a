import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changeSecret, enableWebhook, readEndpointState } from "~/domain/webhooks/change-endpoint.server";
import { MOST_SENT_AGAIN } from "~/domain/webhooks/delivery";
import { listDeliveries, readDelivery } from "~/domain/webhooks/list-deliveries.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { countToSend, sendAgain, sendAllAgain } from "~/domain/webhooks/send-again.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { startReceiver, type Receiver } from "./receiver";

const db = useDatabase({ each: true });
const DAY = 24 * 60 * 60 * 1000;
let receiver: Receiver;
let org: Org;
let affiliate: Affiliate;
let secret: string;

const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const save = (url: string) => as((scope) => saveWebhook(scope, { url, event: "both" }, db.context.webhooks));
const lead = () => submittedLead(db.database, org, affiliate);
const state = () => as(readEndpointState);
const log = () => as((scope) => listDeliveries(scope, { status: null, event: null }));
/** Brings the next attempt of what failed forward to now. */
const hurry = () => db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()");

beforeEach(async () => {
  receiver = await startReceiver();
  db.context.webhooks = parseWebhookAllowance(receiver.origin);
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org, { name: "Ada" });
  await db.runJobs();
  secret = (await save(receiver.url)).secret!;
  db.mails.splice(0);
});

afterEach(() => receiver.close());

/** One lead, whose delivery is attempted once. */
async function deliver(): Promise<string> {
  await lead();
  await db.runJobs();
  return (await log()).rows[0]!.id;
}

const verify = (key: string, at = receiver.requests.length - 1) => {
  const { headers, body } = receiver.requests[at]!;
  return new Webhook(key).verify(body, headers as Record<string, string>);
};

describe("[HOOK-04] W1 the signature", () => {
  test("a receiver verifies every delivery with the reference library, and notices a changed byte", async () => {
    const leadId = await lead();
    await db.runJobs();
    expect(verify(secret)).toMatchObject({ event: "lead.created", lead: { id: leadId } });
    receiver.requests[0]!.body += " ";
    expect(() => verify(secret)).toThrow("No matching signature");
  });

  test("the secret is shown once and stands sealed in the database", async () => {
    expect((await save(`${receiver.url}/other`)).secret).toBeNull();
    expect((await save("")).secret).toBeNull();
    expect((await save(receiver.url)).secret).toBeNull();
    const { rows } = await db.ownerPool.query("select secret from webhook_endpoint");
    expect(rows).toHaveLength(1);
    expect(rows[0].secret).not.toContain(secret.slice("whsec_".length));
    expect(JSON.stringify([await state(), await log()])).not.toContain("whsec_");
    await deliver();
    verify(secret);
  });

  test("after a change both sign for 24 hours, then only the new one", async () => {
    const start = Date.now();
    const { secret: next, previousUntil } = await as(changeSecret);
    expect(Math.abs(previousUntil!.getTime() - start - DAY)).toBeLessThan(30_000);
    await deliver();
    verify(secret);
    verify(next);
    expect((await state())!.previousUntil).toBe(previousUntil!.toISOString());
    await db.ownerPool.query("update webhook_endpoint set previous_until = now() - interval '1 second'");
    await deliver();
    verify(next);
    expect(() => verify(secret)).toThrow("No matching signature");
    expect((await state())!.previousUntil).toBeNull();
  });

  test("without an address there is nothing to sign, and affiliates change nothing", async () => {
    await save("");
    await expect(as(changeSecret)).rejects.toMatchObject({ code: "webhook_missing" });
    for (const use of [changeSecret, enableWebhook, readEndpointState]) {
      await expect(
        asAffiliate(db.database, org, affiliate, use as (scope: Scope) => Promise<unknown>),
      ).rejects.toMatchObject({ code: "forbidden" });
    }
  });
});

describe("[HOOK-04] the log", () => {
  test("every attempt with its status, duration and answer, kept up to 16 KiB, without zero bytes", async () => {
    receiver.answer = (_, count) => (count === 1 ? 503 : 200);
    receiver.answerBody = `a\0b${"ü".repeat(20_000)}`;
    const id = await deliver();
    await hurry();
    await db.runJobs();
    const found = (await as((scope) => readDelivery(scope, id)))!;
    expect(found).toMatchObject({ status: "delivered", attempts: 2, lastStatus: 200, lastError: null });
    expect(found.tries).toMatchObject([
      { status: 200, error: null },
      { status: 503, error: "status 503" },
    ]);
    for (const { response, durationMs } of found.tries) {
      expect(response).toMatch(/^a\?bü+\??$/);
      expect(Buffer.byteLength(response!)).toBeLessThanOrEqual(16 * 1024);
      expect(Buffer.byteLength(response!)).toBeGreaterThan(16 * 1024 - 4);
      expect(durationMs).toBeGreaterThanOrEqual(0);
    }
    expect(found.body).toBe(receiver.requests[0]!.body);
  });

  test("by state and event, by pages, newest first; another organisation's is not there", async () => {
    const [{ id: endpointId }] = (await db.ownerPool.query("select id from webhook_endpoint")).rows;
    await db.ownerPool.query(
      `insert into webhook_delivery (org_id, id, endpoint_id, event, body, status, created_at)
       select $1, gen_random_uuid(), $2, case when n % 3 = 0 then 'deal.created' else 'lead.created' end, '{}',
         case when n % 2 = 0 then 'failed' else 'delivered' end, now() - make_interval(mins => n / 2)
       from generate_series(1, 120) n`,
      [org.orgId, endpointId],
    );
    const all: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await as((scope) => listDeliveries(scope, { status: null, event: null, cursor }));
      all.push(...page.rows.map(({ at, id }) => `${at} ${id}`));
      cursor = page.next;
    } while (cursor);
    expect(all).toHaveLength(120);
    expect(all).toEqual([...all].sort().reverse());
    const some = await as((scope) => listDeliveries(scope, { status: "failed", event: "deal.created" }));
    expect(some.rows).toHaveLength(20);
    expect(new Set(some.rows.map(({ status, event }) => `${status} ${event}`))).toEqual(
      new Set(["failed deal.created"]),
    );
    const other = await createOrg(db.database);
    const theirs = (use: (scope: Scope) => Promise<unknown>) => asOwner(db.database, other, use);
    const known = all[0]!.split(" ")[1]!;
    expect(await theirs((scope) => readDelivery(scope, known))).toBeNull();
    await asOwner(db.database, other, (scope) =>
      saveWebhook(scope, { url: receiver.url, event: "both" }, db.context.webhooks),
    );
    await expect(theirs((scope) => sendAgain(scope, known))).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("[HOOK-04] W2 send again", () => {
  test("the same id and bytes, a new timestamp, and the whole timetable once more", async () => {
    const id = await deliver();
    await db.ownerPool.query("update lead set company_name = 'Another name'");
    receiver.answer = 500;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await as((scope) => sendAgain(scope, id));
    await db.runJobs();
    const [first, second] = receiver.requests;
    expect(second!.body).toBe(first!.body);
    expect(second!.headers["webhook-id"]).toBe(id);
    expect(first!.headers["webhook-id"]).toBe(id);
    expect(Number(second!.headers["webhook-timestamp"])).toBeGreaterThan(
      Number(first!.headers["webhook-timestamp"]),
    );
    expect(await as((scope) => readDelivery(scope, id))).toMatchObject({ status: "pending", attempts: 2 });
    for (let attempt = 0; attempt < 12; attempt++) {
      await hurry();
      await db.runJobs();
    }
    expect(receiver.requests).toHaveLength(11);
    expect(await as((scope) => readDelivery(scope, id))).toMatchObject({ status: "failed", attempts: 11 });
  });

  test("what waits is sent now, once, however often the button is pressed", async () => {
    receiver.answer = 500;
    const id = await deliver();
    receiver.answer = 204;
    for (let press = 0; press < 5; press++) await as((scope) => sendAgain(scope, id));
    expect(await db.jobs("webhook.deliver")).toHaveLength(1);
    await db.runJobs();
    expect(receiver.requests).toHaveLength(2);
    expect((await log()).rows[0]).toMatchObject({ status: "delivered", attempts: 2 });
  });

  test("a job that was queued before its attempt was made does nothing", async () => {
    const id = await deliver();
    await as((scope) => scope.enqueue("webhook.deliver", { delivery_id: id, attempt: 0 }));
    await as((scope) => sendAgain(scope, id));
    await db.runJobs();
    expect(receiver.requests).toHaveLength(2);
  });

  test("all since a moment: counted first, the oldest first, no more than 500 at once", async () => {
    const [{ id: endpointId }] = (await db.ownerPool.query("select id from webhook_endpoint")).rows;
    await db.ownerPool.query(
      `insert into webhook_delivery (org_id, id, endpoint_id, event, body, status, attempts, created_at)
       select $1, gen_random_uuid(), $2, 'lead.created', n::text,
         case when n <= 510 then 'failed' when n <= 520 then 'delivered' else 'pending' end, 10,
         now() - make_interval(hours => 1, secs => 1000 - n)
       from generate_series(1, 530) n`,
      [org.orgId, endpointId],
    );
    await db.ownerPool.query(
      "update webhook_delivery set created_at = now() - interval '3 days' where body in ('1', '2', '3')",
    );
    const since = new Date(Date.now() - DAY);
    expect(await as((scope) => countToSend(scope, { since, which: "failed" }))).toBe(MOST_SENT_AGAIN + 1);
    expect(await as((scope) => sendAllAgain(scope, { since, which: "failed" }))).toBe(MOST_SENT_AGAIN);
    expect(await as((scope) => countToSend(scope, { since, which: "failed" }))).toBe(7);
    expect(await as((scope) => countToSend(scope, { since, which: "all" }))).toBe(17);
    await db.runJobs();
    expect(receiver.requests.map(({ body }) => Number(body)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 500 }, (_, index) => index + 4),
    );
    const { rows } = await db.ownerPool.query("select data from audit_log where action = 'webhook.send_again'");
    expect(rows).toEqual([{ data: { deliveries: 500 } }]);
  });
});

describe("[HOOK-04] W3 an endpoint that fails", () => {
  const notices = async () =>
    (await db.ownerPool.query("select user_id, type, params from notification where type = 'webhook_disabled'"))
      .rows;

  test("410 disables at once: the owner gets one notice and one mail, members none", async () => {
    await addMember(db.database, org);
    await lead();
    await lead();
    receiver.answer = 410;
    await db.runJobs();
    expect(receiver.requests.length).toBeLessThanOrEqual(2);
    expect((await state())!.disabled).toMatchObject({ because: "gone" });
    const host = new URL(receiver.origin).host;
    expect(await notices()).toEqual([
      { user_id: org.owner.userId, type: "webhook_disabled", params: { host, because: "gone" } },
    ]);
    const mails = db.mails.filter(({ text }) => text.includes("410"));
    expect(mails.map(({ to }) => to.address)).toEqual([org.owner.email]);
    expect(mails[0]!.headers ?? {}).not.toHaveProperty("List-Unsubscribe");
    expect((await log()).rows.map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect(await db.jobs("webhook.deliver")).toEqual([]);
  });

  test("only failures for five days disable; one success in between does not", async () => {
    const at = (days: number, hours = 0) => db.at(new Date(Date.UTC(2026, 0, 1 + days, hours)));
    const fail = async () => {
      receiver.answer = 500;
      await deliver();
    };
    at(0);
    await fail();
    expect((await state())!.failingSince).toBe("2026-01-01T00:00:00.000Z");
    at(4);
    receiver.answer = 204;
    await deliver();
    expect((await state())!.failingSince).toBeNull();
    at(6);
    await fail();
    at(10, 23);
    await fail();
    expect((await state())!.disabled).toBeNull();
    at(11, 1);
    await fail();
    expect(await state()).toMatchObject({
      disabled: { at: "2026-01-12T01:00:00.000Z", because: "failing" },
      failingSince: "2026-01-07T00:00:00.000Z",
    });
    expect(await notices()).toHaveLength(1);
    expect(db.mails.filter(({ to }) => to.address === org.owner.email)).toHaveLength(
      1 + (await db.ownerPool.query("select 1 from notification where type = 'lead_created'")).rowCount!,
    );
  });

  test("while it is disabled events are kept; enabled, they can be sent", async () => {
    receiver.answer = 410;
    await deliver();
    receiver.answer = 204;
    const id = await deliver();
    expect(receiver.requests).toHaveLength(1);
    expect((await log()).rows[0]).toMatchObject({ status: "failed", attempts: 0, lastError: "webhook_disabled" });
    await expect(as((scope) => sendAgain(scope, id))).rejects.toMatchObject({ code: "webhook_disabled" });
    await as(enableWebhook);
    await as(enableWebhook);
    expect(await state()).toMatchObject({ disabled: null, failingSince: null });
    expect(await as((scope) => sendAllAgain(scope, { since: new Date(0), which: "failed" }))).toBe(2);
    await db.runJobs();
    expect((await log()).rows.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
    const { rows } = await db.ownerPool.query(
      "select action from audit_log where action like 'webhook.%' order by created_at, id",
    );
    expect(rows.map(({ action }) => action)).toEqual([
      ...["webhook.save", "webhook.disable", "webhook.enable", "webhook.send_again"],
    ]);
  });

  test("another address enables it too, and the same address saved again does not", async () => {
    receiver.answer = 410;
    await deliver();
    await save(receiver.url);
    expect((await state())!.disabled).not.toBeNull();
    await save(`${receiver.url}/new`);
    expect((await state())!.disabled).toBeNull();
  });

  test("Retry-After is honoured within its bounds", async () => {
    receiver.answer = 503;
    receiver.answerHeaders = { "Retry-After": "8" };
    const start = Date.now();
    await deliver();
    const [job] = await db.jobs("webhook.deliver");
    expect(job!.runAt.getTime() - start).toBeGreaterThan(7_900);
    expect(job!.runAt.getTime() - start).toBeLessThan(30_000);
    expect((await log()).rows[0]!.nextAttemptAt).toBe(job!.runAt.toISOString());
  });

  test("twenty deliveries that fail at once end it once, and none waits for another", async () => {
    await Promise.all(Array.from({ length: 20 }, () => lead()));
    receiver.answer = 410;
    const jobs = (await db.jobs("webhook.emit")).map(({ payload }) => payload);
    expect(jobs).toHaveLength(20);
    await db.runJobs();
    expect(await notices()).toHaveLength(1);
    expect((await log()).rows.every(({ status }) => status === "failed")).toBe(true);
  });
});

test("[HOOK-04] a delivery of nobody is not there", async () => {
  expect(await as((scope) => readDelivery(scope, randomUUID()))).toBeNull();
  expect(await as((scope) => readDelivery(scope, "no id"))).toBeNull();
});
