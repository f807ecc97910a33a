import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createDeal } from "~/domain/deals/create-deal.server";
import { createDealSchemaFor } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { matchDeals } from "~/domain/deals/match-deals.server";
import { readDeal } from "~/domain/deals/read-deal.server";
import { readEditableDeal } from "~/domain/deals/read-editable-deal.server";
import { readOwnDeal } from "~/domain/deals/read-own-deal.server";
import { deleteOwnField } from "~/domain/fields/delete-own-field.server";
import type { OwnEntity } from "~/domain/fields/own-field";
import { readListedOwn } from "~/domain/fields/listed-own.server";
import type { OwnFilter } from "~/domain/fields/own-filter";
import { EXACT, ownFilterProblems } from "~/domain/fields/own-matches.server";
import type { OwnValue, OwnValues } from "~/domain/fields/own-value";
import { readOwnData } from "~/domain/fields/own-values.server";
import { readOwnFields } from "~/domain/fields/read-own-fields.server";
import { addLead } from "~/domain/leads/add-lead.server";
import { editLead, leadVersion } from "~/domain/leads/edit-lead.server";
import { matchLeads } from "~/domain/leads/match-leads.server";
import { openLeadStatuses } from "~/domain/leads/lead";
import { readLead } from "~/domain/leads/read-lead.server";
import { readOwnLead } from "~/domain/leads/read-own-lead.server";
import { reassignLeads } from "~/domain/leads/reassign-leads.server";
import { submitLead } from "~/domain/leads/submit-lead.server";
import { parseColumns } from "~/domain/shared/lists";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { definedField, type Defined } from "../factories/fields";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let ben: Affiliate;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const own = <T>(use: (scope: Scope) => Promise<T>, affiliate = ada) => asAffiliate(db.database, org, affiliate, use);
const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;
const code = (expected: string, field?: string) => expect.objectContaining({ code: expected, ...(field && { field }) });

const define = (label: string, input?: Defined) => definedField(db.database, org, label, input);

const contact = {
  companyName: "Nord AG",
  contactPerson: "Ann Lee",
  email: "ann@nord.example",
  phone: null,
  notes: null,
};
const lead = (values: OwnValues, companyName = "Nord AG", affiliateId: string | null = ada.affiliateId) =>
  owner((scope) =>
    addLead(scope, { contact: { ...contact, companyName }, affiliateId, submissionId: null, own: values }),
  );
const valuesOf = (id: string, entity: OwnEntity = "lead") =>
  owner(async (scope) => (await readOwnData(scope, entity, id)).values);
const found = async (filter: OwnFilter, search = "", locale = "en") =>
  owner(async (scope) => {
    const matches = await matchLeads(scope, { search, affiliate: null, own: filter, locale }, openLeadStatuses);
    if (!matches) return null;
    const leads = await scope.db.lead.findMany({ where: { id: { in: matches.ids } }, select: { companyName: true } });
    return leads.map(({ companyName }) => companyName).sort();
  });

beforeEach(async () => {
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  ben = await activeAffiliate(db.database, org, { name: "Ben" });
});

