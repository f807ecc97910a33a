import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import { post } from "~/platform/http-out.server";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
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
  await asOwner(db.database, org, (scope) =>
    saveWebhook(scope, { url: receiver.url, events: ["deal.created", "lead.created"] }, db.context.webhooks),
  );
});

afterEach(() => receiver.close());

const deliveries = async () =>
  (await db.ownerPool.query("select status, attempts, last_status, last_error from webhook_delivery")).rows;

describe("[HOOK-05] a private address that is not trusted", () => {
  const port = () => new URL(receiver.origin).port;

  test.each([
    ["https://127.0.0.1", "webhook_host_not_allowed", "private"],
    ["https://localhost", "webhook_host_not_allowed", "private"],
    ["https://[::1]", "webhook_host_not_allowed", "not a public IP address"],
    ["https://[::ffff:127.0.0.1]", "webhook_host_not_allowed", "not a public IP address"],
    ["https://0.0.0.0", "webhook_host_not_allowed", "IP address"],
    ["http://127.0.0.1", "webhook_needs_https", "only https"],
  ])("%s is rejected before a connection is opened", async (origin, code, reason) => {
    const url = `${origin}:${port()}/hook`;
    // Stored without the form's check, as by an older version.
    await db.ownerPool.query("update webhook_endpoint set url = $1", [url]);
    db.context.webhooks = parseWebhookAllowance("");
    await submittedLead(db.database, org, affiliate);
    await db.runJobs();
    expect(receiver.connections).toBe(0);
    expect(await deliveries()).toMatchObject([{ status: "pending", last_status: null, last_error: code }]);
    // Without any check of the URL, as after a DNS change.
    await expect(post({ url, body: "{}", headers: {}, trusted: false })).rejects.toThrow(reason);
    expect(receiver.connections).toBe(0);
  });

  test.each([
    ["https://hooks.example.com/x", "webhook_host_not_allowed"],
    ["https://webhook.site:444/x", "webhook_port_not_allowed"],
    ["http://webhook.site/x", "webhook_needs_https"],
  ])("%s, saved under other rules, is not called any more", async (url, code) => {
    await db.ownerPool.query("update webhook_endpoint set url = $1", [url]);
    await submittedLead(db.database, org, affiliate);
    await db.runJobs();
    expect(await deliveries()).toMatchObject([{ status: "pending", attempts: 1, last_error: code }]);
    // The operator corrects the list, and the waiting delivery arrives.
    await db.ownerPool.query("update webhook_endpoint set url = $1", [receiver.url]);
    await db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()");
    await db.runJobs();
    expect(await deliveries()).toMatchObject([{ status: "delivered", attempts: 2 }]);
  });

  test("a trusted origin allows no other port", async () => {
    db.context.webhooks = parseWebhookAllowance("http://127.0.0.1:1");
    await submittedLead(db.database, org, affiliate);
    await db.runJobs();
    expect(receiver.connections).toBe(0);
  });
});
