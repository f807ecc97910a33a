import { markDealPaid } from "~/domain/commissions/pay-commissions.server";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { webhookPayload } from "~/domain/webhooks/payload.server";
import { testPayload } from "~/domain/webhooks/events";
import { API_ROOT, isWrite, namesIn, successOf, type Operation } from "~/server/api/operation";
import { operations } from "~/server/api/operations/index.server";
import { languages } from "~/i18n/languages";
import { activeAffiliate, invitedAffiliate, withTerms } from "../factories/affiliates";
import { addedLead, oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { payoutWithStatement } from "../factories/payouts";
import { arbitraryInput, cursors, rawBodies } from "../support/anything";
import { apiKey, aTerms, ON_SCREENS, termsBatch, useApi, type Reply } from "../support/api";
import { pdf } from "../support/files";
import { useDatabase } from "../support/database";
import { documentSchemas } from "../support/document-schemas";
import { isNightly } from "../support/nightly";

// Calls every operation of the document with its own example, which must succeed, and with values that fast-check
// generates from its schemas, which must not fail unexpectedly. Every response must be one that the document describes.

const db = useDatabase();
const api = useApi(db);
const { ajv, define, validate } = documentSchemas();

let org: Org;
// The document is JSON of any shape.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
let document: any;
let key: string;
let reader: string;
/** Ids of existing records by parameter name. */
let ids: Record<string, string>;

beforeAll(async () => {
  org = await createOrg(db.database);
  document = (await api("GET", "/openapi.json")).body;
  define(document.components.schemas);
  key = await apiKey(db, org, "write", { readsDocuments: true });
  reader = await apiKey(db, org, "read", { readsDocuments: true });
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  await api("POST", "/standard-terms", { key, body: aTerms });
  const terms = await api("GET", `/affiliates/${affiliate.affiliateId}/terms`, { key });
  const run = await api("POST", "/commissions/generation", { key });
  const deal = await oneTimeDeal(db.database, org, affiliate);
  await recurringDeal(db.database, org, affiliate);
  await asOwner(db.database, org, (scope) => markDealPaid(scope, deal.id));
  const earliest = "select id from commission_payment where org_id = $1 order by period_start limit 1";
  const { rows } = await db.ownerPool.query<{ id: string }>(earliest, [org.orgId]);
  ids = {
    affiliate_id: affiliate.affiliateId,
    deal_id: deal.id,
    id: deal.id,
    kind: "deal",
    payment: rows[0]!.id,
    terms_id: terms.body.data[0].id,
    run_id: run.body.id,
    file_id: (await api("POST", "/files?name=a.pdf", { key, ...aFile })).body.id,
    ...(await payoutWithStatement(db, org)),
  };
});

beforeEach(() => db.ownerPool.query("delete from rate_limit"));

const aFile = { body: pdf(1_000), headers: { "Content-Type": "application/pdf" } };
/** What an operation is sent; those with a file get their name in the query. */
const requestOf = (operation: Operation, body: object | undefined, headers: Record<string, string> = {}) =>
  "receives" in operation ? { body: aFile.body, headers: { ...aFile.headers, ...headers } } : { body, headers };

const addressOf = (operation: Operation, names = ids) => {
  const { path } = operation;
  const put = (at: string, name: string) => at.replace(`{${name}}`, encodeURIComponent(names[name] ?? ""));
  return namesIn(path).reduce(put, path) + ("receives" in operation ? "?name=a.pdf" : "");
};

/** Fails unless the document describes this response of the operation. */
function expectDescribed({ path, method }: Operation, { status, headers, body }: Reply): void {
  const { responses } = document.paths[path][method.toLowerCase()];
  expect(Object.keys(responses), `${method} ${path}: ${JSON.stringify(body)}`).toContain(String(status));
  const named: Record<string, { required?: boolean }> = responses[status].headers;
  const answered = Object.keys(document.components.headers).filter((name) => headers.has(name));
  expect(Object.keys(named), `${method} ${path} ${status}`).toEqual(expect.arrayContaining(answered));
  const always = Object.keys(named).filter((name) => named[name]!.required);
  expect(answered, `${method} ${path} ${status}`).toEqual(expect.arrayContaining(always));
  if (body === null) return;
  for (const { detail } of [body, ...(body.errors ?? [])]) if (detail) expect(detail).not.toMatch(ON_SCREENS);
  const [media, { schema = {} }] = Object.entries<{ schema?: object }>(responses[status].content)[0]!;
  expect(headers.get("Content-Type")).toContain(media);
  const fits = validate(schema);
  expect(fits(body), `${ajv.errorsText(fits.errors)} in ${JSON.stringify(body)}`).toBe(true);
}

test("[API-01] the document is OpenAPI 3.1 in every language and needs no key", async () => {
  expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: expect.stringContaining(API_ROOT) }] });
  const summaries = await Promise.all(
    languages.map(async (language) => {
      const { body } = await api("GET", "/openapi.json", { headers: { "Accept-Language": language } });
      return body.paths["/leads"].get.summary as string;
    }),
  );
  expect(new Set(summaries).size).toBe(languages.length);
  // Every reference can be resolved, and every schema compiles.
  for (const name of Object.keys(document.components.schemas))
    expect(() => ajv.compile({ $ref: `api#/$defs/${name}` }), name).not.toThrow();
  const all = operations.map(({ id }) => id);
  expect(new Set(all).size).toBe(all.length);
});

