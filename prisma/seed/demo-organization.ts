import type { LeadMove } from "~/domain/leads/lead";

// The history of a demo organization. Dates are days before today. Amounts and percentages are written as users enter
// them, and the schemas of the forms read them.

export interface DemoPerson {
  name: string;
  email: string;
  language: "en" | "de" | "fr" | "es";
}

export interface DemoTerms {
  daysAgo: number;
  cadence: "ad-hoc" | "monthly" | "quarterly" | "yearly";
  currency: "EUR" | "USD" | "CHF";
  /** One, both, or tiers; this determines the model. */
  percent?: string;
  fixed?: string;
  /** Due when the customer has paid, and after so many days. */
  paidPlusDays?: number;
  /** Won volume of the year from which a percentage applies; the first starts at 0. */
  tiers?: [from: string, percent: string][];
}

export interface DemoAffiliate {
  person: DemoPerson;
  /** Day of the invitation; the first sign-in is one day later. */
  joined: number;
  /** Has not signed in yet. */
  invited?: boolean;
  /** Day of the deactivation. */
  leftDaysAgo?: number;
  /** Oldest first; the last is the active one. */
  terms: DemoTerms[];
  /** Form fields of how they are paid. */
  payee?: Record<string, string>;
  /** Their account, entered with it. */
  account?: { iban: string; bic?: string };
  /** Whether they have agreed to credit notes by the organization. */
  agreed?: boolean;
}

export interface DemoDeal {
  title: string;
  currency: string;
  /** Days from the lead's submission to the deal. */
  after: number;
  /** A one-time deal. Its commission was paid after `paidAfter` days, or is still due. */
  oneTime?: { amount: string; paidAfter?: number };
  /** A monthly contract. The last `due` of the months that have begun are unpaid. */
  monthly?: { mrr: string; months: number; due: number };
}

export interface DemoLead {
  daysAgo: number;
  /** Address of the affiliate who submitted it. */
  by: string;
  company: string;
  contact: string;
  email: string;
  outcome: "new" | "contacted" | LeadMove | DemoDeal;
  /** A message of the owner a day later, and the affiliate's, which nobody has answered yet. */
  messages?: { question: string; answer: string };
}

export interface DemoOrganization {
  name: string;
  timeZone: string;
  /** Days ago. */
  founded: number;
  owner: DemoPerson;
  members: DemoPerson[];
  affiliates: DemoAffiliate[];
  leads: DemoLead[];
  /** In the language of the organization's leads. */
  notes: [string, ...string[]];
  /** Reasons of lost leads. */
  lostReasons: [string, ...string[]];
  /** Beginning of phone numbers reserved for fiction; two digits follow. */
  phones: [string, ...string[]];
  /** URL prefix of the receipts. */
  receipts: string;
  /** Form fields of the organization as a payer. */
  payer?: Record<string, string>;
}

/** Returns a lead from one line: days ago, affiliate, company, contact, email, outcome. */
export function lead(
  daysAgo: number,
  by: DemoPerson,
  company: string,
  contact: string,
  email: string,
  outcome: DemoLead["outcome"],
): DemoLead {
  return { daysAgo, by: by.email, company, contact, email, outcome };
}

/** Returns a one-time deal won after `after` days, with its commission paid `paidAfter` days later. */
export function once(after: number, title: string, amount: string, currency: string, paidAfter?: number): DemoDeal {
  return { after, title, currency, oneTime: { amount, ...(paidAfter !== undefined && { paidAfter }) } };
}

/** Returns a monthly contract won after `after` days. */
export function monthly(
  after: number,
  title: string,
  mrr: string,
  currency: string,
  months: number,
  due: number,
): DemoDeal {
  return { after, title, currency, monthly: { mrr, months, due } };
}
