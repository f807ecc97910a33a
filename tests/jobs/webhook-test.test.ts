import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listDeliveries, readDelivery } from "~/domain/webhooks/list-deliveries.server";
import { countAllToSend, countToSend, resendDelivery, resendDeliveries } from "~/domain/webhooks/resend.server";
import { readWebhook } from "~/domain/webhooks/save-webhook.server";
import { action } from "~/routes/_app.settings.webhook/route";
import { sessionCookie } from "~/server/app-context.server";
import { activeAffiliate } from "../factories/affiliates";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";
import { startReceiver, type Receiver } from "./receiver";

const db = useDatabase();
let receiver: Receiver;
let org: Org;
let cookie: string;

beforeAll(async () => {
  receiver = await startReceiver();
});
useRoutes(db, () => ({ WEBHOOK_ALLOWED_HOSTS: receiver.origin }));
afterAll(() => receiver.close());

beforeEach(async () => {
  Object.assign(receiver, { answer: 200, answerBody: "", requests: [] });
  org = await createOrg(db.database, { name: "Nordlicht <GmbH>" });
  cookie = (await sessionCookie().serialize(await signIn(db.database, org.owner))).split(";")[0]!;
});

interface Reply {
  test?: Record<string, unknown>;
  secret?: string;
  error?: Record<string, string[]>;
  initialValue?: Record<string, string>;
}

const send = async (form: Record<string, string | string[]>, as = cookie) => {
  const answer = await call(action, "/settings/webhook", { form, cookie: as });
  return { ...answer, reply: answer.body as Reply | null };
};
const sendTest = (webhook_url: string, webhook_events = "deal.created") =>
  send({ intent: "test", webhook_url, webhook_events });

