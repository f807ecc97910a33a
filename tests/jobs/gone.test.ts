import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import type { JobName } from "~/domain/shared/jobs";
import { createSealer } from "~/platform/seal.server";
import { tasks } from "../../jobs/tasks";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { TEST_SECRET, useDatabase } from "../support/database";
import { everything as allOf } from "./everything";
import { startReceiver, type Receiver } from "./receiver";

const db = useDatabase({ each: true, stripe: true });
let receiver: Receiver;
let org: Org;

beforeEach(async () => {
  receiver = await startReceiver();
  db.context.webhooks = parseWebhookAllowance(receiver.origin);
  org = await createOrg(db.database);
});

afterEach(() => receiver.close());

const everything = () => allOf(db);
const run = (name: JobName, payload: unknown) => tasks[name].run(payload, db.context);
const listen = () =>
  asOwner(db.database, org, (scope) =>
    saveWebhook(scope, { url: receiver.url, events: ["deal.created", "lead.created"] }, db.context.webhooks),
  );

describe("J5: a job of a deleted record ends silently", () => {
  const sealed = createSealer(TEST_SECRET).seal;
  const nobody = "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c";

  test.each([
    ["mail.notification", () => ({ org_id: org.orgId, notification_id: nobody })],
    ["notice.staff", () => ({ org_id: org.orgId, type: "lead_created", subject_id: nobody })],
    ["mail.security", () => ({ notice_id: nobody })],
    ["mail.link", () => ({ purpose: "invite", link: sealed("x") })],
    [
      "identity.send_link",
      () => ({ purpose: "reset", address: sealed("nobody@example.com"), link: sealed("x"), language: "en" }),
    ],
    ["webhook.deliver", () => ({ org_id: org.orgId, delivery_id: nobody })],
    [
      "webhook.emit",
      () => ({
        org_id: org.orgId,
        event_id: nobody,
        event: "lead.created",
        timestamp: new Date().toISOString(),
        lead_id: nobody,
      }),
    ],
    ["commissions.generate", () => ({ org_id: nobody })],
    ["stripe.event", () => ({ event_id: nobody })],
    ["stripe.end", () => ({ customer_id: "cus_nobody" })],
    ["subscription.check", () => ({ org_id: nobody })],
    ["trial.tell", () => ({ org_id: nobody })],
  ] as [JobName, () => unknown][])("%s", async (name, payload) => {
    await listen();
    const before = await everything();
    await run(name, payload()).catch(({ code }) => expect(code).toBe("organization_gone"));
    expect(await everything()).toEqual(before);
    expect(db.mails).toEqual([]);
    expect(receiver.requests).toEqual([]);
  });

  test("a payload outside the catalog is rejected before any work", async () => {
    for (const name of Object.keys(tasks) as JobName[]) {
      // Scheduled jobs have no payload.
      if (/\.(sweep|prune|fold)$/.test(name)) continue;
      await expect(run(name, { org_id: "not an id" })).rejects.toThrow();
    }
  });
});
