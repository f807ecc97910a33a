import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { changeSecret, enableWebhook } from "~/domain/webhooks/change-endpoint.server";
import { resendDelivery, resendDeliveries } from "~/domain/webhooks/resend.server";
import { createSealer } from "~/platform/seal.server";
import { addMember } from "../factories/organizations";
import { TEST_SECRET } from "../support/database";
import { useWebhook } from "./webhook-world";

const world = useWebhook();
const { as, save, state, log, lead, deliver } = world;
const { db } = world;

describe("[HOOK-04] W3 a failing endpoint", () => {
  const notices = async () =>
    (await db.ownerPool.query("select user_id, type, params from notification where type = 'webhook_disabled'")).rows;

  test("is disabled immediately by a 410, with one notification and one email to the owner and none to members", async () => {
    await addMember(db.database, world.org);
    await lead();
    await lead();
    world.receiver.answer = 410;
    await db.runJobs();
    expect(world.receiver.requests.length).toBeLessThanOrEqual(2);
    expect((await state())!.disabled).toMatchObject({ because: "gone" });
    const host = new URL(world.receiver.origin).host;
    expect(await notices()).toEqual([
      { user_id: world.org.owner.userId, type: "webhook_disabled", params: { host, because: "gone" } },
    ]);
    const mails = db.mails.filter(({ text }) => text.includes("410"));
    expect(mails.map(({ to }) => to.address)).toEqual([world.org.owner.email]);
    expect(mails[0]!.headers ?? {}).not.toHaveProperty("List-Unsubscribe");
    expect((await log()).rows.map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect(await db.jobs("webhook.deliver")).toEqual([]);
  });

  test("is disabled only after five days without any success", async () => {
    const at = (days: number, hours = 0) => db.at(new Date(Date.UTC(2026, 0, 1 + days, hours)));
    const fail = async () => {
      world.receiver.answer = 500;
      await deliver();
    };
    at(0);
    await fail();
    expect((await state())!.failingSince).toBe("2026-01-01T00:00:00.000Z");
    at(4);
    world.receiver.answer = 204;
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
    expect(db.mails.filter(({ to }) => to.address === world.org.owner.email)).toHaveLength(
      1 + (await db.ownerPool.query("select 1 from notification where type = 'lead_created'")).rowCount!,
    );
  });

  test("keeps events while it is disabled, which can be sent once it is enabled", async () => {
    world.receiver.answer = 410;
    await deliver();
    world.receiver.answer = 204;
    const id = await deliver();
    expect(world.receiver.requests).toHaveLength(1);
    expect((await log()).rows[0]).toMatchObject({
      status: "failed",
      attempts: 0,
      lastError: "webhook_disabled",
    });
    await expect(as((scope) => resendDelivery(scope, id))).rejects.toMatchObject({ code: "webhook_disabled" });
    await as(enableWebhook);
    await as(enableWebhook);
    expect(await state()).toMatchObject({ disabled: null, failingSince: null });
    expect(
      await as((scope) => resendDeliveries(scope, { since: new Date(0), before: new Date(), which: "failed" })),
    ).toMatchObject({ count: 2 });
    await db.runJobs();
    expect((await log()).rows.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
    const { rows } = await db.ownerPool.query(
      "select action from audit_log where action like 'webhook.%' order by action",
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "webhook.disable",
      "webhook.enable",
      "webhook.save",
      "webhook.send_again",
    ]);
  });

  test("is recorded in the audit log without its path, which is a secret of some providers", async () => {
    await save(`${world.receiver.url}/very-secret`);
    world.receiver.answer = 410;
    await deliver();
    await save("");
    const { rows } = await db.ownerPool.query(
      "select action, data from audit_log where action like 'webhook.%' order by xmin::text::bigint, id",
    );
    const { origin } = world.receiver;
    expect(rows).toEqual([
      { action: "webhook.save", data: { events: "deal.created, lead.created", origin } },
      { action: "webhook.save", data: { events: "deal.created, lead.created", origin } },
      { action: "webhook.disable", data: { origin, because: "gone" } },
      { action: "webhook.save", data: { events: "deal.created, lead.created", origin: null } },
    ]);
  });

  test("fails with a clear error if its secret was sealed with another SESSION_SECRET, until it gets a new secret", async () => {
    const { unseal } = db.context;
    db.context.unseal = createSealer(`${TEST_SECRET} changed`).unseal;
    const id = await deliver();
    expect(world.receiver.requests).toEqual([]);
    expect((await log()).rows[0]).toMatchObject({
      id,
      status: "pending",
      attempts: 1,
      lastStatus: null,
      lastError: "webhook_secret_unreadable",
    });
    expect(await db.jobs("webhook.deliver")).toHaveLength(1);
    db.context.unseal = (text) => {
      if (text === before) throw new Error("sealed with another secret");
      return unseal(text);
    };
    const before = (await db.ownerPool.query("select secret from webhook_endpoint")).rows[0].secret as string;
    const { secret } = await as(changeSecret);
    await as((scope) => resendDelivery(scope, id));
    await db.runJobs();
    const [request] = world.receiver.requests;
    new Webhook(secret).verify(request!.body, request!.headers as Record<string, string>);
    expect((await log()).rows[0]).toMatchObject({ id, status: "delivered", attempts: 2 });
  });

  test("is enabled by saving another URL, but not by saving the same one", async () => {
    world.receiver.answer = 410;
    await deliver();
    await save(world.receiver.url);
    expect((await state())!.disabled).not.toBeNull();
    await save(`${world.receiver.url}/new`);
    expect((await state())!.disabled).toBeNull();
  });

  test("is retried by Retry-After within limits", async () => {
    world.receiver.answer = 503;
    world.receiver.answerHeaders = { "Retry-After": "8" };
    const start = Date.now();
    await deliver();
    const [job] = await db.jobs("webhook.deliver");
    expect(job!.runAt.getTime() - start).toBeGreaterThan(7_900);
    expect(job!.runAt.getTime() - start).toBeLessThan(30_000);
    expect((await log()).rows[0]!.nextAttemptAt).toBe(job!.runAt.toISOString());
  });

  test("is disabled once by twenty concurrent failures, without blocking", async () => {
    await Promise.all(Array.from({ length: 20 }, () => lead()));
    world.receiver.answer = 410;
    const jobs = (await db.jobs("webhook.emit")).map(({ payload }) => payload);
    expect(jobs).toHaveLength(20);
    await db.runJobs();
    expect(await notices()).toHaveLength(1);
    expect((await log()).rows.every(({ status }) => status === "failed")).toBe(true);
  });
});
