import { beforeEach, describe, expect, test } from "vitest";
import { startImport } from "~/domain/imports/change-import.server";
import { listImportRows } from "~/domain/imports/list-import-rows.server";
import { readImport } from "~/domain/imports/read-import.server";
import { readOwnData } from "~/domain/fields/own-values.server";
import { eraseLead } from "~/domain/leads/erase-lead.server";
import { deleteLead } from "~/domain/leads/delete-lead.server";
import { mergeLeads, type LeftValues } from "~/domain/leads/merge-leads.server";
import { undoLeads } from "~/domain/leads/undo-leads.server";
import { exportContact } from "~/domain/leads/read-contact.server";
import { webhookPayload } from "~/domain/webhooks/payload.server";
import { prepareDelivery } from "~/domain/webhooks/prepare-delivery.server";
import { sessionCookie } from "~/server/app-context.server";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal } from "../factories/deals";
import { definedField, withOwnValues } from "../factories/fields";
import { goThrough, importedFile } from "../factories/imports";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { withWebhook } from "../factories/webhooks";
import { apiKey, useApi, type Sent } from "../support/api";
import { useDatabase } from "../support/database";
import { answer, rowsOf } from "../support/exports";
import { useRoutes } from "../support/web";
import { makeDue } from "../support/where-is";
import type { Scope } from "~/domain/shared/scope";

const db = useDatabase();
const api = useApi(db);
useRoutes(db);
let org: Org;
let affiliate: Affiliate;

const inScope = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const valuesOf = (id: string) => inScope(async (scope) => (await readOwnData(scope, "lead", id)).values);

beforeEach(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await definedField(db.database, org, "Branch", { required: true });
  await definedField(db.database, org, "Staff", { kind: "number" });
  await definedField(db.database, org, "Budget", { kind: "amount" });
  await definedField(db.database, org, "Start", { kind: "day" });
  await definedField(db.database, org, "Size", { kind: "choice", choices: "Small\nLarge" });
  await definedField(db.database, org, "Sure", { kind: "yes_no" });
});

const all = {
  branch: "Wind",
  staff: { number: "1234.5" },
  budget: { amount: 1250, currency: "EUR" },
  start: { day: "2026-03-01" as never },
  size: { option: "large" },
  sure: true,
};
const sent = {
  branch: "Wind",
  staff: "1234.5",
  budget: { amount: "12.50", currency: "EUR" },
  start: "2026-03-01",
  size: "large",
  sure: true,
};