test("[API-01] examples match their schemas, references can be resolved, and the document is cacheable", async () => {
  const media = "application/json";
  for (const { path, method, id } of operations.filter((one) => !("sends" in one))) {
    const { responses, requestBody } = document.paths[path][method.toLowerCase()];
    const success = Object.keys(responses).find((status) => status.startsWith("2"))!;
    if (requestBody) expect(typeof requestBody.required, id).toBe("boolean");
    if (success === "204") continue;
    const { schema, example } = responses[success].content[media];
    const fits = validate(schema);
    expect(fits(example), `${id}: ${ajv.errorsText(fits.errors)}`).toBe(true);
    for (const { $ref } of Object.values<{ $ref?: string }>(responses[success].headers))
      if ($ref) expect(document.components.headers).toHaveProperty([$ref.split("/").at(-1)!]);
  }
  const first = await api("GET", "/openapi.json");
  const etag = first.headers.get("ETag")!;
  const again = await api("GET", "/openapi.json", { headers: { "If-None-Match": `W/${etag}` } });
  expect([again.status, again.body]).toEqual([304, null]);
  const inGerman = { "If-None-Match": etag, "Accept-Language": "de" };
  const german = await api("GET", "/openapi.json", { headers: inGerman });
  expect(german.status).toBe(200);
});

test("[API-01] [HOOK-01] webhooks match the document, also tests of an endpoint", async () => {
  const deal = (await api("GET", `/deals/${ids["deal_id"]}`, { key })).body;
  const bodyOf = async (event: "deal.created" | "lead.created") => {
    const sent = { event, timestamp: new Date().toISOString(), lead_id: deal.lead_id };
    const deal_id = event === "deal.created" ? deal.id : undefined;
    return asOwner(db.database, org, (scope) => webhookPayload(scope, { ...sent, deal_id }));
  };
  for (const event of ["deal.created", "lead.created"] as const) {
    const { requestBody, parameters } = document.webhooks[event].post;
    const { schema, example } = requestBody.content["application/json"];
    const { organization, _test, ...tried } = JSON.parse(testPayload(event, { id: org.orgId, name: "X" }, new Date()));
    expect([organization.id, _test]).toEqual([org.orgId, true]);
    const fits = validate(schema);
    for (const body of [JSON.parse((await bodyOf(event))!), tried, example])
      expect(fits(body), `${event}: ${ajv.errorsText(fits.errors)} in ${JSON.stringify(body)}`).toBe(true);
    expect(parameters.map(({ name }: { name: string }) => name)).toContain("webhook-signature");
  }
});

