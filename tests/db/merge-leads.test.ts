import { beforeEach, describe, expect, test } from "vitest";
import { addOwnFieldSchema } from "~/domain/fields/own-field.schema";
import { addOwnField } from "~/domain/fields/save-own-field.server";
import { deleteLead } from "~/domain/leads/delete-lead.server";
import { editLead } from "~/domain/leads/edit-lead.server";
import { eraseLead } from "~/domain/leads/erase-lead.server";
import { mergedInto } from "~/domain/leads/merged-lead.server";
import { mergeLeads } from "~/domain/leads/merge-leads.server";
import type { MergeLeadsInput } from "~/domain/leads/merge.schema";
import { moveLead } from "~/domain/leads/move-lead.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { previewMerge } from "~/domain/leads/read-merge.server";
import { readOwnLead } from "~/domain/leads/read-own-lead.server";
import { undoLeads } from "~/domain/leads/undo-leads.server";
import { searchOrganization } from "~/domain/search/search-organization.server";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { answered, attachment, noted } from "../factories/conversation";
import { addedLead, oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let bob: Affiliate;

beforeEach(async () => {
  db.at("2026-03-20T11:00:00Z");
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  bob = await activeAffiliate(db.database, org, { name: "Bob" });
  await db.runJobs();
  db.mails.splice(0);
});

const contact = { email: "anna@mueller.example", company_name: "Müller", contact_person: "Anna" };
let minute = 0;
async function lead(of: Affiliate, fields: Record<string, string> = {}): Promise<string> {
  db.at(`2026-03-20T12:${String(++minute % 60).padStart(2, "0")}:00Z`);
  return submittedLead(db.database, org, of, { ...contact, ...fields });
}
const merge = (leadId: string, otherId: string, input: Partial<MergeLeadsInput> = {}) =>
  asOwner(db.database, org, (scope) =>
    mergeLeads(scope, { leadId, otherId, taken: {}, ...input }, ({ values, own, affiliate }) =>
      [
        ...values.map(({ name, value }) => `${name}: ${value}`),
        ...own.fields.map(({ key, label }) => `${label}: ${String(own.values[key])}`),
        affiliate ?? "-",
      ].join("\n"),
    ),
  );
const preview = (one: string, two: string) => asOwner(db.database, org, (scope) => previewMerge(scope, one, two));
async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

describe("[WORK-11] merging two leads", () => {
  test("keeps the older one with the chosen values, and moves everything to it", async () => {
    const first = await lead(ada, { phone: "", notes: "First" });
    const second = await lead(ada, { company_name: "Müller AG", phone: "030 1", notes: "Second" });
    await asOwner(db.database, org, (scope) => moveLead(scope, { leadId: second, to: "qualified" }));
    await noted(db.database, org, second, { text: "Internal", file: await attachment(db.database, org) });
    await answered(db.database, org, ada, second, { text: "From Ada" });
    const { version, ...shown } = await preview(second, first);
    expect(shown).toMatchObject({
      kept: { id: first },
      other: { id: second },
      refused: null,
      status: "qualified",
      credit: { rule: "fixed", affiliateId: ada.affiliateId },
      moves: { deals: 0, notes: 1, messages: 1, files: 1 },
      fields: [
        { name: "company_name", taken: "kept", canChoose: true },
        { name: "phone", kept: null, other: "030 1", taken: "other" },
        { name: "notes", canChoose: true },
      ],
    });

    db.at("2026-03-21T12:00:00Z");
    expect(await merge(second, first, { version, taken: { company_name: "other" } })).toBe(first);
    const found = await rows("select id, company_name, phone, notes, status, qualified_on::text from lead");
    expect(found).toEqual([
      {
        id: first,
        company_name: "Müller AG",
        phone: "030 1",
        notes: "First",
        status: "qualified",
        qualified_on: "2026-03-20",
      },
    ]);
    // Nothing is lost: values that did not stay are in an internal note.
    const notes = await rows<{ text: string }>(
      "select text from lead_note where lead_id = $1 order by length(text)",
      first,
    );
    expect(notes.map(({ text }) => text)).toEqual(["Internal", "company_name: Müller\nnotes: Second\n-"]);
    expect(await rows("select 1 from lead_message where lead_id = $1", first)).toHaveLength(1);
    expect(await rows("select to_status, affiliate_id from lead_status_change where lead_id = $1", first)).toEqual([
      { to_status: "qualified", affiliate_id: ada.affiliateId },
      { to_status: "qualified", affiliate_id: ada.affiliateId },
    ]);
    await expectExactAggregates(db.ownerPool);
    expect(await rows("select 1 from notification where type = 'lead_merged'")).toEqual([]);
    expect(await rows("select entity_id, data from audit_log where action = 'lead.merge'")).toMatchObject([
      { entity_id: first, data: { merged_id: second } },
    ]);
  });

  test("leaves the old address, by which staff, the affiliate and a search find the lead", async () => {
    const first = await lead(ada);
    const second = await lead(ada, { company_name: "Zebra GmbH" });
    const third = await lead(ada);
    await merge(first, second);
    await merge(first, third);
    const into = (scope: Parameters<typeof mergedInto>[0]) => mergedInto(scope, second);
    expect(await asOwner(db.database, org, into)).toBe(first);
    expect(await asAffiliate(db.database, org, ada, into)).toBe(first);
    expect(await asAffiliate(db.database, org, bob, into)).toBeNull();
    expect(await asOwner(db.database, org, (scope) => mergedInto(scope, "x"))).toBeNull();
    const search = await asOwner(db.database, org, (scope) => searchOrganization(scope, "zebra", 5));
    expect(search.leads.hits).toMatchObject([{ id: first }]);
    // A lead that is merged on takes the addresses that lead to it along, and so does one that is restored.
    const oldest = await rows<{ id: string }>("select id from lead");
    expect(oldest).toEqual([{ id: first }]);
    const { batchId } = await asOwner(db.database, org, (scope) => deleteLead(scope, { leadId: first, reason: null }));
    expect(await asOwner(db.database, org, into)).toBeNull();
    await asOwner(db.database, org, (scope) => undoLeads(scope, batchId));
    expect(await asOwner(db.database, org, into)).toBe(first);
  });

  test("keeps the credit of the first affiliate unless the other is chosen, and tells the one who loses it", async () => {
    const first = await lead(ada, { notes: "Ada's" });
    const second = await lead(bob, { notes: "Bob's" });
    const { credit, fields } = await preview(first, second);
    expect(credit).toEqual({ rule: "choice", kept: ada.affiliateId, other: bob.affiliateId });
    // Ada reads the notes of her lead, so Bob's stay internal.
    expect(fields).toMatchObject([{ name: "notes", taken: "kept", canChoose: false }]);
    await db.runJobs();
    db.mails.splice(0);
    await merge(first, second, { taken: { notes: "other" } });
    expect(await asAffiliate(db.database, org, ada, (scope) => readOwnLead(scope, first))).toMatchObject({
      contact: { notes: "Ada's" },
    });
    expect(await asAffiliate(db.database, org, bob, (scope) => mergedInto(scope, second))).toBeNull();
    expect(await rows("select text from lead_note")).toEqual([{ text: "notes: Bob's\nBob" }]);
    await db.runJobs();
    expect(db.mails).toMatchObject([{ to: { address: bob.email }, subject: "Müller had already been submitted" }]);
    await expectExactAggregates(db.ownerPool);

    const third = await lead(bob);
    await merge(first, third, { credit: "other" });
    const given = await asOwner(db.database, org, (scope) => readLead(scope, first));
    expect(given?.affiliate).toMatchObject({ name: "Bob" });
    expect(
      await rows("select affiliate_id from notification where type = 'lead_merged' order by xmin::text::bigint"),
    ).toEqual([{ affiliate_id: bob.affiliateId }, { affiliate_id: ada.affiliateId }]);
    await expectExactAggregates(db.ownerPool);
  });

  test("keeps the affiliate, terms and commission of a deal, and the affiliate who has deals", async () => {
    const first = await lead(ada);
    const { id: dealId, leadId: won } = await oneTimeDeal(db.database, org, bob);
    const before = await rows("select * from deal where id = $1", dealId);
    await merge(first, won);
    const [deal] = await rows<{ lead_id: string; updated_at: Date; search: string }>("select * from deal");
    expect({ ...deal, lead_id: won, updated_at: before[0]!["updated_at"], search: before[0]!["search"] }).toEqual(
      before[0],
    );
    expect(deal!.lead_id).toBe(first);
    expect(await rows("select status, affiliate_id, won_on is not null as won from lead where id = $1", first)).toEqual(
      [{ status: "converted", affiliate_id: bob.affiliateId, won: true }],
    );
    await expectExactAggregates(db.ownerPool);
    // Both have deals, of different affiliates.
    const { leadId: another } = await oneTimeDeal(db.database, org, ada);
    expect(await preview(first, another)).toMatchObject({ refused: "merge_deals_differ", credit: { rule: "differ" } });
    await expect(merge(first, another)).rejects.toMatchObject({ code: "merge_deals_differ" });
  });

  test("[WORK-16] takes the chosen own fields, keeps the other values in the note, and undoing a deletion restores them", async () => {
    const add = (label: string, audience: string) =>
      asOwner(db.database, org, (scope) =>
        addOwnField(scope, addOwnFieldSchema.parse({ entity: "lead", label, kind: "text", audience, purpose: "Test" })),
      );
    await add("Region", "affiliate");
    await add("Budget", "staff");
    const [first, second] = [await lead(ada), await lead(bob)];
    const set = (leadId: string, own: Record<string, string>) =>
      asOwner(db.database, org, (scope) => editLead(scope, { leadId, contact: asContact, own }));
    const asContact = (await asOwner(db.database, org, (scope) => readLead(scope, first)))!.contact;
    await set(first, { region: "North" });
    await set(second, { region: "South", budget: "High" });
    const { own } = await preview(first, second);
    expect(own).toMatchObject([
      { field: { key: "region" }, kept: "North", other: "South", taken: "kept" },
      { field: { key: "budget" }, kept: null, other: "High", taken: "other" },
    ]);
    await merge(first, second, { credit: "other", takenOwn: { region: "other" } });
    const values = () => rows("select audience, affiliate_id, content from lead_own_value order by audience");
    const expected = [
      { audience: "affiliate", affiliate_id: bob.affiliateId, content: { region: "South" } },
      { audience: "staff", affiliate_id: null, content: { budget: "High" } },
    ];
    expect(await values()).toEqual(expected);
    expect(await rows("select text from lead_note")).toEqual([{ text: "Region: North\nAda" }]);
    const { batchId } = await asOwner(db.database, org, (scope) => deleteLead(scope, { leadId: first, reason: null }));
    expect(await values()).toEqual([]);
    await asOwner(db.database, org, (scope) => undoLeads(scope, batchId));
    expect(await values()).toEqual(expected);
  });

  test("is refused with itself, with an erased or unknown lead, and after another change", async () => {
    const first = await lead(ada);
    const second = await lead(ada, { contact_person: "Anna" });
    await expect(merge(first, first)).rejects.toMatchObject({ code: "merge_same" });
    await expect(merge(first, ada.affiliateId)).rejects.toMatchObject({ code: "not_found" });
    const { version } = await preview(first, second);
    const stored = (await asOwner(db.database, org, (scope) => readLead(scope, second)))!.contact;
    await asOwner(db.database, org, (scope) => editLead(scope, { leadId: second, contact: { ...stored, phone: "1" } }));
    await expect(merge(first, second, { version })).rejects.toMatchObject({ code: "changed_meanwhile" });
    await asOwner(db.database, org, (scope) =>
      eraseLead(scope, second, { name: "Anna", company: false, others: false, nobody: "Nobody" }),
    );
    await expect(merge(first, second)).rejects.toMatchObject({ code: "lead_erased" });
    const own = asAffiliate(db.database, org, ada, (scope) =>
      mergeLeads(scope, { leadId: first, otherId: second, taken: {} }, () => ""),
    );
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
  });

  test("of two at the same time one is done", async () => {
    const [one, two, three] = [await lead(ada), await lead(ada), await lead(ada)];
    const results = await Promise.allSettled([merge(one, two), merge(two, three), merge(three, one)]);
    expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    const left = await rows("select 1 from lead");
    const tombstones = await rows("select m.id from merged_lead m join lead l using (org_id) where l.id = m.lead_id");
    expect(left.length + tombstones.length).toBe(3);
    await expectExactAggregates(db.ownerPool);
  });

  test("[OPS-05] erasing the lead also erases what a merge has kept of the other", async () => {
    const first = await addedLead(db.database, org, { email: "anna@x.example", contact_person: "Anna", phone: "1" });
    db.at("2026-03-22T12:00:00Z");
    const second = await addedLead(db.database, org, { email: "zoe@x.example", contact_person: "Zoe", phone: "2" });
    await merge(first, second);
    await asOwner(db.database, org, (scope) =>
      eraseLead(scope, first, { name: "Anna", company: false, others: false, nobody: "Nobody" }),
    );
    expect(await rows("select text from lead_note")).toEqual([{ text: "Nobody" }]);
    expect(await rows("select search from merged_lead")).toEqual([{ search: "" }]);
  });
});
