import { beforeEach, describe, expect, test } from "vitest";
import {
  countOwnValues,
  deleteOwnField,
  purgeOwnField,
  restoreOwnField,
} from "~/domain/fields/delete-own-field.server";
import { MAX_OWN_FIELDS, type OwnEntity } from "~/domain/fields/own-field";
import { addOwnFieldSchema, editOwnFieldSchema, optionName } from "~/domain/fields/own-field.schema";
import type { OwnValues } from "~/domain/fields/own-value";
import { readOwnData } from "~/domain/fields/own-values.server";
import { readAllOwnFields, readOwnFields } from "~/domain/fields/read-own-fields.server";
import { addOwnField, editOwnField, moveOwnField, ownFieldVersion } from "~/domain/fields/save-own-field.server";
import { addLead } from "~/domain/leads/add-lead.server";
import { editLead } from "~/domain/leads/edit-lead.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { definedField, type Defined } from "../factories/fields";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
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

beforeEach(async () => {
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
});

describe("[WORK-16] definitions", () => {
  test("only owners define fields, with a key that follows from the label and is unique", async () => {
    const member = await addMember(db.database, org);
    const input = addOwnFieldSchema.parse({
      entity: "lead",
      kind: "text",
      label: "X",
      audience: "staff",
      purpose: "p",
    });
    await expect(db.database.withOrg(org.orgId, member.actor, (scope) => addOwnField(scope, input))).rejects.toEqual(
      code("forbidden"),
    );
    const one = await define("Größe der Firma (m²)");
    expect(one.key).toBe("grosse_der_firma_m2");
    expect((await define("Size", { entity: "deal" })).key).toBe("size");
    expect((await define("Size!")).key).toBe("size_2");
    // "_from" and "_to" are parts of filters.
    expect((await define("Valid to")).key).toBe("valid_to_2");
    // Every object has something of this name, also one without values.
    expect((await define("Constructor")).key).toBe("constructor_2");
    await expect(define("SIZE!")).rejects.toEqual(code("own_label_taken", "label"));
    const log = await rows(
      "select action, data from audit_log where entity = 'own_field' order by xmin::text::bigint limit 1",
    );
    expect(log).toMatchObject([{ action: "field.add", data: { label: "Größe der Firma (m²)", audience: "staff" } }]);
  });

  test("at most 20 fields are in use, also when one is restored", async () => {
    const first = await define("Field 0");
    await owner((scope) => deleteOwnField(scope, first.id));
    for (let number = 1; number <= MAX_OWN_FIELDS; number++) await define(`Field ${number}`);
    await expect(define("One more")).rejects.toEqual(code("own_field_limit"));
    await expect(owner((scope) => restoreOwnField(scope, first.id))).rejects.toEqual(code("own_field_limit"));
  });

  test("renaming a choice shows everywhere, and a removed one stays readable but cannot be chosen", async () => {
    const field = await define("Size", { kind: "choice", choices: "Small\nLarge" });
    const [small, large] = field.options;
    const id = await lead({ [field.key]: { option: small!.key } });
    const edit = async (labels: Record<string, string>, version?: string) => {
      const input = editOwnFieldSchema(field).parse({
        field_id: field.id,
        label: field.label,
        purpose: field.purpose,
        ...labels,
        ...(version && { version }),
      });
      return owner((scope) => editOwnField(scope, input));
    };
    await edit({ [optionName(small!.key)]: "Tiny", [optionName(large!.key)]: "Large" });
    await expect(
      edit({ [optionName(small!.key)]: "Mini", [optionName(large!.key)]: "Large" }, ownFieldVersion(field)),
    ).rejects.toEqual(code("changed_meanwhile"));
    await edit({ [optionName(large!.key)]: "Large" });
    const data = await owner((scope) => readOwnData(scope, "lead", id));
    expect(data.fields[0]!.options).toEqual([
      { key: small!.key, label: "Tiny", removed: true },
      { key: large!.key, label: "Large", removed: false },
    ]);
    expect(data.values).toEqual({ size: { option: "small" } });
    await expect(edit({})).rejects.toEqual(code("own_choices_required", "choices"));
  });

  test("the order is that of the forms", async () => {
    const [a, b, c] = [await define("A"), await define("B"), await define("C")];
    await owner((scope) => moveOwnField(scope, c.id, "up"));
    await owner((scope) => moveOwnField(scope, a.id, "up"));
    const labels = (await owner((scope) => readOwnFields(scope, "lead"))).map(({ label }) => label);
    expect(labels).toEqual(["A", "C", "B"]);
    expect([a, b].length).toBe(2);
  });

  test("a deleted field keeps its values until they are removed for good", async () => {
    const [gone, kept] = [await define("Gone"), await define("Kept")];
    const id = await lead({ gone: "old", kept: "stays" });
    expect(await owner((scope) => countOwnValues(scope, gone))).toEqual({ count: 1, cut: false });
    await owner((scope) => deleteOwnField(scope, gone.id));
    expect(await valuesOf(id)).toEqual({ kept: "stays" });
    await owner((scope) =>
      editLead(scope, { leadId: id, contact: { ...contact, phone: "1" }, own: { kept: "changed" } }),
    );
    expect(await rows("select content from lead_own_value")).toEqual([{ content: { gone: "old", kept: "changed" } }]);
    await owner((scope) => restoreOwnField(scope, gone.id));
    expect(await valuesOf(id)).toEqual({ gone: "old", kept: "changed" });
    await expect(owner((scope) => purgeOwnField(scope, gone.id))).rejects.toEqual(code("not_found"));
    await owner((scope) => deleteOwnField(scope, gone.id));
    await owner((scope) => purgeOwnField(scope, gone.id));
    await db.runJobs();
    expect(await rows("select content from lead_own_value")).toEqual([{ content: { kept: "changed" } }]);
    const all = await owner(readAllOwnFields);
    expect([all.lead.map(({ id }) => id), all.deleted]).toEqual([[kept.id], []]);
  });

  test("the values of more records than one step has are removed", async () => {
    const gone = await define("Gone");
    await rows(
      `with added as (
         insert into lead (org_id, id, company_name, contact_person, email, status)
         select $1, gen_random_uuid(), 'Nord AG', 'Ann Lee', 'ann' || n || '@nord.example', 'new'
         from generate_series(1, 2001) n returning id)
       insert into lead_own_value (org_id, lead_id, audience, content)
       select $1, id, 'staff', '{"gone": "old", "other": "stays"}' from added`,
      org.orgId,
    );
    await owner((scope) => deleteOwnField(scope, gone.id));
    await owner((scope) => purgeOwnField(scope, gone.id));
    await db.runJobs();
    expect(await rows("select content, count(*)::int from lead_own_value group by 1")).toEqual([
      { content: { other: "stays" }, count: 2001 },
    ]);
    expect((await owner(readAllOwnFields)).deleted).toEqual([]);
  });
});