describe("[WORK-16] API", () => {
  let key: string;
  const contact = { company_name: "Beta AG", contact_person: "Jonas Weber", email: "jonas@beta.example" };
  const ask = (method: string, path: string, body?: Sent["body"]) => api(method, path, { key, body });
  beforeEach(async () => {
    key = await apiKey(db, org);
  });

  test("values of each kind are sent, answered and changed one by one", async () => {
    const made = await ask("POST", "/leads", { ...contact, fields: sent });
    expect(made.body).toMatchObject({ fields: sent });
    expect(await valuesOf(made.body.id)).toEqual(all);
    const changed = await ask("PATCH", `/leads/${made.body.id}`, { fields: { staff: null, size: "small" } });
    expect(changed.body.fields).toEqual({ ...sent, staff: null, size: "small" });
    expect((await ask("GET", "/leads")).body.data[0].fields).toEqual(changed.body.fields);
    expect((await ask("PATCH", `/leads/${made.body.id}`, { notes: "x" })).status).toBe(200);
  });

  test("unknown keys and values that do not fit are rejected with their place", async () => {
    const fields = { nothing: "x", staff: "1,5", budget: { amount: "1", currency: "USD" }, size: "huge", sure: "yes" };
    const { status, body } = await ask("POST", "/leads", { ...contact, fields: { ...fields, start: "soon" } });
    expect(status).toBe(422);
    expect(body.errors.map((one: { pointer: string; code: string }) => [one.pointer, one.code])).toEqual([
      ["/fields/nothing", "unknown_name"],
      ["/fields/branch", "own_required"],
      ["/fields/staff", "own_number_invalid"],
      ["/fields/budget", "own_amount_invalid"],
      ["/fields/start", "date_invalid"],
      ["/fields/size", "own_choice_invalid"],
      ["/fields/sure", "wrong_type"],
    ]);
    const made = await ask("POST", "/leads", { ...contact, fields: { branch: "Wind" } });
    const emptied = await ask("PATCH", `/leads/${made.body.id}`, { fields: { branch: null } });
    expect([emptied.status, emptied.body.errors[0].pointer]).toEqual([422, "/fields/branch"]);
    expect((await ask("POST", "/leads", contact)).status).toBe(422);
  });

  test("lists are filtered as on the screens, and what would filter by nothing is rejected", async () => {
    const add = async (company_name: string, fields: object) =>
      (await ask("POST", "/leads", { ...contact, company_name, fields: { branch: "Wind", ...fields } })).body.id;
    const large = await add("A", { staff: "9.5", size: "large" });
    await add("B", { staff: "1000", size: "small" });
    const found = async (path: string) =>
      (await ask("GET", path)).body.data.map((one: { id: string }) => one.id) as string[];
    expect(await found("/leads?own_size=large")).toEqual([large]);
    expect(await found("/leads?own_staff_from=9.5&own_staff_to=999.9&own_branch=wind")).toEqual([large]);
    expect(await found("/leads?own_staff_to=9.4")).toEqual([]);
    // A cursor belongs to its filters.
    const page = (await ask("GET", "/leads?limit=1&own_branch=wind")).body;
    const next = (filter: string) => ask("GET", `/leads?limit=1&${filter}&cursor=${page.next_cursor}`);
    expect([(await next("own_branch=wind")).body.data[0].id, (await next("own_branch=sun")).status]).toEqual([
      large,
      422,
    ]);
    const bad = await ask("GET", "/leads?own_size=huge&own_nothing=x&own_staff_from=1,5&own_*=x");
    expect(bad.body.errors.map((one: { parameter: string; code: string }) => [one.parameter, one.code])).toEqual([
      ["own_*", "wrong_type"],
    ]);
    const unread = await ask("GET", "/leads?own_size=huge&own_nothing=x&own_staff_from=1,5&own_start_to=");
    expect(unread.body.errors.map((one: { parameter: string; code: string }) => [one.parameter, one.code])).toEqual([
      ["own_size", "own_choice_invalid"],
      ["own_nothing", "unknown_name"],
      ["own_staff_from", "own_number_invalid"],
      ["own_start_to", "date_invalid"],
    ]);
    // Fields of leads are none of deals.
    expect((await ask("GET", "/deals?own_size=large")).body.errors[0].parameter).toBe("own_size");
    await definedField(db.database, org, "Order", { entity: "deal", kind: "number" });
    const { id } = await oneTimeDealOf("Wind");
    await withOwnValues(db.database, org, "deal", id, { order: { number: "7" } });
    expect(await found("/deals?own_order_from=7")).toEqual([id]);
    expect(await found("/deals?own_order_from=7.0001")).toEqual([]);
    const { parameters } = (await ask("GET", "/openapi.json")).body.paths["/leads"].get;
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: "own_*", in: "query", style: "form", explode: true }),
    );
  });
});

test("[WORK-16] webhooks have the fields of the lead and of the deal", async () => {
  await definedField(db.database, org, "Order", { entity: "deal" });
  const { id, leadId } = await oneTimeDealOf("Wind");
  await withOwnValues(db.database, org, "lead", leadId, all);
  await withOwnValues(db.database, org, "deal", id, { order: "A-1" });
  const event = { event: "deal.created", timestamp: "2026-03-01T00:00:00.000Z", deal_id: id } as const;
  const body = JSON.parse((await inScope((scope) => webhookPayload(scope, event)))!) as Record<string, object>;
  expect(body["deal"]).toMatchObject({ fields: { order: "A-1" } });
  expect(body["lead"]).toMatchObject({ fields: { ...sent, budget: { amount: 12.5, currency: "EUR" } } });
});

/** A deal of a lead that has the required field. */
async function oneTimeDealOf(branch: string) {
  await db.ownerPool.query("update own_field set required = false where org_id = $1", [org.orgId]);
  const deal = await oneTimeDeal(db.database, org, affiliate);
  await withOwnValues(db.database, org, "lead", deal.leadId, { branch });
  return deal;
}

