import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { enableWebhook } from "~/domain/webhooks/change-endpoint.server";
import { prepareDelivery } from "~/domain/webhooks/prepare-delivery.server";
import { recordAttempt } from "~/domain/webhooks/record-attempt.server";
import { resendDelivery } from "~/domain/webhooks/resend.server";
import { jobScope } from "../../jobs/define-task";
import { untilBlocked } from "../support/database";
import { useWebhook } from "./webhook-world";

const world = useWebhook();
const { db, as, save, log, deliver } = world;

/** Returns a promise and the function that resolves it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** Opens the transaction of an event that has read the endpoint and written its delivery `id`, until `commit`. */
async function heldEvent() {
  const { rows } = await db.ownerPool.query<{ id: string }>("select id from lead limit 1");
  const [end, written, id] = [gate(), gate(), randomUUID()];
  const event = { event: "lead.created", timestamp: new Date().toISOString(), lead_id: rows[0]!.id } as const;
  const done = jobScope(db.context, { name: "webhook.emit", orgId: world.org.orgId }, async (scope) => {
    await prepareDelivery(scope, id, event);
    written.open();
    await end.opened;
  });
  await Promise.race([written.opened, done]);
  const commit = async () => {
    end.open();
    await done;
  };
  return { id, commit };
}

/** Disables the endpoint by a response with 410. */
async function disable() {
  world.receiver.answer = 410;
  await deliver();
  world.receiver.answer = 500;
}

const read = async (id: string) => (await log()).rows.find((row) => row.id === id);

describe("[HOOK-04] J4 a delivery written while the endpoint stops sending does not wait forever", () => {
  test("fails unsent if a 410 disabled the endpoint during the event's transaction", async () => {
    await deliver();
    const { id, commit } = await heldEvent();
    await disable();
    await commit();
    expect(await read(id)).toMatchObject({ status: "pending" });
    const before = world.receiver.requests.length;
    await db.runJobs();
    expect(await read(id)).toMatchObject({
      status: "failed",
      attempts: 0,
      lastError: "webhook_disabled",
      nextAttemptAt: null,
    });
    expect(world.receiver.requests).toHaveLength(before);
    world.receiver.answer = 204;
    await as(enableWebhook);
    await as((scope) => resendDelivery(scope, id));
    await db.runJobs();
    expect(await read(id)).toMatchObject({ status: "delivered", attempts: 1 });
  });

  test("fails unsent if the webhook was switched off during the event's transaction", async () => {
    await deliver();
    const { id, commit } = await heldEvent();
    await save("");
    await commit();
    const before = world.receiver.requests.length;
    await db.runJobs();
    expect(await read(id)).toMatchObject({ status: "failed", lastError: "webhook_off" });
    expect(world.receiver.requests).toHaveLength(before);
  });

  test("fails if its attempt fails at an endpoint disabled meanwhile", async () => {
    world.receiver.answer = 500;
    const id = await deliver();
    expect(await read(id)).toMatchObject({ status: "pending", attempts: 1 });
    await db.ownerPool.query("update webhook_endpoint set disabled_at = now(), disabled_because = 'gone'");
    const result = { status: 500, error: "status 500", delivered: false, durationMs: 1, response: null };
    await as((scope) => recordAttempt(scope, { id, attempts: 1, isFailing: true }, { ...result, retryAfterMs: null }));
    expect(await read(id)).toMatchObject({ status: "failed", attempts: 2, lastError: "status 500" });
  });

  test("is rejected when it is resent while the endpoint is being disabled", async () => {
    const id = await deliver();
    const [end, locked] = [gate(), gate()];
    const disabling = jobScope(
      db.context,
      { name: "webhook.deliver", orgId: world.org.orgId },
      async ({ db: sql, orgId, now }) => {
        await sql.$executeRaw`update webhook_endpoint set disabled_at = ${now}::timestamptz, disabled_because = 'gone'
          where org_id = ${orgId}::uuid`;
        locked.open();
        await end.opened;
      },
    );
    await locked.opened;
    const sending = as((scope) => resendDelivery(scope, id));
    const refused = expect(sending).rejects.toMatchObject({ code: "webhook_disabled" });
    await untilBlocked(db.ownerPool);
    end.open();
    await Promise.all([disabling, refused]);
    expect(await read(id)).toMatchObject({ id, status: "delivered" });
  });
});
