import { beforeEach, describe, expect, test } from "vitest";
import { deactivateAffiliate } from "~/domain/affiliates/deactivate-affiliate.server";
import { countLeadsAndDeals, deleteAffiliate } from "~/domain/affiliates/delete-affiliate.server";
import { editAffiliate } from "~/domain/affiliates/edit-affiliate.server";
import { editAffiliateSchema } from "~/domain/affiliates/affiliate.schema";
import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import { createDeal } from "~/domain/deals/create-deal.server";
import { createDealSchema } from "~/domain/deals/deal.schema";
import { readSession } from "~/domain/identity/session.server";
import { summarizeAffiliate } from "~/domain/reports/affiliate-summary.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, invitedAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { createUser, signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { expectExactAggregates } from "../support/aggregates";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada", email: "ada@example.com" });
});

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

type Fields = { name?: string; email?: string; status?: string };
const edit = (fields: Fields, { affiliateId } = ada, by = org) =>
  asOwner(db.database, by, (scope) =>
    editAffiliate(
      scope,
      affiliateId,
      editAffiliateSchema.parse({ name: "Ada", email: "ada@example.com", status: "active", ...fields }),
    ),
  );
const remove = ({ affiliateId } = ada, by = org) =>
  asOwner(db.database, by, (scope) => deleteAffiliate(scope, affiliateId));
const now = () =>
  rows(
    `select a.name, a.email, a.status, m.user_id
     from affiliate a join membership m on m.org_id = a.org_id and m.affiliate_id = a.id where a.id = $1`,
    ada.affiliateId,
  );
const audited = (action: string) => rows("select actor, data from audit_log where action = $1", action);

describe.each([
  [
    "editing",
    (scope: Scope, id: string) => editAffiliate(scope, id, { name: "X", email: "x@example.com", status: "inactive" }),
  ],
  ["deactivating", deactivateAffiliate],
  ["deleting", deleteAffiliate],
] as const)("[AFF-05] %s an affiliate", (_, use) => {
  test("rejects another organization with not_found and an affiliate with forbidden", async () => {
    const before = await now();
    const foreign = await createOrg(db.database);
    const attempt = asOwner<unknown>(db.database, foreign, (scope) => use(scope, ada.affiliateId));
    await expect(attempt).rejects.toMatchObject({ code: "not_found" });
    const own = asAffiliate<unknown>(db.database, org, ada, (scope) => use(scope, ada.affiliateId));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    expect(await now()).toEqual(before);
  });
});

describe("[AFF-05] editing an affiliate", () => {
  test("changes name and status to any of the three, and records it", async () => {
    for (const status of ["inactive", "invited", "active"]) {
      expect(await edit({ name: ` Ada ${status} `, status })).toEqual({ isOtherPerson: false });
      expect(await now()).toMatchObject([{ name: `Ada ${status}`, status, user_id: ada.userId }]);
    }
    const actor = `member:${org.owner.userId}`;
    expect(await edit({ name: "Ada active" })).toEqual({ isOtherPerson: false });
    expect(await edit({ name: "Ada" })).toEqual({ isOtherPerson: false });
    expect(await edit({ status: "inactive" })).toEqual({ isOtherPerson: false });
    expect(await audited("affiliate.edit")).toEqual([
      { actor, data: { fields: "name", status: "inactive", status_before: "active" } },
      { actor, data: { fields: "name", status: "invited", status_before: "inactive" } },
      { actor, data: { fields: "name", status: "active", status_before: "invited" } },
      // A value that is already stored is not a change.
      { actor, data: { fields: "name", status: "active" } },
      { actor, data: { fields: "", status: "inactive", status_before: "active" } },
    ]);
    const refused = editAffiliateSchema.safeParse({ name: "x".repeat(101), email: "x", status: "gone" });
    expect(refused.error?.issues.map(({ message }) => message)).toEqual([
      "name_too_long",
      "email_invalid",
      "status_invalid",
    ]);
  });

  test("with a new address moves the portal to the new person immediately", async () => {
    const person = await createUser(db.database, { email: "grace@example.com" });
    const sessions = {
      before: await signIn(db.database, ada, { door: "affiliate", affiliateOrgId: org.orgId }),
      after: await signIn(db.database, person, { door: "affiliate", affiliateOrgId: org.orgId }),
    };
    const affiliationOf = async (secret: string) =>
      (await db.database.withIdentity((scope) => readSession(scope, secret)))?.affiliation ?? null;
    const portal = { orgId: org.orgId, affiliateId: ada.affiliateId };
    expect([await affiliationOf(sessions.before), await affiliationOf(sessions.after)]).toEqual([portal, null]);
    expect(await edit({ name: "Grace", email: " Grace@Example.com " })).toEqual({ isOtherPerson: true });
    expect([await affiliationOf(sessions.before), await affiliationOf(sessions.after)]).toEqual([null, portal]);
    expect(await rows("select email from app_user where id = $1", ada.userId)).toEqual([{ email: ada.email }]);
    expect(await audited("affiliate.edit")).toMatchObject([
      { data: { fields: "name, email", user_id: person.userId, user_id_before: ada.userId } },
    ]);
  });

  test("rejects an address of another affiliate in the organization, also in concurrent edits", async () => {
    const bob = await invitedAffiliate(db.database, org, { email: "bob@example.com" });
    await expect(edit({ email: "BOB@example.com" })).rejects.toMatchObject({
      code: "affiliate_email_taken",
      field: "email",
    });
    expect(await now()).toMatchObject([{ email: ada.email, user_id: ada.userId }]);
    const results = await Promise.allSettled(
      [ada, bob].flatMap((one) => [1, 2, 3].map(() => edit({ email: "new@example.com" }, one))),
    );
    const holders = await rows("select id from affiliate where email = 'new@example.com'");
    expect(holders).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "affiliate_email_taken" });
    }
    // Another organization may have the address.
    const foreign = await createOrg(db.database);
    await invitedAffiliate(db.database, foreign, { email: "new@example.com" });
  });
});

