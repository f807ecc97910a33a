import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createDeal } from "~/domain/deals/create-deal.server";
import { createDealSchema } from "~/domain/deals/deal.schema";
import { addLead } from "~/domain/leads/add-lead.server";
import { editLead, leadVersion } from "~/domain/leads/edit-lead.server";
import { addLeadSchema, contactFields, editLeadSchema, submitLeadSchema } from "~/domain/leads/lead.schema";
import { moveLead } from "~/domain/leads/move-lead.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { submitLead } from "~/domain/leads/submit-lead.server";
import { namesOf } from "~/domain/shared/field-list";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { expectExactAggregates } from "../support/aggregates";

const db = useDatabase({ each: true });
let org: Org;
let other: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database);
  other = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
});

const typed = { company_name: "Alpha GmbH", contact_person: "Ada", email: "Ada@Alpha.example" };
const leads = async () => (await db.ownerPool.query("select * from lead order by created_at, id")).rows;
const announced = async () => (await db.jobs("webhook.emit")).map((job) => job.payload["lead_id"]);
const audit = async () => {
  const sql =
    "select action, actor, entity_id, data from audit_log where action like 'lead.%' order by xmin::text::bigint, created_at";
  return (await db.ownerPool.query(sql)).rows;
};
const add = (fields: Record<string, string>, of = org) =>
  asOwner(db.database, of, (scope) => addLead(scope, addLeadSchema.parse({ ...typed, ...fields })));
const edit = (leadId: string, fields: Record<string, string> = {}, of = org) =>
  asOwner(db.database, of, (scope) => editLead(scope, editLeadSchema.parse({ lead_id: leadId, ...typed, ...fields })));

describe("[LEAD-10] adding a lead as staff", () => {
  test("works with and without an affiliate, emits the event and is recorded", async () => {
    const alone = await add({ affiliate_id: NO_AFFILIATE, phone: " ", notes: "By phone" });
    const theirs = await add({ affiliate_id: affiliate.affiliateId });
    expect(await leads()).toMatchObject([
      {
        id: alone,
        org_id: org.orgId,
        affiliate_id: null,
        status: "new",
        email: "ada@alpha.example",
        phone: null,
        notes: "By phone",
        created_by: org.owner.userId,
      },
      { id: theirs, affiliate_id: affiliate.affiliateId },
    ]);
    expect(await announced()).toEqual([alone, theirs]);
    const actor = `member:${org.owner.userId}`;
    expect(await audit()).toMatchObject([
      { action: "lead.add", actor, entity_id: alone, data: { affiliate_id: null } },
      { action: "lead.add", actor, entity_id: theirs, data: { affiliate_id: affiliate.affiliateId } },
    ]);
  });

  test("[ORG-07] rejects a foreign affiliate like an unknown one", async () => {
    for (const [of, id] of [
      [other, affiliate.affiliateId],
      [org, randomUUID()],
    ] as const) {
      const refused = { code: "not_found", params: {}, field: "affiliate_id" };
      await expect(add({ affiliate_id: id }, of)).rejects.toMatchObject(refused);
    }
    expect(await leads()).toEqual([]);
    expect(await announced()).toEqual([]);
  });

  test("[POR-05] is rejected for affiliates, and so is editing", async () => {
    const id = await submittedLead(db.database, org, affiliate);
    const asPartner = <T>(act: Parameters<typeof asAffiliate<T>>[3]) => asAffiliate(db.database, org, affiliate, act);
    const added = asPartner((scope) => addLead(scope, addLeadSchema.parse(typed)));
    await expect(added).rejects.toMatchObject({ code: "forbidden" });
    const edited = asPartner((scope) => editLead(scope, editLeadSchema.parse({ lead_id: id, ...typed })));
    await expect(edited).rejects.toMatchObject({ code: "forbidden" });
    const read = asPartner((scope) => readLead(scope, id));
    await expect(read).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("[POR-06] a form posted twice", () => {
  const submission_id = "6f4b1c6e-8f0a-4c8e-9d51-3c8f7a4b1e22";
  const submit = (fields: Record<string, string> = {}, by = affiliate) =>
    asAffiliate(db.database, org, by, (scope) =>
      submitLead(scope, submitLeadSchema.parse({ ...typed, submission_id, ...fields })),
    );

  test("creates one lead and emits one event, also 20 times concurrently", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => submit()));
    expect(new Set([...ids, await submit()]).size).toBe(1);
    expect(await leads()).toHaveLength(1);
    expect(await announced()).toEqual([ids[0]]);
  });

  test("[LEAD-10] by staff creates one lead and one audit entry", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => add({ submission_id })));
    expect(new Set(ids).size).toBe(1);
    expect(await leads()).toHaveLength(1);
    expect(await audit()).toHaveLength(1);
  });

  test("[ORG-07] is a different form in another organization", async () => {
    expect(await add({ submission_id }, other)).not.toBe(await add({ submission_id }));
    expect((await leads()).map((lead) => lead.org_id).sort()).toEqual([org.orgId, other.orgId].sort());
  });

  test("creates another lead if it is reused with other values", async () => {
    const first = await submit();
    expect(await submit({ company_name: "Beta GmbH" })).not.toBe(first);
    expect(await submit({ company_name: "Beta GmbH" })).not.toBe(first);
    expect(await leads()).toHaveLength(2);
    const second = await activeAffiliate(db.database, org);
    await submit({}, second);
    expect(await leads()).toHaveLength(3);
    // A change of any field counts.
    for (const name of namesOf(contactFields)) await submit({ [name]: `next@${name}.example` });
    expect(await leads()).toHaveLength(3 + namesOf(contactFields).length);
  });
});