const ofOrg = (statement: string) => db.ownerPool.query(`${statement} where org_id = $1`, [org.orgId]);

/** Returns the batch of a payment that can be undone. */
async function someBatch(): Promise<string> {
  await ofOrg("update commission_payment set status = 'pending', paid_date = null, batch_id = null");
  const paid = await api("POST", "/commissions/pay", { key, body: { payment_ids: [ids["payment"]] } });
  return paid.body.batch_id;
}

/** Creates the state that an operation's example needs. */
async function prepare({ id }: Operation, example: Record<string, unknown>): Promise<void> {
  if (id === "invite_affiliate") await ofOrg("update affiliate set status = 'invited', invited_at = null");
  if (id === "merge_lead") example["other_id"] = await addedLead(db.database, org);
  if (id === "merge_affiliate") example["other_id"] = (await invitedAffiliate(db.database, org)).affiliateId;
  if (id === "undo_terms_of_several") example["batch_id"] = await termsBatch(api, key, ids["affiliate_id"]!);
  if (id === "undo_payment") example["batch_id"] = await someBatch();
}

/**
 * Repeats a request, as a client without a response does. The response is that of the first request, and nothing
 * changes.
 */
async function expectSameAgain(
  operation: Operation,
  address: string,
  body: object | undefined,
  headers: Record<string, string>,
  first: Reply,
) {
  const done = async () =>
    (await db.ownerPool.query("select count(*) from audit_log where org_id = $1", [org.orgId])).rows[0].count;
  const before = [await done(), (await db.jobs()).length];
  // The second request names the state that the first has changed.
  const sent = requestOf(operation, body, { ...headers, "If-Match": '"x"' });
  const again = await api(operation.method, address, { key, ...sent });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
  // A repeated upload is known only when it has arrived, so it is stored and deleted.
  const extra = "receives" in operation ? 2 : 0;
  expect([Number(await done()) - extra, (await db.jobs()).length]).toEqual([Number(before[0]), before[1]]);
  expectDescribed(operation, again);
}

describe("[API-01] every operation works as documented", () => {
  test.each(operations.map((one) => [one.id, one] as const))("[API-01] %s", async (_, operation) => {
    ids["lead_id"] = await addedLead(db.database, org);
    const example = operation.example && JSON.parse(JSON.stringify(operation.example));
    if (example?.lead_id) example.lead_id = ids["lead_id"];
    if (example?.payment_ids) example.payment_ids = [ids["payment"]];
    if (operation.body) {
      const { requestBody } = document.paths[operation.path][operation.method.toLowerCase()];
      const fits = validate(requestBody.content["application/json"].schema);
      expect(fits(example), ajv.errorsText(fits.errors)).toBe(true);
    }
    await prepare(operation, example);
    // An affiliate without deals, who can be deleted or merged.
    const isFree = "remove" in operation || operation.id === "merge_affiliate";
    const free = isFree ? await invitedAffiliate(db.database, org) : null;
    const unused = "remove" in operation ? (await api("POST", "/files?name=b.pdf", { key, ...aFile })).body.id : null;
    const address = addressOf(operation, free ? { ...ids, affiliate_id: free.affiliateId, file_id: unused } : ids);
    const once = { "Idempotency-Key": crypto.randomUUID() };
    const reply = await api(operation.method, address, { key, ...requestOf(operation, example, once) });
    expect(reply.status, JSON.stringify(reply.body)).toBe(successOf(operation));
    expectDescribed(operation, reply);
    expect(reply.headers.has("Idempotent-Replayed")).toBe(false);
    if (isWrite(operation)) await expectSameAgain(operation, address, example, once, reply);

    // Without a key, with a read-only key, and for an unknown record.
    const sent = requestOf(operation, example);
    expectDescribed(operation, await api(operation.method, addressOf(operation), sent));
    const read = await api(operation.method, addressOf(operation), { key: reader, ...sent });
    expect(read.status).toBe(isWrite(operation) ? 403 : 200);
    expectDescribed(operation, read);
    if (namesIn(operation.path).length === 0) return;
    const nobody = Object.fromEntries(namesIn(operation.path).map((name) => [name, crypto.randomUUID()]));
    const none = await api(operation.method, addressOf(operation, nobody), { key, body: example });
    expect(none.status).toBe(404);
    expectDescribed(operation, none);
  });
});