describe("[WORK-16] values", () => {
  test("each kind is stored exactly, and edits change only what they name", async () => {
    await define("Text");
    await define("Number", { kind: "number" });
    await define("Amount", { kind: "amount" });
    await define("Day", { kind: "day" });
    await define("Choice", { kind: "choice", choices: "One\nTwo" });
    await define("Sure", { kind: "yes_no" });
    const values: Record<string, OwnValue> = {
      text: "Ümläut",
      number: { number: "-123456789012.3456" },
      amount: { amount: 1234567, currency: "EUR" },
      day: { day: "2026-02-28" as never },
      choice: { option: "two" },
      sure: false,
    };
    const id = await lead(values);
    expect(await valuesOf(id)).toEqual(values);
    await owner((scope) => editLead(scope, { leadId: id, contact, own: { sure: null, text: "New" } }));
    expect(await valuesOf(id)).toEqual({ ...values, text: "New", sure: null });
    const [entry] = await rows("select data from audit_log where action = 'lead.edit'");
    expect(entry).toEqual({ data: { fields: "", own_fields: "Text, Sure" } });
    await expect(lead({ number: "twelve" })).rejects.toEqual(code("own_field_gone", "own_number"));
    await expect(lead({ amount: { amount: 1, currency: "USD" } })).rejects.toEqual(
      code("own_field_gone", "own_amount"),
    );
    await expect(lead({ unknown: "x" })).rejects.toEqual(code("own_field_gone", "own_unknown"));
  });

  test("a required field is asked for when a record is added, from staff and affiliates alike", async () => {
    await define("Inside", { required: true });
    await define("Shown", { required: true, audience: "affiliate" });
    await expect(lead({ inside: "x" })).rejects.toEqual(code("own_required", "own_shown"));
    await lead({ inside: "x", shown: "y" });
    const submit = (values: OwnValues) =>
      own((scope) => submitLead(scope, { contact, submissionId: null, own: values }));
    await expect(submit({})).rejects.toEqual(code("own_required", "own_shown"));
    await expect(submit({ shown: "y", inside: "z" })).rejects.toEqual(code("own_field_gone", "own_inside"));
    await submit({ shown: "y" });
  });

  test("a form whose field somebody else has changed since is not saved", async () => {
    await define("Note");
    const id = await lead({ note: "first" });
    const shown = await owner((scope) => readLead(scope, id));
    const version = leadVersion(shown!.contact, ada.affiliateId, shown!.own);
    await owner((scope) => editLead(scope, { leadId: id, contact, own: { note: "second" } }));
    const edit = (values: OwnValues) =>
      owner((scope) => editLead(scope, { leadId: id, contact, own: values, version }));
    await expect(edit({ note: "third" })).rejects.toMatchObject({ changed: { own_note: "second" } });
    expect(await edit({ note: "second" })).toBe(false);
  });

  test("posting the same form twice creates one lead with its values, another value another lead", async () => {
    await define("Note");
    const submissionId = randomUUID();
    const add = (note: string) =>
      owner((scope) => addLead(scope, { contact, affiliateId: null, submissionId, own: { note } }));
    const id = await add("a");
    expect(await add("a")).toBe(id);
    expect(await add("b")).not.toBe(id);
    expect(await valuesOf(id)).toEqual({ note: "a" });
  });

  test("deals have their own fields, with a version and an audit entry without values", async () => {
    await define("Order", { entity: "deal", kind: "number", audience: "affiliate" });
    await define("Margin", { entity: "deal", kind: "amount" });
    const fields = await owner((scope) => readOwnFields(scope, "deal"));
    const leadId = await lead({});
    const form = { lead_id: leadId, deal_type: "one-time", title: "Site", amount: "10", close_date: "2026-01-15" };
    const input = createDealSchemaFor("de", fields).parse({ ...form, own_order: "1.234,5", own_margin: "2,50" });
    const { id } = await owner((scope) => createDeal(scope, input));
    const deal = await owner((scope) => readDeal(scope, id));
    expect(deal!.own.values).toEqual({ order: { number: "1234.5" }, margin: { amount: 250, currency: "EUR" } });
    const { contract } = (await owner((scope) => readEditableDeal(scope, id)))!;
    await owner((scope) => editDeal(scope, { ...contract, dealId: id, own: { margin: null } }));
    expect(await valuesOf(id, "deal")).toEqual({ order: { number: "1234.5" }, margin: null });
    expect(await rows("select data from audit_log where action = 'deal.edit'")).toEqual([
      { data: { own_fields: "Margin" } },
    ]);
    expect((await own((scope) => readOwnDeal(scope, id)))!.own.values).toEqual({ order: { number: "1234.5" } });
    const matches = await owner((scope) =>
      matchDeals(scope, { search: "", affiliate: null, own: { own_order_from: "1000" } }),
    );
    expect(matches!.ids).toEqual([id]);
  });
});

