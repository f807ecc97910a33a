import { beforeEach, describe, expect, test } from "vitest";
import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import { editAffiliateSchema } from "~/domain/affiliates/affiliate.schema";
import { editAffiliate, seenAffiliate } from "~/domain/affiliates/edit-affiliate.server";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal, seenDeal } from "~/domain/deals/edit-deal.server";
import { markDealPaid } from "~/domain/deals/mark-deal-paid.server";
import { readEditableDeal } from "~/domain/deals/read-editable-deal.server";
import { editLead, seenLead } from "~/domain/leads/edit-lead.server";
import { editLeadSchema, NO_AFFILIATE } from "~/domain/leads/lead.schema";
import { moveLead } from "~/domain/leads/move-lead.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { editOrganization, seenOrganization } from "~/domain/organizations/edit-organization.server";
import { editOrganizationSchema } from "~/domain/organizations/organization.schema";
import type { Scope } from "~/domain/shared/scope";
import { readWebhook, saveWebhook, seenWebhook } from "~/domain/webhooks/save-webhook.server";
import { saveWebhookSchema } from "~/domain/webhooks/webhook.schema";
import { activeAffiliate, invitedAffiliate, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

// Two people have the same form before them: what the one has saved the other does not set back without being told.

const db = useDatabase({ each: true, connections: 10 });
let org: Org;
let foreign: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database, { name: "Nordlicht" });
  foreign = await createOrg(db.database, { name: "Nordlicht" });
  affiliate = await activeAffiliate(db.database, org, { name: "Ada", email: "ada@example.com" });
});

const as = <T>(use: (scope: Scope) => Promise<T>, by = org) => asOwner(db.database, by, use);
const rows = async (sql: string) => (await db.ownerPool.query(sql)).rows as Record<string, unknown>[];

/** The marks of a lead's form, as its page makes them. */
async function seenOfLead(scope: Scope, id: string): Promise<string> {
  const lead = (await readLead(scope, id))!;
  const contact = { ...lead, companyName: lead.company, contactPerson: lead.contact };
  return seenLead(contact, lead.affiliate?.id ?? null);
}

interface Subject {
  /** Makes one and returns its id. */
  make: () => Promise<string>;
  seen: (scope: Scope, id: string) => Promise<string>;
  /** Saves the form with this in its field. */
  save: (scope: Scope, id: string, value: string, seen?: string) => Promise<unknown>;
  /** The form's field, and where it is stored. */
  field: string;
  stored: string;
  action: string;
  value: (number: number) => string;
  /** Answered to another organisation, which for its own settings changes its own. */
  foreign: "not_found" | "own";
}

const contact = { company_name: "Alpha GmbH", contact_person: "Ada", email: "ada@alpha.example" };
const once = { deal_type: "one-time", amount: "1000", currency: "EUR", close_date: "2026-01-15" };

const subjects: Record<string, Subject> = {
  "[LEAD-10] a deal": {
    make: async () => (await oneTimeDeal(db.database, org, affiliate, { title: "Before" })).id,
    seen: async (scope, id) => seenDeal((await readEditableDeal(scope, id))!.contract),
    save: (scope, id, title, seen) =>
      editDeal(scope, editDealSchema.parse({ ...once, deal_id: id, title, seen })),
    ...{ field: "title", stored: "select title as value from deal", action: "deal.edit" },
    ...{ value: (number) => `Title ${number}`, foreign: "not_found" },
  },
  "[LEAD-10] a lead": {
    make: () => addedLead(db.database, org, contact),
    seen: seenOfLead,
    save: (scope, id, notes, seen) =>
      editLead(scope, editLeadSchema.parse({ ...contact, lead_id: id, notes, seen })),
    ...{ field: "notes", stored: "select notes as value from lead", action: "lead.edit" },
    ...{ value: (number) => `Note ${number}`, foreign: "not_found" },
  },
  "[AFF-05] an affiliate": {
    make: async () => affiliate.affiliateId,
    seen: async (scope, id) => seenAffiliate((await readAffiliate(scope, id))!),
    save: (scope, id, name, seen) =>
      editAffiliate(
        scope,
        id,
        editAffiliateSchema.parse({ name, email: "ada@example.com", status: "active", seen }),
      ),
    ...{ field: "name", stored: "select name as value from affiliate", action: "affiliate.edit" },
    ...{ value: (number) => `Ada ${number}`, foreign: "not_found" },
  },
  "[ORG-06] an organisation": {
    make: async () => org.orgId,
    seen: async (scope) => seenOrganization(await scope.organization()),
    save: (scope, _, organization_name, seen) =>
      editOrganization(
        scope,
        editOrganizationSchema.parse({
          ...{ organization_name, time_zone: "Europe/Berlin", default_currency: "EUR", seen },
        }),
      ),
    field: "organization_name",
    stored: "select name as value from organization order by created_at limit 1",
    ...{ action: "organization.edit", value: (number) => `Agency ${number}`, foreign: "own" },
  },
  "[HOOK-01] a webhook that was never saved": {
    make: async () => org.orgId,
    seen: async (scope) => seenWebhook(await readWebhook(scope)),
    save: (scope, _, webhook_url, seen) =>
      saveWebhook(
        scope,
        saveWebhookSchema.parse({ webhook_url, webhook_event: "both", seen }),
        db.context.webhooks,
      ),
    field: "webhook_url",
    stored: "select url as value from webhook_endpoint order by updated_at limit 1",
    ...{ action: "webhook.save", value: (number) => `https://webhook.site/${number}`, foreign: "own" },
  },
};

