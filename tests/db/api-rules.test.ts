import { beforeEach, describe, expect, test } from "vitest";
import { runGeneration } from "~/domain/commissions/run-generation.server";
import { invitedAffiliate, withTerms, activeAffiliate, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { apiKey, useApi, type Sent } from "../support/api";
import { useDatabase, untilBlocked } from "../support/database";

const db = useDatabase();
const api = useApi(db);
let org: Org;
let key: string;

beforeEach(async () => {
  db.at("2026-03-10T12:00:00Z");
  org = await createOrg(db.database, { name: "Nordlicht" });
  key = await apiKey(db, org);
});

const ask = (method: string, path: string, sent: Sent = {}) => api(method, path, { key, ...sent });
const problemOf = ({ status, body, headers }: Awaited<ReturnType<typeof api>>) => {
  expect(headers.get("Content-Type")).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({ status, type: expect.stringMatching(/\/docs\/api#\w+$/) });
  return [status, body.code];
};

describe("[API-01] rules", () => {
  test("[API-01] one of two concurrent requests with the same ETag succeeds, for every operation", async () => {
    const affiliate = await withTermsAndPortal();
    const deal = (await ask("GET", "/deals")).body.data[0];
    await ask("POST", "/commissions/pay", { body: { deal_ids: [deal.id] } });
    const leadId = await addedLead(db.database, org);
    const cases = [
      [
        "transactions",
        `/transactions/deal/${deal.id}`,
        "deal",
        deal.id,
        [
          ["PUT", "/receipt", { receipt_url: "https://files.example.com/1.pdf" }],
          ["PUT", "/receipt", { receipt_url: "https://files.example.com/2.pdf" }],
        ],
      ],
      [
        "leads",
        `/leads/${leadId}`,
        "lead",
        leadId,
        [
          ["PATCH", "", { notes: "Changed" }],
          ["POST", "/qualify", undefined],
        ],
      ],
      [
        "affiliates",
        `/affiliates/${affiliate.affiliateId}`,
        "affiliate",
        affiliate.affiliateId,
        [
          ["PATCH", "", { name: "Another" }],
          ["PATCH", "", { status: "inactive" }],
        ],
      ],
    ] as const;
    for (const [name, path, table, id, requests] of cases) {
      const etag = (await ask("GET", path)).headers.get("ETag")!;
      const holder = await db.ownerPool.connect();
      await holder.query("begin");
      await holder.query(`select 1 from ${table} where id = $1 for update`, [id]);
      const sent = requests.map(([method, sub, body]) =>
        ask(method, path + sub, { body, headers: { "If-Match": etag } }),
      );
      // Both requests are blocked by the lock now.
      await untilBlocked(db.ownerPool, 2);
      await holder.query("commit");
      holder.release();
      const statuses = (await Promise.all(sent)).map(({ status }) => status).toSorted();
      expect(statuses, name).toEqual([200, 412]);
    }
    const weak = { "If-Match": `W/${(await ask("GET", `/leads/${leadId}`)).headers.get("ETag")}` };
    const refused = await ask("PATCH", `/leads/${leadId}`, { body: { notes: "Weak" }, headers: weak });
    expect(problemOf(refused)).toEqual([412, "precondition_failed"]);
  });

  test("[API-01] amounts are parsed in one way only, also for a currency with three decimals", async () => {
    const { affiliateId } = await activeAffiliate(db.database, org);
    const create = async (amount: string, currency: string) =>
      ask("POST", "/deals", {
        body: {
          lead_id: await addedLead(db.database, org),
          deal_type: "one-time",
          title: "Website",
          amount,
          currency,
          close_date: "2026-03-10",
        },
      });
    for (const currency of ["KWD", "BHD", "TND"]) {
      const made = await create("12.345", currency);
      expect(made.body.amount).toEqual({ amount: "12.345", currency });
      const changed = await ask("PATCH", `/deals/${made.body.id}`, { body: { title: "Shop" } });
      expect([changed.status, changed.body]).toMatchObject([200, { title: "Shop", amount: made.body.amount }]);
      const dearer = await ask("PATCH", `/deals/${made.body.id}`, { body: { amount: "1234.500" } });
      expect(dearer.body.amount).toEqual({ amount: "1234.500", currency });
    }
    const monthly = await ask("POST", "/deals", {
      body: {
        lead_id: await addedLead(db.database, org),
        deal_type: "recurring",
        title: "Care",
        mrr: "1.005",
        currency: "KWD",
        contract_duration_months: 2,
        contract_start_date: "2026-03-31",
      },
    });
    expect(monthly.body).toMatchObject({
      mrr: { amount: "1.005" },
      amount: { amount: "2.010" },
      contract_start_date: "2026-03-31",
      contract_end_date: "2026-05-31",
      close_date: "2026-03-31",
    });
    expect((await create("12.340", "EUR")).body.amount.amount).toBe("12.34");
    expect((await create("12.345", "EUR")).body.errors).toMatchObject([{ pointer: "/amount", code: "amount_invalid" }]);
    for (const amount of ["1.234,56", "1 005", "1,005", "-5", "1e3", ".5", "5."])
      expect((await create(amount, "EUR")).body.errors, amount).toMatchObject([
        { pointer: "/amount", code: "decimal_invalid" },
      ]);
    const terms = await ask("POST", `/affiliates/${affiliateId}/terms`, {
      body: { model: "fixed", fixed_amount: "1.000,00", currency: "EUR", start_date: "2026-03-10" },
    });
    expect(terms.body.errors).toMatchObject([{ pointer: "/fixed_amount", code: "decimal_invalid" }]);
  });

  test("[API-01] deals can be filtered by lead and type", async () => {
    const affiliate = await withTermsAndPortal();
    const recurring = await recurringDeal(db.database, org, affiliate);
    const { body: all } = await ask("GET", "/deals");
    const own = all.data.find(({ id }: { id: string }) => id === recurring.id);
    expect((await ask("GET", `/deals?lead_id=${own.lead_id}`)).body.data).toEqual([own]);
    expect((await ask("GET", "/deals?deal_type=recurring")).body.data).toEqual([own]);
    expect((await ask("GET", "/deals?deal_type=one-time")).body.data).toHaveLength(all.data.length - 1);
    const [payment] = (await ask("GET", `/commissions?deal_id=${recurring.id}`)).body.data;
    expect((await ask("GET", `/commissions/payment/${payment.id}`)).body).toEqual(payment);
    const once = all.data.find(({ id }: { id: string }) => id !== recurring.id);
    const [commission] = (await ask("GET", `/commissions?deal_id=${once.id}`)).body.data;
    expect((await ask("GET", `/commissions/deal/${once.id}`)).body).toEqual(commission);
    expect((await ask("GET", `/commissions/deal/${recurring.id}`)).status).toBe(404);
  });

  test("[API-01] [AFF-05] an affiliate without deals is deleted unless they changed since they were read", async () => {
    const { affiliateId } = await invitedAffiliate(db.database, org);
    const leadId = await addedLead(db.database, org, { affiliate_id: affiliateId });
    const path = `/affiliates/${affiliateId}`;
    const etag = (await ask("GET", path)).headers.get("ETag")!;
    await ask("PATCH", path, { body: { name: "Another" } });
    expect(problemOf(await ask("DELETE", path, { headers: { "If-Match": etag } }))).toEqual([
      412,
      "precondition_failed",
    ]);
    const gone = await ask("DELETE", path);
    expect([gone.status, gone.body]).toEqual([204, null]);
    expect((await ask("GET", path)).status).toBe(404);
    expect((await ask("GET", `/leads/${leadId}`)).body.affiliate_id).toBeNull();
    const won = await withTermsAndPortal();
    expect(problemOf(await ask("DELETE", `/affiliates/${won.affiliateId}`))).toEqual([409, "affiliate_has_deals"]);
  });

  test("[API-01] [COM-03] generation previews missing payments and creates them once", async () => {
    const affiliate = await withTermsAndPortal();
    await recurringDeal(db.database, org, affiliate);
    await db.ownerPool.query("delete from commission_payment where org_id = $1", [org.orgId]);
    expect((await ask("GET", "/commissions/generation")).body).toMatchObject({
      created: 12,
      filled: 1,
      missing: [{ payments: 12 }],
    });
    const begun = await ask("POST", "/commissions/generation");
    expect([begun.status, begun.body]).toMatchObject([202, { state: "running", created: 0 }]);
    const where = begun.headers.get("Location")!.replace("/api/v1", "");
    expect((await ask("GET", where)).body).toEqual(begun.body);
    await db.runJobs();
    const done = { ...begun.body, state: "done", created: 12, filled: 1, complete: 0 };
    expect((await ask("GET", where)).body).toEqual(done);
    // The job may run twice; a finished run stays unchanged.
    await runGeneration((use) => asOwner(db.database, org, use), { runId: done.id });
    expect((await ask("GET", where)).body).toEqual(done);
    const second = await ask("POST", "/commissions/generation");
    await db.runJobs();
    expect((await ask("GET", `/commissions/generation/${second.body.id}`)).body).toMatchObject({
      state: "done",
      created: 0,
      complete: 1,
    });
  });

  test("[API-01] [COM-03] a failed run reports its failure, and continuing it counts as the same run", async () => {
    const affiliate = await withTermsAndPortal();
    for (let number = 0; number < 2; number++) await recurringDeal(db.database, org, affiliate);
    await db.ownerPool.query("delete from commission_payment where org_id = $1", [org.orgId]);
    const { body } = await ask("POST", "/commissions/generation");
    const state = async () => (await ask("GET", `/commissions/generation/${body.id}`)).body;
    let opened = 0;
    const failing = runGeneration(
      async (use) => {
        if (++opened === 2) throw new Error("the connection was lost");
        return asOwner(db.database, org, use);
      },
      { atMost: 1, runId: body.id },
    );
    await expect(failing).rejects.toThrow("the connection was lost");
    expect(await state()).toMatchObject({ state: "failed", created: 12, filled: 1 });
    await db.runJobs();
    expect(await state()).toMatchObject({ state: "done", created: 24, filled: 2, complete: 0 });
  });

  test("[API-01] the operation that reads every payment has its own rate limit", async () => {
    const answers = await Promise.all(Array.from({ length: 11 }, () => ask("GET", "/commissions/generation")));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]!.headers.get("RateLimit")).toMatch(/^"key";r=\d+;t=\d+, "preview";r=0;t=\d+$/);
    expect((await ask("GET", "/leads")).status).toBe(200);
  });
});

async function withTermsAndPortal(): Promise<Affiliate> {
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  await oneTimeDeal(db.database, org, affiliate);
  return affiliate;
}