test("[WORK-16] an exported file has a column per field, and importing it gives the same values", async () => {
  const { leadId } = await oneTimeDealOf("Wind");
  await withOwnValues(db.database, org, "lead", leadId, all);
  const cookie = (await sessionCookie().serialize(await signIn(db.database, org.owner))).split(";")[0]!;
  const file = await answer("leads", { status: "all" }, { cookie, language: "en" });
  const titles = (await file.clone().text()).split("\r\n")[0]!.split(",");
  const [row] = await rowsOf(file);
  expect(titles.slice(-6)).toEqual(["Branch", "Staff", "Budget (EUR)", "Start", "Size", "Sure"]);
  expect(row!.slice(-6)).toEqual(["Wind", "1234.5", "12.50", "2026-03-01", "Large", "Yes"]);

  const header = ["Company", "Contact", "Email", ...titles.slice(-6)];
  const cells = ["Wind AG", "Ann Lee", "ann@wind.example", ...row!.slice(-6)];
  const wrong = ["Bad AG", "Bob", "bob@bad.example", "", "many", "x", "never", "huge", "perhaps"];
  const id = await importedFile(inScope, "leads", [header, cells, wrong].map((line) => line.join(",")).join("\n"));
  await inScope((scope) => startImport(scope, id, { keepsDuplicates: false, invites: false, language: "en" }));
  await goThrough(inScope, id);
  const { rows } = await inScope(async (scope) =>
    listImportRows(scope, (await readImport(scope, "leads", id))!, { cursor: null }),
  );
  const created = rows.find(({ recordId }) => recordId !== null)!;
  expect(await valuesOf(created.recordId!)).toEqual(all);
  const problems = rows.find(({ recordId }) => recordId === null)!.problems;
  expect(problems.map(({ label, reason }) => [label, reason.split("|")[0]])).toEqual([
    ["Staff", "own_number_invalid"],
    ["Budget", "amount_invalid"],
    ["Start", "date_invalid"],
    ["Size", "own_choice_invalid"],
    ["Sure", "own_choice_invalid"],
  ]);
});

test("[WORK-16] erasing a contact empties texts, numbers and days, also of deals and in sent webhooks", async () => {
  await withWebhook(db.database, org);
  await definedField(db.database, org, "Order", { entity: "deal" });
  const { id, leadId } = await oneTimeDealOf("Wind");
  await withOwnValues(db.database, org, "lead", leadId, all);
  await withOwnValues(db.database, org, "deal", id, { order: "Ann’s order" });
  const lead = await inScope((scope) => scope.db.lead.findFirstOrThrow({ where: { id: leadId } }));
  const file = await inScope((scope) => exportContact(scope, leadId));
  expect(file![0]).toMatchObject({ own_fields: { Branch: "Wind" }, deals: [{ own_fields: { Order: "Ann’s order" } }] });
  const event = { event: "lead.created", timestamp: "2026-03-01T00:00:00.000Z", lead_id: leadId } as const;
  await inScope((scope) => prepareDelivery(scope, "019a0000-0000-7000-8000-000000000001", event));
  const bodies = async () =>
    (
      await db.ownerPool.query<{ body: string }>("select body from webhook_delivery where org_id = $1", [org.orgId])
    ).rows
      .map(({ body }) => body)
      .join();
  expect(await bodies()).toContain("Wind");
  await inScope((scope) =>
    eraseLead(scope, leadId, { name: lead.contactPerson, company: false, others: false, nobody: "Nobody" }),
  );
  const left = { branch: null, staff: null, start: null };
  expect(await valuesOf(leadId)).toEqual({ ...all, ...left });
  expect((await inScope((scope) => readOwnData(scope, "deal", id))).values).toEqual({ order: null });
  await makeDue(db, "lead.erase");
  await db.runJobs();
  expect(await bodies()).not.toContain("Wind");
});

test("[WORK-16] a lead without a required field is added by no program", async () => {
  await expect(addedLead(db.database, org)).rejects.toMatchObject({ code: "own_required", field: "own_branch" });
});

test("[WORK-16] a deleted lead comes back with its fields, and a merged one gives those that the other lacks", async () => {
  const { leadId } = await oneTimeDealOf("Wind");
  const [one, two] = [await addedLead(db.database, org), await addedLead(db.database, org)];
  await withOwnValues(db.database, org, "lead", one, { branch: "Sun" });
  await withOwnValues(db.database, org, "lead", two, { ...all, branch: "Sea" });
  const { batchId } = await inScope((scope) => deleteLead(scope, { leadId: two, reason: null }));
  expect(await db.ownerPool.query("select from lead_own_value where lead_id = $1", [two])).toMatchObject({
    rowCount: 0,
  });
  await inScope((scope) => undoLeads(scope, batchId));
  expect(await valuesOf(two)).toEqual({ ...all, branch: "Sea" });
  const left: LeftValues[] = [];
  await inScope((scope) =>
    mergeLeads(scope, { leadId: one, otherId: two, taken: {} }, (values) => (left.push(values), "Merged")),
  );
  expect(await valuesOf(one)).toEqual({ ...all, branch: "Sun" });
  expect(left[0]!.own).toMatchObject({ fields: [{ label: "Branch" }], values: { branch: "Sea" } });
  expect(await valuesOf(leadId)).toMatchObject({ branch: "Wind" });
});