describe.each(Object.entries(subjects))("%s", (_, subject) => {
  let id: string;
  let seen: string;
  const saved = async () => (await rows(subject.stored))[0]?.["value"];
  const entries = async () =>
    (await rows(`select 1 from audit_log where action = '${subject.action}' and org_id = '${org.orgId}'`))
      .length;
  const save = (value: string, mark?: string, by = org) =>
    as((scope) => subject.save(scope, id, value, mark), by);

  beforeEach(async () => {
    id = await subject.make();
    seen = await as((scope) => subject.seen(scope, id));
  });

  test("of eight who save at once one does; the others are told what is stored, and save then", async () => {
    const before = await saved();
    const strange = save(subject.value(0), seen, foreign);
    if (subject.foreign === "not_found") {
      await expect(strange).rejects.toMatchObject({ code: "not_found", params: {} });
      expect(await saved()).toBe(before);
    } else {
      // Its own, whose form looked the same, so that ours is as it was.
      await strange;
      expect(await as((scope) => subject.seen(scope, id))).toBe(seen);
      await db.ownerPool.query(`update webhook_endpoint set updated_at = now() + interval '1 day'`);
    }

    const values = [1, 2, 3, 4, 5, 6, 7, 8].map(subject.value);
    const answers = await Promise.allSettled(values.map((value) => save(value, seen)));
    const winners = values.filter((_, index) => answers[index]!.status === "fulfilled");
    expect(winners).toEqual([await saved()]);
    const told = answers.flatMap((answer) =>
      answer.status === "rejected" ? [answer.reason as { seen: string }] : [],
    );
    const seenNow = await as((scope) => subject.seen(scope, id));
    expect(told).toHaveLength(7);
    for (const reason of told) {
      expect(reason).toMatchObject({ code: "changed_meanwhile", changed: { [subject.field]: winners[0] } });
      expect(Object.keys((reason as unknown as { changed: object }).changed)).toEqual([subject.field]);
      expect(reason.seen).toBe(seenNow);
    }
    expect(await entries()).toBe(1);

    await save(subject.value(9), told[0]!.seen);
    expect(await saved()).toBe(subject.value(9));
    // The next one who was told of the eighth has not seen the ninth.
    await expect(save(subject.value(10), told[1]!.seen)).rejects.toMatchObject({ code: "changed_meanwhile" });
  });

  test("who saves while another's save is under way waits for it and is told", async () => {
    let second: Promise<unknown> = Promise.resolve();
    await as(async (scope) => {
      await subject.save(scope, id, subject.value(1), seen);
      second = save(subject.value(2), seen).catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, 250));
    });
    expect(await second).toMatchObject({
      code: "changed_meanwhile",
      changed: { [subject.field]: subject.value(1) },
    });
    expect(await saved()).toBe(subject.value(1));
  });

  test("the same form sent five times at once, and once more, is saved once", async () => {
    await Promise.all(Array.from({ length: 5 }, () => save(subject.value(1), seen)));
    await save(subject.value(1), seen);
    expect(await saved()).toBe(subject.value(1));
    expect(await entries()).toBe(1);
  });

  test("a door that has shown nothing to anybody is not asked", async () => {
    await save(subject.value(1), seen);
    await save(subject.value(2));
    expect(await saved()).toBe(subject.value(2));
  });
});

