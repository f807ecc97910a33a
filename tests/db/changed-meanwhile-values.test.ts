import { markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { beforeEach, describe, expect, test } from "vitest";
import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import { editAffiliate, affiliateVersion } from "~/domain/affiliates/edit-affiliate.server";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal, dealVersion } from "~/domain/deals/edit-deal.server";
import { readEditableDeal } from "~/domain/deals/read-editable-deal.server";
import { editLead, leadVersion } from "~/domain/leads/edit-lead.server";
import { editLeadSchema } from "~/domain/leads/lead.schema";
import { moveLead } from "~/domain/leads/move-lead.server";
import { readLead } from "~/domain/leads/read-lead.server";
import type { Scope } from "~/domain/shared/scope";
import { listTerms } from "~/domain/terms/list-terms.server";
import { termsVersion } from "~/domain/terms/save-terms.server";
import { activeAffiliate, invitedAffiliate, tieredTerms, withTerms, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

// Tests which values an edit conflict reports for each kind of form.

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
});

const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const rows = async (sql: string) => (await db.ownerPool.query(sql)).rows as Record<string, unknown>[];

const contact = { company_name: "Alpha GmbH", contact_person: "Ada", email: "ada@alpha.example" };
const once = { deal_type: "one-time", amount: "1000", currency: "EUR", close_date: "2026-01-15" };

/** Returns the version of a lead's form, as its page creates it. */
async function versionOfLead(scope: Scope, id: string): Promise<string> {
  const lead = (await readLead(scope, id))!;
  return leadVersion(lead.contact, lead.affiliate?.id ?? null);
}

describe("[LEAD-10] other changes of a deal or lead do not cause a conflict", () => {
  test("such as paying the commission or qualifying the lead", async () => {
    await withTerms(db.database, org, affiliate);
    const { id, leadId } = await oneTimeDeal(db.database, org, affiliate, { title: "Before" });
    const version = await as(async (scope) => dealVersion((await readEditableDeal(scope, id))!.contract));
    await as((scope) => markDealPaid(scope, id));
    await as((scope) => editDeal(scope, editDealSchema.parse({ ...once, deal_id: id, title: "After", version })));

    const lead = await addedLead(db.database, org, contact);
    const known = await as((scope) => versionOfLead(scope, lead));
    await as((scope) => moveLead(scope, { leadId: lead, to: "qualified" }));
    const edit = { ...contact, lead_id: lead, notes: "After", version: known };
    expect(await as((scope) => editLead(scope, editLeadSchema.parse(edit)))).toBe(true);

    expect(leadId).not.toBe(lead);
    expect(await rows("select title, commission_paid from deal")).toEqual([{ title: "After", commission_paid: true }]);
    expect(await rows(`select status, notes from lead where id = '${lead}'`)).toEqual([
      { status: "qualified", notes: "After" },
    ]);
  });
});

test("[LEAD-10] a conflict on a recurring deal reports only entered fields, amounts with their currency", async () => {
  const { id } = await recurringDeal(db.database, org, affiliate, { title: "Hosting" });
  const version = await as(async (scope) => dealVersion((await readEditableDeal(scope, id))!.contract));
  const form = {
    deal_id: id,
    deal_type: "recurring",
    title: "Hosting",
    mrr: "100",
    currency: "EUR",
    contract_duration_months: "12",
    contract_start_date: "2026-01-15",
    version,
  };
  const edit = (fields: object) => as((scope) => editDeal(scope, editDealSchema.parse({ ...form, ...fields })));
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

test("[LEAD-10] a conflict on a lead's affiliate reports the name, or none", async () => {
  const id = await addedLead(db.database, org, contact);
  const grace = await activeAffiliate(db.database, org, { name: "Grace" });
  const edit = (affiliate_id: string, version?: string) =>
    as((scope) => editLead(scope, editLeadSchema.parse({ ...contact, lead_id: id, affiliate_id, version })));
  const version = await as((scope) => versionOfLead(scope, id));
  await edit(grace.affiliateId);
  await expect(edit(affiliate.affiliateId, version)).rejects.toMatchObject({
    changed: { affiliate_id: "Grace" },
  });
  const later = await as((scope) => versionOfLead(scope, id));
  await edit(NO_AFFILIATE);
  await expect(edit(affiliate.affiliateId, later)).rejects.toMatchObject({ changed: { affiliate_id: null } });
});

test("[AFF-08] a conflict on terms of another model reports all their values, with tiers as one", async () => {
  const id = affiliate.affiliateId;
  await withTerms(db.database, org, affiliate);
  const version = await as(async (scope) => termsVersion((await listTerms(scope, id))[0]!));
  await tieredTerms(db.database, org, affiliate);
  await expect(withTerms(db.database, org, affiliate, { rev_share_percent: "20", version })).rejects.toMatchObject({
    code: "changed_meanwhile",
    changed: { model: "tiered", rev_share_percent: null, tiers: "0:1000 1000000:1200 2500000:1500" },
  });
  const newest = await as((scope) => listTerms(scope, id));
  expect(newest.map((one) => one.version)).toEqual([2, 1]);
  await withTerms(db.database, org, affiliate, {
    rev_share_percent: "20",
    version: termsVersion(newest[0]!),
  });
  expect(await as((scope) => listTerms(scope, id))).toMatchObject([
    { version: 3, active: true, revShareBp: 2000 },
    { version: 2, active: false },
    { version: 1, active: false },
  ]);
});

test("[AFF-05] a form that still says invited does not revert an accepted invitation", async () => {
  const { affiliateId, email } = await invitedAffiliate(db.database, org, { name: "Grace" });
  const version = affiliateVersion({ name: "Grace", email, status: "invited" });
  await as((scope) => activateAffiliate(scope, affiliateId));
  const save = as((scope) =>
    editAffiliate(scope, affiliateId, { name: "Grace H.", email, status: "invited", version }),
  );
  await expect(save).rejects.toMatchObject({ changed: { status: "active" } });
  expect(await rows(`select name, status from affiliate where id = '${affiliateId}'`)).toEqual([
    { name: "Grace", status: "active" },
  ]);
});