describe("[SET-03] the test delivery", () => {
  test("has the payload of a real event with organization and _test, and reports the response", async () => {
    receiver.answerBody = "thanks <b>";
    const { status, reply } = await sendTest(receiver.url);
    expect(status).toBe(200);
    const [request] = receiver.requests;
    const sent = JSON.parse(request!.body) as Record<string, unknown>;
    expect(sent).toEqual({
      event: "deal.created",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      deal: {
        id: expect.any(String),
        title: expect.any(String),
        amount: 1234.56,
        currency: "EUR",
        commission_amount: 123.46,
        close_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
      commission_currency: "EUR",
      lead: {
        id: expect.any(String),
        company_name: expect.any(String),
        contact_person: expect.any(String),
        email: expect.any(String),
        phone: expect.any(String),
      },
      affiliate: { id: expect.any(String), name: expect.any(String) },
      organization: { id: org.orgId, name: "Nordlicht <GmbH>" },
      _test: true,
    });
    expect(reply!.test).toMatchObject({
      delivered: true,
      status: 200,
      error: null,
      response: "thanks <b>",
      isSigned: false,
      body: request!.body,
    });
    // The entered values remain, and nothing is stored.
    expect(reply!.initialValue).toMatchObject({ webhook_url: receiver.url, webhook_events: "deal.created" });
    expect((await db.ownerPool.query("select 1 from webhook_endpoint where org_id = $1", [org.orgId])).rows).toEqual(
      [],
    );
  });

  test("is logged as a test with request and response, also before a URL is saved", async () => {
    receiver.answerBody = "thanks";
    await sendTest(receiver.url);
    receiver.answer = 500;
    const failed = (await sendTest(receiver.url, "lead.created")).reply!.test!;
    const { rows } = await asOwner(db.database, org, (scope) =>
      listDeliveries(scope, { cursor: null, status: null, event: null }),
    );
    expect(rows).toMatchObject([
      {
        id: failed["id"],
        event: "lead.created",
        isTest: true,
        status: "failed",
        attempts: 1,
        lastStatus: 500,
        lastError: "status 500",
        nextAttemptAt: null,
      },
      { event: "deal.created", isTest: true, status: "delivered", lastStatus: 200, lastError: null },
    ]);
    // The id is the one in the receiver's log.
    expect(rows.map(({ id }) => id).toReversed()).toEqual(
      receiver.requests.map(({ headers }) => headers["webhook-id"]),
    );
    const read = await asOwner(db.database, org, (scope) => readDelivery(scope, rows[1]!.id));
    expect(read).toMatchObject({
      body: receiver.requests[0]!.body,
      tries: [{ status: 200, error: null, response: "thanks" }],
    });
    const elsewhere = await createOrg(db.database);
    expect(
      await asOwner(db.database, elsewhere, (scope) => readDelivery(scope, rows[1]!.id)),
      "another organization",
    ).toBeNull();
  });

  test("is never resent, alone or in a batch", async () => {
    await send({ intent: "save", webhook_url: receiver.url, webhook_events: "deal.created" });
    receiver.answer = 500;
    const { id } = (await sendTest(receiver.url)).reply!.test as { id: string };
    const wanted = { since: new Date(0), which: "all", before: new Date() } as const;
    await asOwner(db.database, org, async (scope) => {
      await expect(resendDelivery(scope, id)).rejects.toMatchObject({ code: "not_found" });
      expect(await countToSend(scope, wanted)).toBe(0);
      expect(await countAllToSend(scope, wanted)).toBe(0);
      expect(await resendDeliveries(scope, wanted)).toMatchObject({ count: 0 });
    });
    expect(await db.jobs("webhook.deliver")).toEqual([]);
  });

  test("uses a lead event if only leads are chosen", async () => {
    await sendTest(receiver.url, "lead.created");
    const sent = JSON.parse(receiver.requests[0]!.body) as Record<string, unknown>;
    expect(Object.keys(sent)).toEqual(["event", "timestamp", "lead", "affiliate", "organization", "_test"]);
    expect(sent["event"]).toBe("lead.created");
  });

  test("uses the first of several checked events, and saving stores all", async () => {
    const webhook_events = ["lead.created", "deal.ended"];
    await send({ intent: "test", webhook_url: receiver.url, webhook_events });
    expect(JSON.parse(receiver.requests[0]!.body)).toMatchObject({ event: "deal.ended", end: { note: null } });
    await send({ intent: "save", webhook_url: receiver.url, webhook_events });
    const webhook = await asOwner(db.database, org, readWebhook);
    expect(webhook!.events).toEqual(["deal.ended", "lead.created"]);
    const none = await send({ intent: "save", webhook_url: receiver.url });
    expect([none.status, none.reply!.error]).toEqual([422, { webhook_events: ["webhook_event_required"] }]);
    expect((await send({ intent: "save", webhook_url: "" })).status).toBe(302);
    expect(await asOwner(db.database, org, readWebhook)).toEqual({ url: "", events: [] });
  });

  test("is signed with the secret shown after saving", async () => {
    const { reply } = await send({ intent: "save", webhook_url: receiver.url, webhook_events: "deal.created" });
    expect(reply!.secret).toMatch(/^whsec_/);
    expect((await sendTest(receiver.url)).reply!.test).toMatchObject({ delivered: true, isSigned: true });
    const { headers, body } = receiver.requests[0]!;
    expect(new Webhook(reply!.secret!).verify(body, headers as Record<string, string>)).toMatchObject({
      _test: true,
    });
    // Saved again with the returned version, without an edit conflict.
    const again = await send({
      intent: "save",
      webhook_url: `${receiver.url}/2`,
      webhook_events: "deal.created",
      version: reply!.initialValue!["version"]!,
    });
    expect([again.status, again.to]).toEqual([302, "/settings/webhook"]);
  });

  test.each([500, 302, 410])(
    "fails for a receiver that responds with %d, without disabling the endpoint",
    async (code) => {
      await send({ intent: "save", webhook_url: receiver.url, webhook_events: "deal.created" });
      receiver.answer = code;
      const { status, reply } = await sendTest(receiver.url);
      expect(status).toBe(200);
      expect(reply!.test).toMatchObject({ delivered: false, status: code, error: `status ${code}` });
      const { rows } = await db.ownerPool.query(
        "select failing_since, disabled_at from webhook_endpoint where org_id = $1",
        [org.orgId],
      );
      expect(rows).toEqual([{ failing_since: null, disabled_at: null }]);
    },
  );

  test.each([
    ["", "webhook_url_required"],
    ["   ", "webhook_url_required"],
    ["nonsense", "webhook_url_invalid"],
    ["http://webhook.site/x", "webhook_needs_https"],
  ])("of %j is rejected with %s at its field, and nothing is sent", async (url, code) => {
    const { status, reply } = await sendTest(url);
    expect(status).toBe(422);
    expect(reply!.error).toEqual({ webhook_url: [code] });
    expect(receiver.requests).toEqual([]);
  });

  test("keeps no transaction open while the receiver works", async () => {
    let open: unknown;
    const thinking = new Promise<void>((resolve) => {
      receiver.answer = () => {
        void db.ownerPool
          .query(
            "select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
          )
          .then(({ rows }) => (open = rows))
          .then(() => resolve());
        return 200;
      };
    });
    await sendTest(receiver.url);
    await thinking;
    expect(open).toEqual([]);
  });

  test("is limited to twenty in ten minutes per organization", async () => {
    for (let count = 0; count < 20; count++) expect((await sendTest(receiver.url)).status).toBe(200);
    const late = await sendTest(receiver.url);
    expect([late.status, receiver.requests.length]).toEqual([429, 20]);
    expect(Number(late.retryAfter)).toBeGreaterThan(0);
  });

  test("is forbidden for affiliates", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    const theirs = await signIn(db.database, affiliate, { door: "affiliate", affiliateOrgId: org.orgId });
    const answer = await send(
      { intent: "test", webhook_url: receiver.url, webhook_events: "deal.created" },
      (await sessionCookie().serialize(theirs)).split(";")[0]!,
    );
    expect(answer.to).toBe("/");
    expect(receiver.requests).toEqual([]);
  });
});
