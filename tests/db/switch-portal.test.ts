import { expect, test } from "vitest";
import { readSession } from "~/domain/identity/session.server";
import { switchAffiliation } from "~/domain/identity/switch-organization.server";
import { summarizeAffiliate } from "~/domain/reports/affiliate-summary.server";
import { deactivateAffiliate } from "~/domain/affiliates/deactivate-affiliate.server";
import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import { submitLead } from "~/domain/leads/submit-lead.server";
import { submitLeadSchema } from "~/domain/leads/lead.schema";
import { listOwnEarnings } from "~/domain/commissions/list-own-earnings.server";
import { activeAffiliate, agency, asAffiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
const read = (secret: string) => db.database.withStatements((scope) => readSession(scope, secret));

test("[POR-07] a session switches between the portals of its user, and to no other", async () => {
  const [first, second, foreign] = [
    await createOrg(db.database),
    await createOrg(db.database),
    await createOrg(db.database),
  ];
  const here = await activeAffiliate(db.database, first);
  const there = await activeAffiliate(db.database, second, { email: here.email });
  const stranger = await activeAffiliate(db.database, foreign);
  const secret = await signIn(db.database, here, { door: "affiliate", affiliateOrgId: first.orgId });
  const to = (orgId: string, by = secret) => db.database.withIdentity((scope) => switchAffiliation(scope, by, orgId));

  const theirs = await signIn(db.database, stranger, { door: "affiliate", affiliateOrgId: foreign.orgId });
  await expect(to(first.orgId, theirs)).rejects.toMatchObject({ code: "not_found" });
  await expect(to(foreign.orgId)).rejects.toMatchObject({ code: "not_found" });
  await expect(to(second.orgId, "no such session")).rejects.toMatchObject({ code: "not_found" });
  expect(await read(secret)).toMatchObject({
    affiliation: { orgId: first.orgId, affiliateId: here.affiliateId },
    affiliations: expect.arrayContaining([
      { orgId: first.orgId, affiliateId: here.affiliateId },
      { orgId: second.orgId, affiliateId: there.affiliateId },
    ]),
  });

  await to(second.orgId);
  expect(await read(secret)).toMatchObject({
    affiliation: { orgId: second.orgId, affiliateId: there.affiliateId },
  });
  expect(await read(theirs)).toMatchObject({ affiliation: { orgId: foreign.orgId } });
});

test("[AFF-10] an inactive affiliate sees everything owed and cannot submit leads", async () => {
  const { org, affiliate } = await agency(db.database);
  await oneTimeDeal(db.database, org, affiliate);
  await asOwner(db.database, org, (scope) => deactivateAffiliate(scope, affiliate.affiliateId));
  const secret = await signIn(db.database, affiliate, { door: "affiliate", affiliateOrgId: org.orgId });
  expect(await read(secret)).toMatchObject({ affiliation: { affiliateId: affiliate.affiliateId } });
  const seen = await asAffiliate(db.database, org, affiliate, async (scope) => ({
    own: await readOwnAffiliate(scope),
    summary: await summarizeAffiliate(scope),
    earnings: await listOwnEarnings(scope, { period: null }),
  }));
  expect(seen).toMatchObject({
    own: { maySubmit: false },
    summary: { deals: 1, open: [{ amount: 10_000, currency: "EUR" }] },
    earnings: { rows: [{ state: "due", amount: { amount: 10_000 } }] },
  });
  const lead = submitLeadSchema.parse({
    company_name: "Gamma",
    contact_person: "Gerda",
    email: "g@gamma.example",
  });
  await expect(asAffiliate(db.database, org, affiliate, (scope) => submitLead(scope, lead))).rejects.toMatchObject({
    code: "affiliate_inactive",
  });
});
