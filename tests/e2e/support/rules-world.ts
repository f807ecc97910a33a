import type { APIRequestContext } from "@playwright/test";
import { addDays, todayIn, type Day } from "../../../app/domain/shared/dates";
import { idsOn, invited, newOwner, sameIn, send, type Form, type Language } from "./api";

// An organisation in which every rule finds something to refuse, and a second one whose ids are nobody else's business.

export interface RulesWorld {
  today: Day;
  yesterday: Day;
  /** The owner, reading German or English. */
  staff: Record<Language, APIRequestContext>;
  /** The affiliate with deals. */
  portal: Record<Language, APIRequestContext>;
  own: Ids;
  foreign: Ids;
}

export interface Ids {
  affiliate: string;
  /** Leads by what became of them. */
  lead: { fresh: string; qualified: string; lost: string; won: string };
  deal: { open: string; paid: string; monthly: string };
  payment: { due: string; planned: string; paid: string };
  emails: { affiliate: string; other: string };
}

const UUID = "([0-9a-f]{8}-[0-9a-f-]{27})";
const leadsOn = new RegExp(`/leads/${UUID}/deal`, "g");
const dealsOn = new RegExp(`/leads/deals/${UUID}`, "g");

export async function rulesWorld(): Promise<RulesWorld> {
  const run = Date.now();
  const today = todayIn("Europe/Berlin", new Date());
  const own = await organization(`Rules ${run}`, `${run}`, today);
  const foreign = await organization(`Others ${run}`, `${run}-b`, today);
  return {
    today,
    yesterday: addDays(today, -1),
    staff: { de: await sameIn(own.staff, "de"), en: await sameIn(own.staff, "en") },
    portal: { de: await sameIn(own.portal, "de"), en: await sameIn(own.portal, "en") },
    own: own.ids,
    foreign: foreign.ids,
  };
}

async function organization(name: string, run: string, today: Day) {
  const staff = await newOwner(`rosa-${run}@agency.example`, name);
  const seen = new Set<string>();
  /** The id that a page has since it was last asked. */
  const added = async (path: string, pattern: RegExp) => {
    const fresh = (await idsOn(staff, path, pattern)).filter((id) => !seen.has(id));
    fresh.forEach((id) => seen.add(id));
    if (!fresh[0]) throw new Error(`nothing new on ${path}`);
    return fresh[0];
  };

  const emails = { affiliate: `pia-${run}@partner.example`, other: `otto-${run}@partner.example` };
  await send(staff, "/affiliates/new", { name: "Pia Partner", email: emails.affiliate });
  const affiliate = await added("/affiliates", new RegExp(`/affiliates/${UUID}/terms`, "g"));
  await send(staff, "/affiliates/new", { name: "Otto Other", email: emails.other });
  await send(staff, `/affiliates/${affiliate}/terms`, {
    intent: "save",
    model: "rev_share",
    rev_share_percent: "10",
    currency: "EUR",
    cadence: "monthly",
    start_date: today,
  });
  const portal = await invited(emails.affiliate, name);

  const newLead = async (company: string) => {
    const contact = { company_name: company, contact_person: "Max Muster", email: "max@kunde.example" };
    await send(staff, "/leads/new", { ...contact, affiliate_id: affiliate });
    return added("/leads", leadsOn);
  };
  const move = async (lead: string, status: string) => {
    await send(staff, "/leads", { intent: "move", lead_id: lead, status });
    return lead;
  };
  const newDeal = async (lead: string, fields: Form) => {
    await send(staff, `/leads/${lead}/deal`, fields);
    return added("/leads?tab=deals", dealsOn);
  };
  const lead = {
    fresh: await newLead("Neu GmbH"),
    qualified: await move(await newLead("Geprüft GmbH"), "qualified"),
    lost: await move(await newLead("Verloren GmbH"), "lost"),
    won: await newLead("Gewonnen GmbH"),
  };
  const once = { deal_type: "one-time", amount: "1000", close_date: today };
  const deal = {
    paid: await newDeal(lead.won, { ...once, title: "Website" }),
    open: await newDeal(await newLead("Offen GmbH"), { ...once, title: "Shop" }),
    monthly: await newDeal(await newLead("Monatlich GmbH"), {
      deal_type: "recurring",
      title: "Wartung",
      mrr: "100",
      contract_duration_months: "12",
      contract_start_date: addDays(today, -65),
    }),
  };
  await send(staff, "/leads", { intent: "mark-paid", deal_id: deal.paid });

  const duePage = "/commissions?tab=due";
  const [paid, due] = await idsOn(staff, duePage, new RegExp(`name="payment_id"[^>]* value="${UUID}"`, "g"));
  await send(staff, duePage, { intent: "mark-paid", kind: "payment", id: paid! });
  // Nothing on the page is to be done with a planned payment; its id is in what the page is made of.
  const firstRow = new RegExp(`"rows",.*?"${UUID}"`, "gs");
  const [planned] = await idsOn(staff, "/commissions.data?tab=planned", firstRow);
  if (!paid || !due || !planned) throw new Error("the monthly payments are missing");
  return { staff, portal, ids: { affiliate, lead, deal, emails, payment: { paid, due, planned } } };
}
