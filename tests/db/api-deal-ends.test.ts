import { beforeEach, describe, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { eventBodies, eventNames, type EventName } from "~/domain/webhooks/events";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { apiKey, useApi, type Sent } from "../support/api";
import { useDatabase } from "../support/database";

const db = useDatabase();
const api = useApi(db);
let org: Org;
let affiliate: Affiliate;
let key: string;

beforeEach(async () => {
  db.at("2026-03-20T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  key = await apiKey(db, org);
});

const ask = (method: string, path: string, sent: Sent = {}) => api(method, path, { key, ...sent });
const eur = (amount: string) => ({ amount, currency: "EUR" });

describe("[LEAD-16] [API-01] the API", () => {
  test("previews the end of a deal, ends it, and undoes that", async () => {
    const { id } = await recurringDeal(db.database, org, affiliate, { contract_duration_months: "4" });
    const [january, , march] = await db.ownerPool
      .query<{ id: string }>("select id from commission_payment where deal_id = $1 order by period_start", [id])
      .then(({ rows }) => rows);
    await asOwner(db.database, org, (scope) =>
      payCommissions(scope, { payments: [january!.id, march!.id], receiptUrl: null }),
    );
    const before = await ask("GET", `/deals/${id}`);
    expect(before.body.end).toBeNull();
    const preview = await ask("GET", `/deals/${id}/end?reason=cancelled_by_customer&day=2026-03-01`);
    expect(preview.body).toEqual({
      commissions: [
        { period: "2026-01-15", amount: eur("10.00"), fate: "paid" },
        { period: "2026-02-15", amount: eur("10.00"), fate: "stays" },
        { period: "2026-03-15", amount: eur("10.00"), fate: "owed_back" },
        { period: "2026-04-15", amount: eur("10.00"), fate: "ends" },
      ],
      owed_back: [eur("10.00")],
      worth: eur("200.00"),
    });
    expect((await ask("GET", `/deals/${id}`)).body).toEqual(before.body);

    const sent = { reason: "cancelled_by_customer", day: "2026-03-01", note: "Moved away" };
    const ended = await ask("POST", `/deals/${id}/end`, { body: sent });
    expect(ended.body.end).toEqual({ ...sent, worth: eur("200.00"), owed_back: [eur("10.00")] });
    expect((await ask("POST", `/deals/${id}/end`, { body: sent })).body).toEqual(ended.body);
    expect((await ask("POST", `/deals/${id}/resume`)).body.end).toBeNull();
  });

  test("rejects an invalid end and names the field", async () => {
    const { id } = await recurringDeal(db.database, org, affiliate);
    const end = (body: object) => ask("POST", `/deals/${id}/end`, { body });
    const outside = await end({ reason: "our_fault", day: "2025-01-01" });
    expect([outside.status, outside.body.code]).toEqual([422, "deal_end_outside"]);
    const future = await end({ reason: "customer_did_not_pay", day: "2026-03-21" });
    expect([future.status, future.body.code]).toEqual([422, "deal_end_in_future"]);
    expect((await end({ day: "2026-03-01" })).status).toBe(422);
    const today = await ask("GET", `/deals/${id}/end`);
    expect(today.body.worth).toEqual(eur("300.00"));
    await end({ reason: "our_fault", day: "2026-03-01" });
    const again = await end({ reason: "our_fault", day: "2026-03-02" });
    expect([again.status, again.body.code]).toEqual([409, "deal_ended"]);
  });

  test("[HOOK-01] an ended deal is sent to an endpoint with all events, and not to one with the first two", async () => {
    const events = async () =>
      (
        await db.ownerPool.query("select event, body from webhook_delivery where org_id = $1 order by event", [
          org.orgId,
        ])
      ).rows as { event: string; body: string }[];
    const both: EventName[] = ["deal.created", "lead.created"];
    for (const chosen of [both, eventNames]) {
      await asOwner(db.database, org, (scope) =>
        saveWebhook(scope, { url: "https://webhook.site/inbox", events: [...chosen] }, { hosts: [], origins: [] }),
      );
      const { id } = await oneTimeDeal(db.database, org, affiliate);
      await ask("POST", `/deals/${id}/end`, { body: { reason: "cancelled_by_customer", day: "2026-03-01" } });
      await db.runJobs();
      await ask("POST", `/deals/${id}/resume`);
      await db.runJobs();
      const heard = (await events()).map((one) => one.event);
      expect(heard.includes("deal.ended")).toBe(chosen === eventNames);
      expect(heard.includes("deal.resumed")).toBe(chosen === eventNames);
    }
    const ends = async () => (await events()).filter((one) => one.event === "deal.ended").length;
    const before = await ends();
    const { id } = await oneTimeDeal(db.database, org, affiliate);
    await db.runJobs();
    await ask("POST", `/deals/${id}/end`, { body: { reason: "our_fault", day: "2026-03-01" } });
    await ask("POST", `/deals/${id}/resume`);
    await db.runJobs();
    // An end that is undone before it was sent is not sent.
    expect(await ends()).toBe(before);
    const sent = (await events()).filter((one) => one.event === "deal.ended" || one.event === "deal.resumed");
    for (const { event, body } of sent) {
      const schema = eventBodies[event as "deal.ended" | "deal.resumed"];
      expect(schema.parse(JSON.parse(body))).toEqual(JSON.parse(body));
    }
    const ended = JSON.parse(sent.find((one) => one.event === "deal.ended")!.body) as { end: unknown };
    expect(ended.end).toEqual({ day: "2026-03-01", reason: "cancelled_by_customer", note: null, worth: 0 });
  });
});