describe("[AFF-05] deleting an affiliate", () => {
  test("deletes terms and notifications, keeps the leads without an affiliate, and keeps the sums exact", async () => {
    await withTerms(db.database, org, ada);
    const leads = [await submittedLead(db.database, org, ada), await submittedLead(db.database, org, ada)];
    await rows(
      "insert into notification (org_id, id, affiliate_id, type, params) values ($1, gen_random_uuid(), $2, 'deal_created', '{}')",
      org.orgId,
      ada.affiliateId,
    );
    const holdings = asOwner(db.database, org, (scope) => countLeadsAndDeals(scope, ada.affiliateId));
    expect(await holdings).toEqual({ leads: 2, deals: 0 });
    await remove();
    for (const table of ["affiliate", "affiliate_term", "notification"])
      expect(await rows(`select 1 from ${table}`)).toEqual([]);
    expect(await rows("select id, affiliate_id from lead order by id")).toEqual(
      leads.toSorted().map((id) => ({ id, affiliate_id: null })),
    );
    expect(await audited("affiliate.delete")).toMatchObject([{ data: { user_id: ada.userId, leads: 2 } }]);
    await expectExactAggregates(db.ownerPool);
    await expect(remove()).rejects.toMatchObject({ code: "not_found" });
    // The address can be used again.
    await invitedAffiliate(db.database, org, { email: ada.email });
  });

  test("is rejected once there is a deal, and the affiliate can be set inactive instead", async () => {
    await withTerms(db.database, org, ada);
    await submittedLead(db.database, org, ada);
    await oneTimeDeal(db.database, org, ada);
    await expect(remove()).rejects.toMatchObject({ code: "affiliate_has_deals" });
    expect(await rows("select 1 from lead where affiliate_id = $1", ada.affiliateId)).toHaveLength(2);
    const holdings = asOwner(db.database, org, (scope) => countLeadsAndDeals(scope, ada.affiliateId));
    expect(await holdings).toEqual({ leads: 2, deals: 1 });
    for (let time = 0; time < 2; time++)
      await asOwner(db.database, org, (scope) => deactivateAffiliate(scope, ada.affiliateId));
    expect(await now()).toMatchObject([{ status: "inactive" }]);
    expect(await audited("affiliate.deactivate")).toHaveLength(1);
  });

  test("and concurrently winning a deal completes only one of both", async () => {
    for (let round = 0; round < 8; round++) {
      const affiliate = await activeAffiliate(db.database, org);
      await withTerms(db.database, org, affiliate);
      const leadId = await submittedLead(db.database, org, affiliate);
      const deal = createDealSchema.parse({
        lead_id: leadId,
        title: "Website",
        deal_type: "one-time",
        amount: "1000",
        close_date: "2026-01-15",
      });
      const won = asOwner(db.database, org, (scope) => createDeal(scope, deal));
      const [deletion, winning] = await Promise.allSettled([
        remove(affiliate),
        won,
        submittedLead(db.database, org, affiliate),
      ]);
      expect(winning.status).toBe("fulfilled");
      const there = (await rows("select 1 from affiliate where id = $1", affiliate.affiliateId)).length === 1;
      const [kept] = await rows("select affiliate_id, commission_amount from deal where lead_id = $1", leadId);
      if (deletion.status === "rejected") {
        expect(["affiliate_has_deals", "affiliate_busy"]).toContain((deletion.reason as { code: string }).code);
        expect(there).toBe(true);
        expect(kept).toEqual({ affiliate_id: affiliate.affiliateId, commission_amount: "10000" });
      } else {
        expect(there).toBe(false);
        expect(kept).toEqual({ affiliate_id: null, commission_amount: "0" });
      }
    }
    await expectExactAggregates(db.ownerPool);
  });
});

test("[AFF-10] an inactive affiliate can sign in and see everything owed, but cannot submit leads", async () => {
  await withTerms(db.database, org, ada);
  await oneTimeDeal(db.database, org, ada);
  await asOwner(db.database, org, (scope) => deactivateAffiliate(scope, ada.affiliateId));
  const secret = await signIn(db.database, ada, { door: "affiliate", affiliateOrgId: org.orgId });
  const session = await db.database.withIdentity((scope) => readSession(scope, secret));
  expect(session?.affiliation).toEqual({ orgId: org.orgId, affiliateId: ada.affiliateId });
  await asAffiliate(db.database, org, ada, async (scope) => {
    expect(await readOwnAffiliate(scope)).toMatchObject({ status: "inactive", maySubmit: false });
    expect(JSON.stringify(await summarizeAffiliate(scope))).toContain("10000");
  });
  await expect(submittedLead(db.database, org, ada)).rejects.toMatchObject({ code: "affiliate_inactive" });
  expect(await rows("select 1 from lead")).toHaveLength(1);
});