describe("[LEAD-10] editing a lead as staff", () => {
  test("saves each changed field, records its name and compares it", async () => {
    const start = { ...typed, phone: "030 1", notes: "First" };
    const own = (name: string) => (name === "email" ? "other@alpha.example" : `Other ${name}`);
    for (const name of namesOf(contactFields)) {
      const id = await add(start);
      const version = await asOwner(db.database, org, async (scope) =>
        leadVersion((await readLead(scope, id))!.contact, null),
      );
      expect(await edit(id, { ...start, [name]: own(name) }), name).toBe(true);
      expect(
        (await leads()).find((lead) => lead.id === id),
        name,
      ).toMatchObject({ [name]: own(name) });
      expect((await audit()).at(-1), name).toMatchObject({ action: "lead.edit", data: { fields: name } });
      await expect(edit(id, { ...start, version }), name).rejects.toMatchObject({
        changed: { [name]: own(name) },
      });
    }
  });

  test("changes contact fields in any status, and records the names of the fields", async () => {
    const id = await addedLead(db.database, org, { notes: "Old" });
    const before = await leads();
    await expect(edit(id, {}, other)).rejects.toMatchObject({ code: "not_found", params: {} });
    await expect(edit(randomUUID())).rejects.toMatchObject({ code: "not_found", params: {} });
    expect(await leads()).toEqual(before);
    await asOwner(db.database, org, (scope) => moveLead(scope, { leadId: id, to: "lost" }));
    expect(await edit(id, { phone: "+49 30 1" })).toBe(true);
    expect(await leads()).toMatchObject([
      {
        company_name: "Alpha GmbH",
        contact_person: "Ada",
        email: "ada@alpha.example",
        phone: "+49 30 1",
        notes: null,
        status: "lost",
        affiliate_id: null,
      },
    ]);
    expect((await audit()).at(-1)).toMatchObject({
      action: "lead.edit",
      entity_id: id,
      data: { fields: "company_name, contact_person, email, phone, notes" },
    });
    const after = await leads();
    expect(await edit(id, { phone: "+49 30 1" })).toBe(false);
    expect(await leads()).toEqual(after);
    expect(await audit()).toHaveLength(3);
  });

  test("changes the affiliate unless it has a deal, and keeps it if omitted", async () => {
    const id = await submittedLead(db.database, org, affiliate, typed);
    const second = await activeAffiliate(db.database, org);
    const owner = async () => (await leads())[0].affiliate_id;
    await edit(id, { notes: "Called" });
    expect(await owner()).toBe(affiliate.affiliateId);
    await edit(id, { affiliate_id: second.affiliateId });
    expect(await owner()).toBe(second.affiliateId);
    await edit(id, { affiliate_id: NO_AFFILIATE });
    expect(await owner()).toBeNull();
    expect((await audit()).at(-1)?.data).toEqual({
      fields: "",
      affiliate_from: second.affiliateId,
      affiliate_to: null,
    });
    await edit(id, { affiliate_id: affiliate.affiliateId });
    const stranger = await activeAffiliate(db.database, other);
    await expect(edit(id, { affiliate_id: stranger.affiliateId })).rejects.toMatchObject({
      code: "not_found",
      field: "affiliate_id",
    });
    await oneTimeDeal(db.database, org, affiliate, { lead_id: id });
    await expect(edit(id, { affiliate_id: NO_AFFILIATE, company_name: "New" })).rejects.toMatchObject({
      code: "lead_has_deal",
      field: "affiliate_id",
    });
    expect(await leads()).toMatchObject([{ affiliate_id: affiliate.affiliateId, company_name: "Alpha GmbH" }]);
    await edit(id, { company_name: "New", affiliate_id: affiliate.affiliateId });
    expect(await leads()).toMatchObject([{ company_name: "New", status: "converted" }]);
    await expectExactAggregates(db.ownerPool);
  });

  test("concurrently with winning it gives deal and lead the same affiliate", async () => {
    const second = await activeAffiliate(db.database, org);
    for (let round = 0; round < 10; round++) {
      const id = await submittedLead(db.database, org, affiliate, typed);
      const deal = createDealSchema.parse({
        lead_id: id,
        title: "Won",
        deal_type: "one-time",
        amount: "10",
        close_date: "2026-03-01",
      });
      await Promise.allSettled([
        asOwner(db.database, org, (scope) => createDeal(scope, deal)),
        edit(id, { affiliate_id: second.affiliateId }),
      ]);
    }
    const sql = `select 1 from deal d join lead l on l.org_id = d.org_id and l.id = d.lead_id
      where l.affiliate_id <> d.affiliate_id`;
    expect((await db.ownerPool.query(sql)).rowCount).toBe(0);
    expect((await db.ownerPool.query("select 1 from deal")).rowCount).toBe(10);
  });
});
