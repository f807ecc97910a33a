import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, test, vi } from "vitest";
import { changeSecret, enableWebhook, readEndpointState } from "~/domain/webhooks/change-endpoint.server";
import { MAX_RESENT } from "~/domain/webhooks/delivery";
import { listDeliveries, readDelivery } from "~/domain/webhooks/list-deliveries.server";
import { prepareDelivery } from "~/domain/webhooks/prepare-delivery.server";
import { recordAttempt } from "~/domain/webhooks/record-attempt.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { countAllToSend, countToSend, resendDelivery, resendDeliveries } from "~/domain/webhooks/resend.server";
import type { Scope } from "~/domain/shared/scope";
import { log as serverLog } from "~/platform/log.server";
import { tasks } from "../../jobs/tasks";
import { asAffiliate } from "../factories/affiliates";
import { asOwner, createOrg } from "../factories/organizations";
import { useWebhook } from "./webhook-world";

const world = useWebhook();
const { as, save, state, log, lead, deliver, hurry } = world;
const { db } = world;
const DAY = 24 * 60 * 60 * 1000;

const verify = (key: string, at = world.receiver.requests.length - 1) => {
  const { headers, body } = world.receiver.requests[at]!;
  return new Webhook(key).verify(body, headers as Record<string, string>);
};

describe("[HOOK-04] W1 the signature", () => {
  test("can be verified with the reference library, which detects a changed byte", async () => {
    const leadId = await lead();
    await db.runJobs();
    expect(verify(world.secret)).toMatchObject({ event: "lead.created", lead: { id: leadId } });
    world.receiver.requests[0]!.body += " ";
    expect(() => verify(world.secret)).toThrow("No matching signature");
  });

  test("uses a secret that is shown once and sealed in the database", async () => {
    expect((await save(`${world.receiver.url}/other`)).secret).toBeNull();
    expect((await save("")).secret).toBeNull();
    expect((await save(world.receiver.url)).secret).toBeNull();
    const { rows } = await db.ownerPool.query("select secret from webhook_endpoint");
    expect(rows).toHaveLength(1);
    expect(rows[0].secret).not.toContain(world.secret.slice("whsec_".length));
    expect(JSON.stringify([await state(), await log()])).not.toContain("whsec_");
    await deliver();
    verify(world.secret);
  });

  test("is made with both secrets for 24 hours after a change, then only with the new one", async () => {
    const start = Date.now();
    const { secret: next, previousUntil } = await as(changeSecret);
    expect(Math.abs(previousUntil!.getTime() - start - DAY)).toBeLessThan(30_000);
    await deliver();
    verify(world.secret);
    verify(next);
    expect((await state())!.previousUntil).toBe(previousUntil!.toISOString());

    // Changed again, by a double click or another user: the receiver may have either secret.
    const { secret: third } = await as(changeSecret);
    await deliver();
    for (const secret of [world.secret, next, third]) verify(secret);
    db.at(new Date(start + DAY + 60_000));
    await deliver();
    verify(third);
    for (const secret of [world.secret, next]) expect(() => verify(secret)).toThrow("No matching signature");
    expect((await state())!.previousUntil).toBeNull();
    db.at(null);
  });

  test("needs a URL, and affiliates cannot change it", async () => {
    await save("");
    await expect(as(changeSecret)).rejects.toMatchObject({ code: "webhook_missing" });
    for (const use of [changeSecret, enableWebhook, readEndpointState]) {
      await expect(
        asAffiliate(db.database, world.org, world.affiliate, use as (scope: Scope) => Promise<unknown>),
      ).rejects.toMatchObject({ code: "forbidden" });
    }
  });
});

