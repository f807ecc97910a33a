import { markPaymentPaid, markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { addDays, todayIn, type Day } from "~/domain/shared/dates";
import { activeAffiliate, invitedAffiliate, withTerms } from "../../factories/affiliates";
import { addedLead, oneTimeDeal, recurringDeal } from "../../factories/deals";
import { asOwner, createOrg, type Org } from "../../factories/organizations";
import { signIn } from "../../factories/people";
import type { TestDatabase } from "../../support/database";
import type { Site } from "../../support/site";
import { openVisitor, type Visitor } from "../../support/visitor";
import type { RuleLanguage } from "./rule";

// An organization in which every rule has something to reject, and a second one whose ids must stay hidden.

export interface RulesWorld {
  org: Org;
  today: Day;
  yesterday: Day;
  /** The owner, who reads German or English. */
  staff: Record<RuleLanguage, Visitor>;
  /** The affiliate with deals. */
  portal: Record<RuleLanguage, Visitor>;
  own: Ids;
  foreign: Ids;
}

export interface Ids {
  affiliate: string;
  /** Leads by their status. */
  lead: { fresh: string; qualified: string; lost: string; won: string };
  deal: { open: string; paid: string; monthly: string };
  payment: { due: string; planned: string; paid: string };
  emails: { affiliate: string; other: string };
}

/** Makes both organizations and signs in to the first one. */
export async function rulesWorld(db: TestDatabase, site: Site): Promise<RulesWorld> {
  const today = todayIn("Europe/Berlin", new Date());
  const own = await organization(db, "Rules", today);
  const foreign = await organization(db, "Others", today);
  const portalSession = { door: "affiliate", affiliateOrgId: own.org.orgId } as const;
  const staff = await inBothLanguages(site, await signIn(db.database, own.org.owner));
  const portal = await inBothLanguages(site, await signIn(db.database, own.affiliate, portalSession));
  // The first request of this page stores that the setup is complete.
  await staff.en.open("/leads");
  return {
    org: own.org,
    today,
    yesterday: addDays(today, -1),
    staff,
    portal,
    own: own.ids,
    foreign: foreign.ids,
  };
}

/** One visitor for each language, both signed in with the same session. */
export async function inBothLanguages(site: Site, session: string | null): Promise<Record<RuleLanguage, Visitor>> {
  return {
    de: await openVisitor(site, { language: "de", session }),
    en: await openVisitor(site, { language: "en", session }),
  };
}

async function organization({ database, ownerPool }: TestDatabase, name: string, today: Day) {
  const org = await createOrg(database, { name, trial: true });
  const domain = `${name.toLowerCase()}.example`;
  const emails = { affiliate: `pia@${domain}`, other: `otto@${domain}` };
  const affiliate = await activeAffiliate(database, org, { name: "Pia Partner", email: emails.affiliate });
  await invitedAffiliate(database, org, { name: "Otto Other", email: emails.other });
  await withTerms(database, org, affiliate, { cadence: "monthly", currency: "EUR", start_date: today });

  const newLead = (company: string) =>
    addedLead(database, org, {
      company_name: company,
      contact_person: "Max Muster",
      email: "max@kunde.example",
      affiliate_id: affiliate.affiliateId,
    });
  const move = async (leadId: string, to: "qualified" | "lost") => {
    await asOwner(database, org, (scope) => moveLead(scope, { leadId, to }));
    return leadId;
  };
  const lead = {
    fresh: await newLead("Neu GmbH"),
    qualified: await move(await newLead("Geprüft GmbH"), "qualified"),
    lost: await move(await newLead("Verloren GmbH"), "lost"),
    won: await newLead("Gewonnen GmbH"),
  };
  const once = async (lead_id: string, title: string) => {
    const fields = { lead_id, title, amount: "1000", close_date: today };
    return (await oneTimeDeal(database, org, affiliate, fields)).id;
  };
  const monthly = await recurringDeal(database, org, affiliate, {
    lead_id: await newLead("Monatlich GmbH"),
    title: "Wartung",
    mrr: "100",
    contract_duration_months: "12",
    contract_start_date: addDays(today, -65),
  });
  const deal = {
    paid: await once(lead.won, "Website"),
    open: await once(await newLead("Offen GmbH"), "Shop"),
    monthly: monthly.id,
  };
  await asOwner(database, org, (scope) => markDealPaid(scope, deal.paid));

  const { rows } = await ownerPool.query<{ id: string; planned: boolean }>(
    "select id, period_start > $2::date as planned from commission_payment where deal_id = $1 order by period_start",
    [deal.monthly, today],
  );
  const [paid, due] = rows.filter((row) => !row.planned);
  const planned = rows.find((row) => row.planned);
  if (!paid || !due || !planned) throw new Error("monthly payments are missing");
  await asOwner(database, org, (scope) => markPaymentPaid(scope, paid.id));
  const payment = { paid: paid.id, due: due.id, planned: planned.id };
  return { org, affiliate, ids: { affiliate: affiliate.affiliateId, lead, deal, payment, emails } };
}
