import type { LeadMove } from "~/domain/leads/lead";

// The history of a demo organisation. Dates are days before today. Amounts and percentages are written as people type
// them and read by the schemas of the forms.

export interface DemoPerson {
  name: string;
  email: string;
  language: "en" | "de" | "fr" | "es";
}

export interface DemoTerms {
  daysAgo: number;
  cadence: "ad-hoc" | "monthly" | "quarterly" | "yearly";
  currency: "EUR" | "USD" | "CHF";
  /** One or both, or tiers; which ones makes the model. */
  percent?: string;
  fixed?: string;
  /** From which won volume of the year, which percentage; the first from 0. */
  tiers?: [from: string, percent: string][];
}

export interface DemoAffiliate {
  person: DemoPerson;
  /** Invited on that day, signed in on the next. */
  joined: number;
  /** Not signed in yet. */
  invited?: boolean;
  /** Set inactive on that day. */
  leftDaysAgo?: number;
  /** Oldest first; the last is the active one. */
  terms: DemoTerms[];
}

export interface DemoDeal {
  title: string;
  currency: string;
  /** Days from the lead's submission to the deal. */
  after: number;
  /** A one-time deal; `paidAfter` days its commission was paid, or it is still open. */
  oneTime?: { amount: string; paidAfter?: number };
  /** A monthly contract; of the months that have begun the last `due` are still unpaid. */
  monthly?: { mrr: string; months: number; due: number };
}

export interface DemoLead {
  daysAgo: number;
  /** Who submitted it. */
  by: string;
  company: string;
  contact: string;
  email: string;
  outcome: "new" | "contacted" | LeadMove | DemoDeal;
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
  /** In the language of the organisation's leads. */
  notes: [string, ...string[]];
  /** Why leads were lost. */
  lostReasons: [string, ...string[]];
  /** Beginning of telephone numbers that are kept free for fiction; two digits follow. */
  phones: [string, ...string[]];
  /** Where receipts are kept. */
  receipts: string;
}

/** A lead, as one line: days ago, who submitted it, company, contact, e-mail, outcome. */
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

/** A one-time deal won `after` days, its commission paid `paidAfter` days later. */
export function once(after: number, title: string, amount: string, currency: string, paidAfter?: number): DemoDeal {
  return { after, title, currency, oneTime: { amount, ...(paidAfter !== undefined && { paidAfter }) } };
}

/** A monthly contract won `after` days. */
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