describe("[LEAD-10] what else happens to a deal or a lead meanwhile does not get in the way", () => {
  test("a commission that is paid, a lead that is qualified", async () => {
    const { id, leadId } = await oneTimeDeal(db.database, org, affiliate, { title: "Before" });
    const seen = await as(async (scope) => seenDeal((await readEditableDeal(scope, id))!.contract));
    await as((scope) => markDealPaid(scope, id));
    await as((scope) =>
      editDeal(scope, editDealSchema.parse({ ...once, deal_id: id, title: "After", seen })),
    );

    const lead = await addedLead(db.database, org, contact);
    const known = await as((scope) => seenOfLead(scope, lead));
    await as((scope) => moveLead(scope, { leadId: lead, to: "qualified" }));
    const edit = { ...contact, lead_id: lead, notes: "After", seen: known };
    expect(await as((scope) => editLead(scope, editLeadSchema.parse(edit)))).toBe(true);

    expect(leadId).not.toBe(lead);
    expect(await rows("select title, commission_paid from deal")).toEqual([
      { title: "After", commission_paid: true },
    ]);
    expect(await rows(`select status, notes from lead where id = '${lead}'`)).toEqual([
      { status: "qualified", notes: "After" },
    ]);
  });
});

test("[LEAD-10] of a recurring deal only what is entered is told, amounts with their currency", async () => {
  const { id } = await recurringDeal(db.database, org, affiliate, { title: "Hosting" });
  const seen = await as(async (scope) => seenDeal((await readEditableDeal(scope, id))!.contract));
  const form = {
    ...{ deal_id: id, deal_type: "recurring", title: "Hosting", mrr: "100", currency: "EUR" },
    ...{ contract_duration_months: "12", contract_start_date: "2026-01-15", seen },
  };
  const edit = (fields: object) =>
    as((scope) => editDeal(scope, editDealSchema.parse({ ...form, ...fields })));
  await edit({ mrr: "120", contract_duration_months: "24", contract_start_date: "2026-02-01" });
  const payments = () => rows("select period_start::text, amount from commission_payment order by 1");
  const before = await payments();
  await expect(edit({ title: "Hosting Plus", contract_duration_months: "24" })).rejects.toMatchObject({
    code: "changed_meanwhile",
    changed: { mrr: { amount: 120_00, currency: "EUR" }, contract_start_date: "2026-02-01" },
  });
  expect(await payments()).toEqual(before);
  expect(await rows("select title from deal")).toEqual([{ title: "Hosting" }]);
});

test("[LEAD-10] of a lead given to another affiliate, or to none, the name is told", async () => {
  const id = await addedLead(db.database, org, contact);
  const grace = await activeAffiliate(db.database, org, { name: "Grace" });
  const edit = (affiliate_id: string, seen?: string) =>
    as((scope) => editLead(scope, editLeadSchema.parse({ ...contact, lead_id: id, affiliate_id, seen })));
  const seen = await as((scope) => seenOfLead(scope, id));
  await edit(grace.affiliateId);
  await expect(edit(affiliate.affiliateId, seen)).rejects.toMatchObject({
    changed: { affiliate_id: "Grace" },
  });
  const later = await as((scope) => seenOfLead(scope, id));
  await edit(NO_AFFILIATE);
  await expect(edit(affiliate.affiliateId, later)).rejects.toMatchObject({ changed: { affiliate_id: null } });
});

test("[AFF-05] an invitation accepted meanwhile is not taken back by a form that still says invited", async () => {
  const { affiliateId, email } = await invitedAffiliate(db.database, org, { name: "Grace" });
  const seen = seenAffiliate({ name: "Grace", email, status: "invited" });
  await as((scope) => activateAffiliate(scope, affiliateId));
  const save = as((scope) =>
    editAffiliate(scope, affiliateId, { name: "Grace H.", email, status: "invited", seen }),
  );
  await expect(save).rejects.toMatchObject({ changed: { status: "active" } });
  expect(await rows(`select name, status from affiliate where id = '${affiliateId}'`)).toEqual([
    { name: "Grace", status: "active" },
  ]);
});
