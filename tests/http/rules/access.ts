import type { Rule } from "./rule";
import type { Ids, RulesWorld } from "./world";

/** Rules of sign-in, sign-up, forgotten password and sign-in link. */
export function accessRules(): Rule[] {
  const person = { name: "Rosa", email: "rosa@agency.example", password: "correct horse battery" };
  return [
    { path: "/auth", form: {}, says: ["errors:email_required", "errors:password_required"] },
    { path: "/auth", form: { ...person, email: "rosa" }, says: ["errors:email_invalid"] },
    {
      path: "/auth",
      form: { ...person, email: "nobody@agency.example" },
      says: ["errors:credentials_wrong"],
    },
    {
      path: "/auth?tab=signup",
      form: { name: " ", email: "", password: "" },
      says: ["errors:name_required", "errors:email_required"],
    },
    { path: "/auth?tab=signup", form: { ...person, email: "a b@c" }, says: ["errors:email_invalid"] },
    {
      path: "/auth?tab=signup",
      form: { ...person, password: "short" },
      says: [["errors:password_short", { min: 8 }]],
    },
    { path: "/auth/forgot", form: { email: "" }, says: ["errors:email_required"] },
    { path: "/affiliate/login", form: { email: " " }, says: ["errors:email_required"] },
    { path: "/affiliate/login", form: { email: "pia@" }, says: ["errors:email_invalid"] },
  ];
}

export type RequestWithId = [path: string, form: Record<string, string> | null];

/** Every request of staff that names an id, in the path or in the form. */
export function requestsWithIds(ids: Ids, today: RulesWorld["today"]): RequestWithId[] {
  const contact = { company_name: "Firma", contact_person: "Max", email: "max@firma.example" };
  const once = { deal_type: "one-time", title: "Website", amount: "1000", close_date: today };
  const terms = {
    intent: "save",
    model: "rev_share",
    rev_share_percent: "10",
    currency: "EUR",
    cadence: "monthly",
    start_date: today,
  };
  const receipt = { receipt_url: "https://receipts.example/1" };
  return [
    [`/leads/${ids.lead.fresh}`, null],
    [`/leads/${ids.lead.fresh}`, { intent: "move", status: "qualified" }],
    [`/leads/${ids.lead.fresh}/lose`, null],
    [`/leads/${ids.lead.fresh}/edit`, null],
    [`/leads/${ids.lead.fresh}/edit`, contact],
    [`/leads/${ids.lead.fresh}/deal`, null],
    [`/leads/${ids.lead.fresh}/deal`, once],
    ["/leads", { intent: "move", lead_id: ids.lead.fresh, status: "lost" }],
    ["/leads", { intent: "mark-paid", deal_id: ids.deal.open }],
    ["/leads/new", { ...contact, affiliate_id: ids.affiliate }],
    [`/leads?affiliate=${ids.affiliate}`, null],
    [`/leads/deals/${ids.deal.open}`, null],
    [`/leads/deals/${ids.deal.open}/edit`, null],
    [`/leads/deals/${ids.deal.open}/edit`, once],
    [`/affiliates/${ids.affiliate}/edit`, null],
    [`/affiliates/${ids.affiliate}/edit`, { name: "X", email: "x@y.example", status: "active" }],
    [`/affiliates/${ids.affiliate}/delete`, null],
    [`/affiliates/${ids.affiliate}/delete`, { intent: "delete" }],
    [`/affiliates/${ids.affiliate}/delete`, { intent: "deactivate" }],
    [`/affiliates/${ids.affiliate}/invitation`, null],
    [`/affiliates/${ids.affiliate}/invitation`, { intent: "link" }],
    [`/affiliates/${ids.affiliate}/invitation`, { intent: "send" }],
    [`/affiliates/${ids.affiliate}/terms`, null],
    [`/affiliates/${ids.affiliate}/terms`, terms],
    [`/transactions/deal/${ids.deal.paid}/receipt`, null],
    [`/transactions/deal/${ids.deal.paid}/receipt`, receipt],
    [`/transactions/payment/${ids.payment.paid}/receipt`, receipt],
    [`/transactions?affiliate=${ids.affiliate}`, null],
    [`/commissions/payment/${ids.payment.paid}/receipt`, null],
    [`/commissions/payment/${ids.payment.paid}/receipt`, receipt],
    [`/commissions?tab=all&affiliate=${ids.affiliate}`, null],
    ["/commissions", { intent: "mark-paid", kind: "payment", id: ids.payment.due }],
    ["/commissions", { intent: "mark-paid", kind: "deal", id: ids.deal.open }],
    ["/commissions", { intent: "pay", payment_id: ids.payment.due }],
    ["/commissions", { intent: "pay", deal_id: ids.deal.open }],
    [`/commissions?deal=${ids.deal.open}`, null],
    [`/commissions/pay?affiliate=${ids.affiliate}`, null],
  ];
}