describe("[HOOK-04] the log", () => {
  test("shows every attempt with status, duration and up to 16 KiB of the response, without NUL bytes", async () => {
    world.receiver.answer = (_, count) => (count === 1 ? 503 : 200);
    world.receiver.answerBody = `a\0b${"ü".repeat(20_000)}`;
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
    expect(found.body).toBe(world.receiver.requests[0]!.body);
  });

  test("filters by state and event, paginates newest first, and excludes other organizations", async () => {
    const [{ id: endpointId }] = (await db.ownerPool.query("select id from webhook_endpoint")).rows;
    await db.ownerPool.query(
      `insert into webhook_delivery (org_id, id, endpoint_id, event, body, status, created_at)
       select $1, gen_random_uuid(), $2, case when n % 3 = 0 then 'deal.created' else 'lead.created' end, '{}',
         case when n % 2 = 0 then 'failed' else 'delivered' end, now() - make_interval(mins => n / 2)
       from generate_series(1, 120) n`,
      [world.org.orgId, endpointId],
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
      saveWebhook(scope, { url: world.receiver.url, events: ["deal.created", "lead.created"] }, db.context.webhooks),
    );
    await expect(theirs((scope) => resendDelivery(scope, known))).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("[HOOK-04] W2 resending", () => {
  test("keeps id and bytes, with a new timestamp and the whole timetable", async () => {
    const id = await deliver();
    await db.ownerPool.query("update lead set company_name = 'Another name'");
    world.receiver.answer = 500;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await as((scope) => resendDelivery(scope, id));
    await db.runJobs();
    const [first, second] = world.receiver.requests;
    expect(second!.body).toBe(first!.body);
    expect(second!.headers["webhook-id"]).toBe(id);
    expect(first!.headers["webhook-id"]).toBe(id);
    expect(Number(second!.headers["webhook-timestamp"])).toBeGreaterThan(Number(first!.headers["webhook-timestamp"]));
    expect(await as((scope) => readDelivery(scope, id))).toMatchObject({ status: "pending", attempts: 2 });
    for (let attempt = 0; attempt < 12; attempt++) {
      await hurry();
      await db.runJobs();
    }
    expect(world.receiver.requests).toHaveLength(11);
    expect(await as((scope) => readDelivery(scope, id))).toMatchObject({ status: "failed", attempts: 11 });
  });

  test("sends a waiting delivery immediately and once, however often it is requested", async () => {
    world.receiver.answer = 500;
    const id = await deliver();
    world.receiver.answer = 204;
    for (let press = 0; press < 5; press++) await as((scope) => resendDelivery(scope, id));
    expect(await db.jobs("webhook.deliver")).toHaveLength(1);
    await db.runJobs();
    expect(world.receiver.requests).toHaveLength(2);
    expect((await log()).rows[0]).toMatchObject({ status: "delivered", attempts: 2 });
    const { rows } = await db.ownerPool.query(
      "select distinct data from audit_log where action = 'webhook.send_again'",
    );
    expect(rows).toEqual([{ data: { deliveries: 1, delivery_id: id } }]);
  });

  test("J5 does not change a delivered state when a late attempt reports", async () => {
    const id = await deliver();
    const before = await as((scope) => readDelivery(scope, id));
    const failed = { status: 500, error: "status 500", delivered: false, durationMs: 1, response: "" };
    for (const delivered of [false, true]) {
      const result = { ...failed, delivered, retryAfterMs: null };
      await as((scope) => recordAttempt(scope, { id, attempts: 0, isFailing: false }, result));
    }
    expect(await as((scope) => readDelivery(scope, id))).toEqual(before);
    expect(await db.jobs()).toEqual([]);
  });

  test("ignores a job queued before its attempt was made", async () => {
    const id = await deliver();
    await as((scope) => scope.enqueue("webhook.deliver", { delivery_id: id, attempt: 0 }));
    await as((scope) => resendDelivery(scope, id));
    await db.runJobs();
    expect(world.receiver.requests).toHaveLength(2);
  });

  test("of all since a time counts first, then sends the oldest first, at most 500 per batch", async () => {
    const [{ id: endpointId }] = (await db.ownerPool.query("select id from webhook_endpoint")).rows;
    await db.ownerPool.query(
      `insert into webhook_delivery (org_id, id, endpoint_id, event, body, status, attempts, created_at)
       select $1, gen_random_uuid(), $2, 'lead.created', n::text,
         case when n <= 510 then 'failed' when n <= 520 then 'delivered' else 'pending' end, 10,
         now() - make_interval(hours => 1, secs => 1000 - n)
       from generate_series(1, 530) n`,
      [world.org.orgId, endpointId],
    );
    await db.ownerPool.query(
      "update webhook_delivery set created_at = now() - interval '3 days' where body in ('1', '2', '3')",
    );
    const since = new Date(Date.now() - DAY);
    const before = new Date();
    const [failed, all] = [{ since, before, which: "failed" } as const, { since, before, which: "all" } as const];
    expect(await as((scope) => countToSend(scope, failed))).toBe(MAX_RESENT + 1);
    expect(await as((scope) => resendDeliveries(scope, failed))).toMatchObject({ count: MAX_RESENT });
    expect(await as((scope) => countToSend(scope, failed))).toBe(7);
    expect(await as((scope) => countToSend(scope, all))).toBe(17);
    await db.runJobs();
    expect(world.receiver.requests.map(({ body }) => Number(body)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 500 }, (_, index) => index + 4),
    );
    const { rows } = await db.ownerPool.query("select data from audit_log where action = 'webhook.send_again'");
    expect(rows).toEqual([{ data: { deliveries: 500, since: since.toISOString(), which: "failed" } }]);

    // Deliveries attempted since the first batch count as sent, so that the batches end.
    const { count, next } = await as((scope) => resendDeliveries(scope, all));
    expect(count).toBe(17);
    await db.runJobs();
    expect(await as((scope) => resendDeliveries(scope, all))).toMatchObject({ count: 0 });
    expect(await as((scope) => resendDeliveries(scope, { ...all, since: next }))).toEqual({ count: 0, next });
    expect(world.receiver.requests).toHaveLength(517);
    expect(await as((scope) => countAllToSend(scope, all))).toBe(517);
  });
});

test("[HOOK-04] deletes old deliveries of every organization in several statements, and nothing else", async () => {
  const other = await createOrg(db.database);
  await asOwner(db.database, other, (scope) =>
    saveWebhook(scope, { url: world.receiver.url, events: ["deal.created", "lead.created"] }, db.context.webhooks),
  );
  await db.ownerPool.query(
    `insert into webhook_delivery (org_id, id, endpoint_id, event, body, status, created_at)
     select org_id, gen_random_uuid(), id, 'lead.created', n::text, case n when 1 then 'pending' else 'failed' end,
       now() - make_interval(days => case n when 2 then 29 else 31 end)
     from webhook_endpoint, generate_series(1, 1005) n`,
  );
  await tasks["webhook.prune"].run({}, db.context);
  const { rows } = await db.ownerPool.query("select body from webhook_delivery order by body");
  expect(rows.map(({ body }) => body)).toEqual(["1", "1", "2", "2"]);
});

test("[HOOK-04] logs an event whose lead was deleted", async () => {
  const info = vi.spyOn(serverLog, "info");
  const event = {
    event: "lead.created",
    timestamp: new Date().toISOString(),
    lead_id: randomUUID(),
  } as const;
  await as((scope) => prepareDelivery(scope, randomUUID(), event));
  expect(info).toHaveBeenCalledWith(
    expect.objectContaining({ lead_id: event.lead_id, org_id: world.org.orgId }),
    expect.stringContaining("record is gone"),
  );
  info.mockRestore();
});

test("[HOOK-04] returns null for an unknown delivery", async () => {
  expect(await as((scope) => readDelivery(scope, randomUUID()))).toBeNull();
  expect(await as((scope) => readDelivery(scope, "no id"))).toBeNull();
});
