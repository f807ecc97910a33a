import { beforeEach, describe, expect, it } from "vitest";
import { openLeadStatuses } from "~/domain/leads/lead";
import { moveLead } from "~/domain/leads/move-lead.server";
import { matchingDeals, matchingLeads } from "~/domain/shared/matching.server";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let other: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database);
  other = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
});

const lead = (fields: Record<string, string>) => submittedLead(db.database, org, affiliate, fields);
const leads = (text: string, filter = {}, of = org) =>
  asOwner(db.database, of, (scope) => matchingLeads(scope, text, { statuses: openLeadStatuses, ...filter }));
const deals = (text: string, filter = {}, of = org) =>
  asOwner(db.database, of, (scope) => matchingDeals(scope, text, filter));

describe("a search", () => {
  it("[LEAD-01] [ORG-04] finds leads by company, contact and email address, ignoring accents and case, newest first", async () => {
    const id = await lead({
      company_name: "Müller & Söhne",
      contact_person: "Zoë Straße",
      email: "info@mueller.example",
    });
    const second = await lead({ company_name: "MULLER Metallbau" });
    expect(await leads("muller", {}, other)).toEqual([]);
    expect(await leads("muller")).toEqual([second, id]);
    expect(await leads("SÖHNE")).toEqual([id]);
    expect(await leads("zoe strasse")).toEqual([id]);
    expect(await leads("strasse muller")).toEqual([id]);
    expect(await leads("muller strasse nowhere")).toEqual([]);
    expect(await leads("@mueller.ex")).toEqual([id]);
    expect(await leads("  ")).toBeNull();
  });

  it("[LEAD-01] finds one or two letters at the beginning of words", async () => {
    const id = await lead({ company_name: "Qz Beratung", contact_person: "Xaver Yves" });
    await lead({ company_name: "Aqz GmbH" });
    expect(await leads("qz")).toEqual([id]);
    expect(await leads("q x be")).toEqual([id]);
  });

  it("[LEAD-01] treats special characters of LIKE and SQL literally", async () => {
    const id = await lead({ company_name: "50%_Rabatt \\ 'quoted' GmbH" });
    await lead({ company_name: "500 Rabatte GmbH" });
    for (const text of ["50%_", "\\ ", "'quoted'", "%_r"]) expect(await leads(text), text).toEqual([id]);
    expect(await leads("5_0")).toEqual([]);
    expect(await leads("'; drop table lead; --")).toEqual([]);
  });

  it("[LEAD-01] respects statuses, affiliate and a limit", async () => {
    const second = await activeAffiliate(db.database, org);
    const mine = await lead({ company_name: "Gleich GmbH" });
    const theirs = await submittedLead(db.database, org, second, { company_name: "Gleich AG" });
    expect(await leads("gleich", { affiliateId: second.affiliateId })).toEqual([theirs]);
    await asOwner(db.database, org, (scope) => moveLead(scope, { leadId: mine, to: "lost" }));
    expect(await leads("gleich")).toEqual([theirs]);
    expect(await leads("gleich", { statuses: ["lost"] })).toEqual([mine]);
    expect(
      await asOwner(db.database, org, (scope) => matchingLeads(scope, "gleich", { statuses: ["lost", "new"] }, 1)),
    ).toEqual([theirs]);
  });

  it("[LEAD-01] [ORG-04] finds deals by title and by the current data of their lead", async () => {
    const leadId = await lead({ company_name: "Bäckerei Öz" });
    const deal = await oneTimeDeal(db.database, org, affiliate, {
      lead_id: leadId,
      title: "Website-Relaunch",
    });
    expect(await deals("relaunch", {}, other)).toEqual([]);
    expect(await deals("relaunch oz")).toEqual([deal.id]);
    await asOwner(db.database, org, (scope) =>
      scope.db.lead.updateMany({ where: { id: leadId }, data: { companyName: "Konditorei Süß" } }),
    );
    expect(await deals("backerei")).toEqual([]);
    expect(await deals("suss")).toEqual([deal.id]);
    await asOwner(db.database, org, (scope) =>
      scope.db.deal.updateMany({ where: { id: deal.id }, data: { title: "Onlineshop" } }),
    );
    expect(await deals("relaunch")).toEqual([]);
    expect(await deals("onlineshop suss", { affiliateId: affiliate.affiliateId })).toEqual([deal.id]);
  });

  it("[ORG-07] [POR-05] finds nothing for an affiliate, not even their own leads", async () => {
    const leadId = await lead({ company_name: "Geheim GmbH" });
    await oneTimeDeal(db.database, org, affiliate, { lead_id: leadId });
    await lead({ company_name: "Geheim AG" });
    const [own, ofDeals] = await asAffiliate(db.database, org, affiliate, async (scope) => [
      await matchingLeads(scope, "geheim", { statuses: ["new", "converted"] }),
      await matchingDeals(scope, "geheim"),
    ]);
    expect([own, ofDeals]).toEqual([[], []]);
  });
});