describe("[API-01] any input is answered as documented and never with an unexpected error", () => {
  // Other seeds find other cases: FUZZ_SEED=$RANDOM. A failure reports its seed.
  const seed = Number(process.env["FUZZ_SEED"] ?? 4711);
  test.each(operations.map((one) => [one.id, one] as const))("[API-01] %s", async (_, operation) => {
    ids["lead_id"] = await addedLead(db.database, org);
    const { requestBody, parameters } = document.paths[operation.path][operation.method.toLowerCase()];
    const properties: Record<string, object> = requestBody?.content["application/json"]?.schema.properties ?? {};
    const example = (operation.example ?? {}) as Record<string, unknown>;
    const known: Record<string, unknown> = {
      lead_id: ids["lead_id"],
      affiliate_id: ids["affiliate_id"],
      deal_id: ids["deal_id"],
      payment_ids: [ids["payment"]],
      deal_ids: [ids["deal_id"]],
      batch_id: await someBatch(),
    };
    const valueOf = (name: string) =>
      fc.oneof(
        arbitraryInput,
        ...(name in example ? [fc.constant(example[name])] : []),
        ...(name in known ? [fc.constant(known[name])] : []),
      );
    const bodies = fc.record(Object.fromEntries(Object.keys(properties).map((name) => [name, valueOf(name)])), {
      requiredKeys: [],
    });
    const named = (parameters as { name: string; in: string }[]).filter((one) => one.in === "query");
    const hasPages = named.some(({ name }) => name === "cursor");
    const page = hasPages ? (await api("GET", `${operation.path}?limit=1`, { key })).body : null;
    const textOf = (name: string) => (name === "cursor" ? cursors(page.next_cursor ?? "") : valueOf(name).map(String));
    const queries = fc.record(Object.fromEntries(named.map(({ name }) => [name, textOf(name)])), { requiredKeys: [] });
    const header = fc.option(fc.string({ unit: "grapheme-ascii", maxLength: 20 }), { nil: undefined });
    const sent = fc.record({
      body: fc.oneof({ weight: 4, arbitrary: bodies }, { weight: 1, arbitrary: rawBodies }),
      query: queries,
      match: header,
      once: fc.oneof(header, fc.constantFrom("first", "second")),
      isThere: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(sent, async ({ body, query, match, once, isThere }) => {
        if (operation.limit) await db.ownerPool.query("delete from rate_limit");
        const where = isThere ? ids : Object.fromEntries(namesIn(operation.path).map((name) => [name, "ä%00/.."]));
        const search = new URLSearchParams(query as Record<string, string>);
        const reply = await api(operation.method, `${addressOf(operation, where).split("?")[0]}?${search}`, {
          key,
          ...((operation.body || "receives" in operation) && { body }),
          headers: {
            ...("receives" in operation && { "Content-Type": "image/png" }),
            ...(match !== undefined && { "If-Match": match.trim() || "*" }),
            ...(once !== undefined && { "Idempotency-Key": once.trim() || "first" }),
          },
        });
        expectDescribed(operation, reply);
        expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
      }),
      { numRuns: isNightly ? 100 : 8, seed },
    );
  });
});
