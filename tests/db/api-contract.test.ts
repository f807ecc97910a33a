import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { API_ROOT, isWrite, namesIn, type Operation } from "~/server/api/operation";
import { operations } from "~/server/api/operations/index.server";
import { languages } from "~/i18n/languages";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { addedLead, oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { markDealPaid } from "~/domain/deals/mark-deal-paid.server";
import { apiKey, useApi, type Reply } from "../support/api";
import { useDatabase } from "../support/database";

// Every operation of the document is called: with its own example, where it must succeed, and with what fast-check makes of its
// schemas, where it must not fail. Every answer has to be one that the document describes.

const db = useDatabase();
const api = useApi(db);
const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats(ajv);

let org: Org;
// The document is JSON of any shape.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
let document: any;
let key: string;
let reader: string;
/** Ids of records that are there, by their names in addresses and bodies. */
let ids: Record<string, string>;

beforeAll(async () => {
  org = await createOrg(db.database);
  document = (await api("GET", "/openapi.json")).body;
  const $defs = JSON.parse(inAjv(document.components.schemas));
  ajv.addSchema({ $id: "api", $defs });
  key = await apiKey(db, org);
  reader = await apiKey(db, org, "read");
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  const deal = await oneTimeDeal(db.database, org, affiliate);
  await recurringDeal(db.database, org, affiliate);
  await asOwner(db.database, org, (scope) => markDealPaid(scope, deal.id));
  const { rows } = await db.ownerPool.query<{ id: string }>(
    "select id from commission_payment where org_id = $1 order by period_start limit 1",
    [org.orgId],
  );
  ids = {
    affiliate_id: affiliate.affiliateId,
    deal_id: deal.id,
    id: deal.id,
    kind: "deal",
    payment: rows[0]!.id,
  };
});

beforeEach(() => db.ownerPool.query("delete from rate_limit"));

/** A schema of the document, as one that the validator knows. */
const inAjv = (schema: object) => JSON.stringify(schema).replaceAll('"#/components/schemas/', '"api#/$defs/');
const validate = (schema: object) => ajv.compile(JSON.parse(inAjv(schema)) as object);

const addressOf = ({ path }: Operation, names = ids) => {
  const put = (at: string, name: string) => at.replace(`{${name}}`, encodeURIComponent(names[name] ?? ""));
  return namesIn(path).reduce(put, path);
};

/** Fails unless the document says so of this operation. */
function expectDescribed({ path, method }: Operation, { status, headers, body }: Reply): void {
  const { responses } = document.paths[path][method.toLowerCase()];
  expect(Object.keys(responses), `${method} ${path}: ${JSON.stringify(body)}`).toContain(String(status));
  if (body === null) return;
  const [media, { schema }] = Object.entries<{ schema: object }>(responses[status].content)[0]!;
  expect(headers.get("Content-Type")).toContain(media);
  const fits = validate(schema);
  expect(fits(body), `${ajv.errorsText(fits.errors)} in ${JSON.stringify(body)}`).toBe(true);
}

test("[API-01] the document is OpenAPI 3.1, in every language, and needs no key", async () => {
  expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: expect.stringContaining(API_ROOT) }] });
  const summaries = await Promise.all(
    languages.map(async (language) => {
      const { body } = await api("GET", "/openapi.json", { headers: { "Accept-Language": language } });
      return body.paths["/leads"].get.summary as string;
    }),
  );
  expect(new Set(summaries).size).toBe(languages.length);
  // Every reference leads somewhere, and every schema can be compiled.
  for (const name of Object.keys(document.components.schemas))
    expect(() => ajv.compile({ $ref: `api#/$defs/${name}` }), name).not.toThrow();
  const all = operations.map(({ id }) => id);
  expect(new Set(all).size).toBe(all.length);
});

/** What has to be so before an operation can do what its example says. */
async function prepare({ id }: Operation, example: Record<string, unknown>): Promise<void> {
  const ofOrg = (statement: string) => db.ownerPool.query(`${statement} where org_id = $1`, [org.orgId]);
  if (id === "invite_affiliate") {
    await ofOrg("update affiliate set status = 'invited'");
    await ofOrg("delete from audit_log");
  }
  if (id !== "undo_payment") return;
  await ofOrg("update commission_payment set status = 'pending', paid_date = null, batch_id = null");
  const paid = await api("POST", "/commissions/pay", { key, body: { payment_ids: [ids["payment"]] } });
  example["batch_id"] = paid.body.batch_id;
}

describe("[API-01] does what its document says", () => {
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
    const reply = await api(operation.method, addressOf(operation), { key, body: example });
    expect(reply.status, JSON.stringify(reply.body)).toBe("create" in operation ? 201 : 200);
    expectDescribed(operation, reply);

    // Without a key, with a key that only reads, and of a record that is not there.
    expectDescribed(operation, await api(operation.method, addressOf(operation), { body: example }));
    const read = await api(operation.method, addressOf(operation), { key: reader, body: example });
    expect(read.status).toBe(isWrite(operation) ? 403 : 200);
    expectDescribed(operation, read);
    if (namesIn(operation.path).length === 0) return;
    const nobody = Object.fromEntries(namesIn(operation.path).map((name) => [name, crypto.randomUUID()]));
    const none = await api(operation.method, addressOf(operation, nobody), { key, body: example });
    expect(none.status).toBe(404);
    expectDescribed(operation, none);
  });
});

describe("[API-01] whatever is sent is answered as described, and never fails", () => {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "0",
      "-1",
      "1.005",
      "1e9",
      "2026-02-30",
      "9999-12-31",
      "EUR",
      "none",
      "\0",
      "ￒ",
      "__proto__",
    ),
    fc.uuid(),
  );

  test.each(operations.map((one) => [one.id, one] as const))("[API-01] %s", async (_, operation) => {
    ids["lead_id"] = await addedLead(db.database, org);
    const { requestBody, parameters } = document.paths[operation.path][operation.method.toLowerCase()];
    const properties: Record<string, object> =
      requestBody?.content["application/json"].schema.properties ?? {};
    const example = (operation.example ?? {}) as Record<string, unknown>;
    const bodies = fc.record(
      Object.fromEntries(
        Object.keys(properties).map((name) => [
          name,
          name in example ? fc.oneof(anything, fc.constant(example[name])) : anything,
        ]),
      ),
      { requiredKeys: [] },
    );
    const named = (parameters as { name: string; in: string }[]).filter((one) => one.in === "query");
    const queries = fc.record(
      Object.fromEntries(named.map(({ name }) => [name, anything.map((value) => String(value))])),
      { requiredKeys: [] },
    );
    const ifMatch = fc.option(fc.string({ unit: "grapheme-ascii", maxLength: 20 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(bodies, queries, ifMatch, fc.boolean(), async (body, query, match, isThere) => {
        const where = isThere
          ? ids
          : Object.fromEntries(namesIn(operation.path).map((name) => [name, "ä%00/.."]));
        const search = new URLSearchParams(query as Record<string, string>);
        const reply = await api(operation.method, `${addressOf(operation, where)}?${search}`, {
          key,
          ...(operation.body && { body }),
          headers: match === undefined ? {} : { "If-Match": match.trim() || "*" },
        });
        expectDescribed(operation, reply);
        expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
      }),
      { numRuns: 20, seed: 4711 },
    );
  });
});