describe("[WORK-16] who sees what", () => {
  test("an affiliate's transaction has no value for the staff, whatever the program asks for", async () => {
    await define("Secret");
    await define("Shown", { audience: "affiliate" });
    const id = await lead({ secret: "internal", shown: "open" });
    await own(async (scope) => {
      const tables = ["own_field", "lead_own_value", "deal_own_value"];
      for (const table of tables)
        expect(JSON.stringify(await scope.db.$queryRawUnsafe(`select * from ${table}`))).not.toMatch(
          /secret|internal/i,
        );
      const read = (await readOwnLead(scope, id))!.own;
      expect(read).toMatchObject({ values: { shown: "open" }, fields: [{ key: "shown", purpose: "" }] });
    });
    const write = (sql: string) => own((scope) => scope.db.$executeRawUnsafe(sql, org.orgId, id));
    const insert = (audience: string) =>
      write(
        `insert into lead_own_value (org_id, lead_id, audience, content) values ($1::uuid, $2::uuid, '${audience}', '{}')`,
      );
    await expect(insert("staff")).rejects.toThrow(/row-level security/);
    await expect(insert("affiliate")).rejects.toThrow(/row-level security/);
    expect(await write("update lead_own_value set content = '{}' where org_id = $1::uuid and lead_id = $2::uuid")).toBe(
      0,
    );
    expect(await write("delete from lead_own_value where org_id = $1::uuid and lead_id = $2::uuid")).toBe(0);
    expect(await write("update own_field set audience = 'affiliate' where org_id = $1::uuid and id <> $2::uuid")).toBe(
      0,
    );
  });

  test("the values go with the lead to another affiliate", async () => {
    await define("Shown", { audience: "affiliate" });
    const id = await lead({ shown: "open" });
    expect(await own((scope) => scope.db.leadOwnValue.count(), ben)).toBe(0);
    await owner((scope) => reassignLeads(scope, { leadIds: [id], affiliateId: ben.affiliateId }));
    expect(await own((scope) => scope.db.leadOwnValue.count())).toBe(0);
    expect((await own((scope) => readOwnLead(scope, id), ben))!.own.values).toEqual({ shown: "open" });
  });
});

