import { beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "~/platform/db/database.server";
import { answerApi, KEY_LIMIT } from "~/server/api/handle.server";
import { addedLead } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { apiKey, useApi, type Sent } from "../support/api";
import { TEST_APP_URL, TEST_SECRET, useDatabase } from "../support/database";

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
const lead = { company_name: "Beta AG", contact_person: "Jonas Weber", email: "jonas@beta.example" };
const problemOf = ({ status, body, headers }: Awaited<ReturnType<typeof api>>) => {
  expect(headers.get("Content-Type")).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({ status, type: expect.stringMatching(/\/docs\/api#\w+$/) });
  return [status, body.code];
};

describe("[API-01] authentication", () => {
  test("[API-01] rejects requests without a valid key, whatever the browser sends", async () => {
    const cookie = { Cookie: "session=anything" };
    const none = await api("GET", "/leads", { headers: cookie });
    expect(problemOf(none)).toEqual([401, "unauthorized"]);
    expect(none.headers.get("WWW-Authenticate")).toBe('Bearer realm="Finderlohn"');
    const wrong = await api("GET", "/leads", { key: `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}` });
    expect(problemOf(wrong)).toEqual([401, "unauthorized"]);
    expect(wrong.headers.get("WWW-Authenticate")).toContain("invalid_token");
  });

  test("[API-01] limits failed attempts with keys, but not a valid key", async () => {
    const tries = await Promise.all(Array.from({ length: 61 }, () => api("GET", "/leads", { key: "fl_x" })));
    expect(tries.map(({ status }) => status)).toContain(429);
    expect((await ask("GET", "/leads")).status).toBe(200);
    await db.ownerPool.query("delete from rate_limit");
  });

  test("[API-01] rejects changes by a read-only key and by a key of a paused organization", async () => {
    const reader = await apiKey(db, org, "read");
    expect((await ask("GET", "/leads", { key: reader })).status).toBe(200);
    expect(problemOf(await ask("POST", "/leads", { key: reader, body: lead }))).toEqual([403, "read_only_key"]);
    await db.ownerPool.query(
      "update organization set subscription_status = null, trial_ends_at = '2026-01-01' where org_id = $1",
      [org.orgId],
    );
    expect((await ask("GET", "/leads")).body.data).toEqual([]);
    expect(problemOf(await ask("POST", "/leads", { body: lead }))).toEqual([402, "organization_paused"]);
  });

  test("[WORK-07] open leads that nobody is responsible for are listed by `responsible=none`", async () => {
    const { userId } = org.owner;
    const add = async (more: object) => (await ask("POST", "/leads", { body: { ...lead, ...more } })).body.id as string;
    const [free, taken] = [await add({}), await add({ responsible: userId })];
    const found = async (responsible: string) => {
      const { body } = await ask("GET", `/leads?responsible=${responsible}`);
      return (body.data as { id: string }[]).map(({ id }) => id);
    };
    expect([await found("none"), await found(userId)]).toEqual([[free], [taken]]);
    expect(problemOf(await ask("GET", "/leads?responsible=nobody"))).toEqual([422, "invalid"]);
  });

  test("[API-01] hides the records of other organizations", async () => {
    const other = await createOrg(db.database);
    const id = await addedLead(db.database, other);
    for (const [method, path, body] of [
      ["GET", `/leads/${id}`],
      ["PATCH", `/leads/${id}`, { notes: "x" }],
      ["POST", `/leads/${id}/contact`],
      ["POST", `/leads/${id}/qualify`],
      ["GET", "/leads/no-id"],
    ] as const) {
      expect(problemOf(await ask(method, path, { body })), path).toEqual([404, "not_found"]);
    }
    const deal = { lead_id: id, deal_type: "one-time", title: "X", amount: "1", close_date: "2026-03-01" };
    expect(problemOf(await ask("POST", "/deals", { body: deal }))).toEqual([404, "not_found"]);
    expect((await ask("GET", "/leads")).body.data).toEqual([]);
  });

  test("[API-01] limits each API key separately and returns the remaining requests", async () => {
    const first = await ask("GET", "/organization");
    expect(first.body).toMatchObject({ id: org.orgId, name: "Nordlicht" });
    expect(first.headers.get("RateLimit-Policy")).toBe(`"key";q=${KEY_LIMIT.times};w=60`);
    expect(first.headers.get("RateLimit")).toMatch(/^"key";r=599;t=(60|59)$/);
    await db.ownerPool.query("update rate_limit set points = $1 where key like 'api key:%'", [KEY_LIMIT.times]);
    const refused = await ask("GET", "/organization");
    expect(problemOf(refused)).toEqual([429, "too_many_requests"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(refused.headers.get("RateLimit")).toMatch(/^"key";r=0;/);
    expect((await ask("GET", "/organization", { key: await apiKey(db, org) })).status).toBe(200);
  });
});

describe("[API-01] requests and responses", () => {
  test("[API-01] unknown addresses, methods and bodies return problem details", async () => {
    expect(problemOf(await ask("GET", "/nothing"))).toEqual([404, "unknown_address"]);
    const method = await ask("DELETE", "/leads");
    expect(problemOf(method)).toEqual([405, "method_not_allowed"]);
    expect(method.headers.get("Allow")).toBe("GET, POST, HEAD, OPTIONS");
    const sent = (body: string, headers: Record<string, string> = {}) =>
      ask("POST", "/leads", { body, headers }).then(problemOf);
    expect(await sent("{", {})).toEqual([400, "body_malformed"]);
    expect(await sent("[]")).toEqual([400, "body_malformed"]);
    expect(await sent("a=b", { "Content-Type": "application/x-www-form-urlencoded" })).toEqual([415, "body_not_json"]);
    expect(await sent("{}", { "Content-Encoding": "gzip" })).toEqual([415, "body_encoded"]);
    expect(await sent(JSON.stringify({ notes: "x".repeat(70_000) }))).toEqual([413, "body_too_large"]);
  });

  test("[API-01] an unavailable database returns problem details with a retry time", async () => {
    const away = openDatabase({ url: "postgres://nobody@127.0.0.1:1/none", secret: TEST_SECRET });
    const { status, headers, body } = await answerApi(
      { database: away, origin: TEST_APP_URL, secret: TEST_SECRET, files: db.context.files },
      {
        method: "GET",
        url: new URL("/api/v1/leads", TEST_APP_URL),
        requestId: "1",
        ip: "192.0.2.1",
        header: (name) => (name === "authorization" ? `Bearer ${key}` : undefined),
        body: async () => Buffer.alloc(0),
        bytes: () => (async function* () {})(),
      },
    );
    expect([status, headers["Retry-After"], (body as { code: string }).code]).toEqual([503, "5", "unavailable"]);
    await away.close();
  });

  test("[API-01] HEAD and OPTIONS respond without a body", async () => {
    expect(await ask("HEAD", "/leads")).toMatchObject({ status: 200, body: null });
    const options = await api("OPTIONS", "/leads");
    expect([options.status, options.headers.get("Allow")]).toEqual([204, "GET, POST, HEAD, OPTIONS"]);
    expect(options.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test("[API-01] all errors are reported in one response, in the requested language", async () => {
    const body = { company_name: "", email: "x", phone: 5, color: "red" };
    const refused = await ask("POST", "/leads", { body, headers: { "Accept-Language": "de-AT,de;q=0.8" } });
    expect(problemOf(refused)).toEqual([422, "invalid"]);
    const codes = refused.body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`);
    expect(codes.sort()).toEqual([
      "/color unknown_name",
      "/company_name company_required",
      "/contact_person contact_required",
      "/email email_invalid",
      "/phone wrong_type",
    ]);
    expect(refused.headers.get("Content-Language")).toBe("de");
    expect(refused.body.title).toBe("Ungültig");
    const strange = await ask("GET", "/leads?limit=0&status=open&color=red&cursor=x&from=monday");
    expect(strange.body.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
      "color",
      "limit",
      "status",
    ]);
    expect(problemOf(await ask("GET", "/leads?from=monday"))).toEqual([422, "invalid"]);
    expect(problemOf(await ask("GET", "/leads?limit=1&limit=2"))).toEqual([422, "invalid"]);
  });
});
