import { beforeEach, describe, expect, it } from "vitest";
import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { searchOrganization } from "~/domain/search/search-organization.server";
import { activeAffiliate, asAffiliate, invitedAffiliate, type Affiliate } from "../factories/affiliates";
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
  affiliate = await activeAffiliate(db.database, org, { name: "José Müller", email: "jose@partner.example" });
});

const search = (text: string, most = 5, of = org) =>
  asOwner(db.database, of, (scope) => searchOrganization(scope, text, most));
const nothing = { hits: [], more: false };

describe("[ORG-04] the search of the top bar", () => {
  it("finds leads, deals and affiliates regardless of case and accents, with their distinguishing data", async () => {
    const leadId = await submittedLead(db.database, org, affiliate, {
      company_name: "Bäckerei Müller",
      contact_person: "Zoë Öz",
      email: "zoe@baeckerei.example",
    });
    const deal = await oneTimeDeal(db.database, org, affiliate, {
      lead_id: leadId,
      title: "Neue Website",
      amount: "1234.50",
    });
    expect(await search("müller", 5, other)).toEqual({ leads: nothing, deals: nothing, affiliates: nothing });
    expect(await search("MULLER")).toEqual({
      leads: {
        hits: [
          {
            id: leadId,
            company: "Bäckerei Müller",
            contact: "Zoë Öz",
            status: "converted",
            affiliateId: affiliate.affiliateId,
            affiliate: "José Müller",
          },
        ],
        more: false,
      },
      deals: {
        hits: [
          {
            id: deal.id,
            title: "Neue Website",
            company: "Bäckerei Müller",
            amount: { amount: 123_450, currency: "EUR" },
            affiliateId: affiliate.affiliateId,
            affiliate: "José Müller",
          },
        ],
        more: false,
      },
      affiliates: {
        hits: [
          {
            id: affiliate.affiliateId,
            name: "José Müller",
            email: "jose@partner.example",
            status: "active",
          },
        ],
        more: false,
      },
    });
    expect((await search("website muller")).deals.hits.map(({ id }) => id)).toEqual([deal.id]);
    expect((await search("jose@PARTNER")).affiliates.hits).toHaveLength(1);
    expect(await search("muller nowhere")).toEqual({ leads: nothing, deals: nothing, affiliates: nothing });
  });

  it("lists a few of each kind, newest leads first, and reports further matches", async () => {
    const ids: string[] = [];
    for (const name of ["Gleich A", "Gleich B", "Gleich C"]) {
      ids.unshift(await submittedLead(db.database, org, affiliate, { company_name: name }));
      await invitedAffiliate(db.database, org, { name });
    }
    expect((await search("gleich", 2, other)).leads).toEqual(nothing);
    const { leads, affiliates, deals } = await search("gleich", 2);
    expect(leads.hits.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect([leads.more, affiliates.more, deals.more]).toEqual([true, true, false]);
    expect(affiliates.hits.map(({ name }) => name)).toEqual(["Gleich A", "Gleich B"]);
    expect((await search("gleich", 3)).leads.more).toBe(false);
  });

  it("[AFF-01] finds affiliates by any two letters of name or address, and leads by the beginning of words", async () => {
    await submittedLead(db.database, org, affiliate, { company_name: "Erler", email: "info@kunde.example" });
    await submittedLead(db.database, org, affiliate, { company_name: "Maler", email: "post@kunde.example" });
    await invitedAffiliate(db.database, org, { name: "Emily Carter", email: "emily@partner.example" });
    await invitedAffiliate(db.database, org, { name: "Tom", email: "tom@partner.example" });
    expect((await search("ly", 5, other)).affiliates).toEqual(nothing);
    expect((await search("LY")).affiliates.hits.map(({ name }) => name)).toEqual(["Emily Carter"]);
    expect((await search("er")).affiliates.hits).toHaveLength(3);
    expect((await search("er")).leads.hits.map(({ company }) => company)).toEqual(["Erler"]);
  });

  it("[LEAD-01] [AFF-01] finds a name in every spelling of its umlauts", async () => {
    const leadId = await submittedLead(db.database, org, affiliate, {
      company_name: "Baecker Groß",
      contact_person: "Jörg",
      email: "info@kunde.example",
    });
    await oneTimeDeal(db.database, org, affiliate, { lead_id: leadId, title: "Website", amount: "10" });
    for (const text of ["bäcker", "BAECKER", "Joerg", "jörg gross", "bä"]) {
      const { leads, deals } = await search(text);
      expect([text, leads.hits.length, deals.hits.length]).toEqual([text, 1, 1]);
    }
    for (const text of ["mueller", "müller", "muller"]) expect((await search(text)).affiliates.hits).toHaveLength(1);
    for (const text of ["moeller", "jurg"]) {
      expect(await search(text)).toEqual({ leads: nothing, deals: nothing, affiliates: nothing });
    }
  });

  it("[AFF-01] sorts names in dictionary order, whatever the database's own order", async () => {
    for (const name of ["Zebra", "apfel", "Ärzte", "Öz", "Oz GmbH"]) await invitedAffiliate(db.database, org, { name });
    const { choices } = await asOwner(db.database, org, (scope) => affiliateChoices(scope));
    expect(choices.map(({ name }) => name)).toEqual(["apfel", "Ärzte", "José Müller", "Öz", "Oz GmbH", "Zebra"]);
  });

  it("treats special characters of LIKE, SQL and Postgres literally, and finds nothing for an empty text", async () => {
    await submittedLead(db.database, org, affiliate, { company_name: "100 % Holz" });
    await submittedLead(db.database, org, affiliate, { company_name: "1000 Dinge" });
    for (const text of ["", "   ", "\0"]) {
      expect(await search(text)).toEqual({ leads: nothing, deals: nothing, affiliates: nothing });
    }
    expect((await search("100 %")).leads.hits.map(({ company }) => company)).toEqual(["100 % Holz"]);
    expect((await search("%_%")).leads.hits).toEqual([]);
    expect((await search("'; drop table lead; --")).leads.hits).toEqual([]);
  });

  it("[ORG-07] is rejected for affiliates", async () => {
    await submittedLead(db.database, org, affiliate, { company_name: "Eigener Lead" });
    await expect(
      asAffiliate(db.database, org, affiliate, (scope) => searchOrganization(scope, "eigener", 5)),
    ).rejects.toMatchObject({ code: "forbidden" });
  });
});