describe("[WORK-16] filters and search", () => {
  test("each kind has its filter, and unknown ones are ignored", async () => {
    await define("Branch");
    await define("Staff", { kind: "number", audience: "affiliate" });
    await define("Budget", { kind: "amount" });
    await define("Start", { kind: "day" });
    await define("Size", { kind: "choice", choices: "Small\nLarge" });
    await define("Sure", { kind: "yes_no" });
    const day = (text: string) => ({ day: text as never });
    await lead({ branch: "Möbel", staff: { number: "9.5" }, budget: { amount: 100, currency: "EUR" } }, "A");
    await lead({ staff: { number: "-3" }, start: day("2026-02-28"), size: { option: "small" }, sure: true }, "B");
    await lead({ staff: { number: "1000" }, start: day("2027-01-01"), size: { option: "large" }, sure: false }, "C");
    expect(await found({})).toBeNull();
    expect(await found({ own_nothing: "x" })).toBeNull();
    expect(await found({ own_branch: "moebel" })).toEqual(["A"]);
    expect(await found({ own_staff_from: "9.5" })).toEqual(["A", "C"]);
    expect(await found({ own_staff_from: "9,6", own_staff_to: "1.000,0" }, "", "de")).toEqual(["C"]);
    expect(await found({ own_staff_to: "0" })).toEqual(["B"]);
    expect(await found({ own_budget_from: "1", own_budget_to: "1" })).toEqual(["A"]);
    expect(await found({ own_start_from: "2026-02-28", own_start_to: "2026-12-31" })).toEqual(["B"]);
    expect(await found({ own_start_from: "2026-03-01" })).toEqual(["C"]);
    expect(await found({ own_start_to: "2026-02-27" })).toEqual([]);
    expect(await found({ own_size: "large" })).toEqual(["C"]);
    expect(await found({ own_sure: "yes" })).toEqual(["B"]);
    expect(await found({ own_sure: "no", own_size: "large", own_staff_from: "0" })).toEqual(["C"]);
    expect(await found({ own_sure: "no", own_size: "small" })).toEqual([]);
  });

  test("what a filter ignores is named, and exact numbers have a point", async () => {
    await define("Branch");
    await define("Staff", { kind: "number" });
    await define("Budget", { kind: "amount" });
    await define("Size", { kind: "choice", choices: "Small" });
    const problems = (filter: OwnFilter, locale?: string) =>
      owner((scope) => ownFilterProblems(scope, "lead", filter, locale));
    const named = (parameter: string, code: string) => [{ parameter, code }];
    expect(await problems({ own_branch: "x", own_staff_from: "1.125", own_budget_to: "-1234.50" }, EXACT)).toEqual([]);
    expect(await problems({ own_staff: "1" })).toEqual(named("own_staff", "unknown_name"));
    expect(await problems({ own_size_from: "1" })).toEqual(named("own_size_from", "unknown_name"));
    expect(await problems({ own_size: "huge" })).toEqual(named("own_size", "own_choice_invalid"));
    expect(await problems({ own_staff_to: "1,5" }, EXACT)).toEqual(named("own_staff_to", "own_number_invalid"));
    expect(await problems({ own_budget_to: "1.555" }, EXACT)).toEqual(named("own_budget_to", "own_number_invalid"));
    await lead({ staff: { number: "1.125" }, budget: { amount: 123450, currency: "EUR" } }, "A");
    await lead({ staff: { number: "1125" }, budget: { amount: 123500, currency: "EUR" } }, "B");
    expect(await found({ own_staff_to: "1.125" }, "", EXACT)).toEqual(["A"]);
    expect(await found({ own_staff_to: "1.125" }, "", "de")).toEqual(["A", "B"]);
    expect(await found({ own_budget_from: "1234.51" }, "", EXACT)).toEqual(["B"]);
    expect(await found({ own_staff_from: "999999999999.9999" }, "", EXACT)).toEqual([]);
  });

  test("a list shows the values of chosen columns, read with one query for its page", async () => {
    await define("Branch");
    await define("Staff", { kind: "number", audience: "affiliate" });
    await define("Size", { kind: "choice", choices: "Small\nLarge" });
    await define("Sure", { kind: "yes_no" });
    const a = await lead({ branch: "Wind", staff: { number: "9.5" }, size: { option: "large" }, sure: false }, "A");
    const b = await lead({ staff: { number: "1" } }, "B");
    const answer = (isYes: boolean) => (isYes ? "Yes" : "No");
    const listed = (columns: string, read = owner) =>
      read((scope) => readListedOwn(scope, { entity: "lead", choice: parseColumns(columns), answer }, [a, b]));
    expect(await listed("")).toEqual({
      fields: [
        { key: "branch", label: "Branch", isFigure: false },
        { key: "staff", label: "Staff", isFigure: true },
        { key: "size", label: "Size", isFigure: false },
        { key: "sure", label: "Sure", isFigure: false },
      ],
      values: {},
    });
    expect((await listed("own_staff,own_size,-status,own_sure,own_gone")).values).toEqual({
      [a]: { staff: { number: "9.5" }, size: "Large", sure: "No" },
      [b]: { staff: { number: "1" } },
    });
    // Not even by their names for affiliates.
    expect(await listed("own_staff,own_branch,own_sure", own)).toEqual({
      fields: [{ key: "staff", label: "Staff", isFigure: true }],
      values: { [a]: { staff: { number: "9.5" } }, [b]: { staff: { number: "1" } } },
    });
    const queries: string[] = [];
    await owner((scope) => {
      const db = new Proxy(scope.db, {
        get: (target, name) => {
          if (name === "$queryRaw") queries.push("values");
          return Reflect.get(target, name) as unknown;
        },
      });
      return readListedOwn({ ...scope, db }, { entity: "lead", choice: parseColumns("own_staff"), answer }, [a, b]);
    });
    expect(queries).toEqual(["values"]);
  });

  test("a search finds texts of own fields, until their field is deleted", async () => {
    const field = await define("Branch");
    await lead({ branch: "Windmühlen" }, "A");
    expect(await found({}, "windmuehl")).toEqual(["A"]);
    expect(await found({ own_branch: "Nord" }, "A")).toEqual([]);
    await owner((scope) => deleteOwnField(scope, field.id));
    expect(await found({}, "windmuehl")).toEqual([]);
  });
});
