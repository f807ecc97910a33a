import { randomUUID } from "node:crypto";
import { long, type Rule } from "./rule";
import type { RulesWorld } from "./world";

const contact = { company_name: "Firma", contact_person: "Max", email: "max@firma.example" };

/** Rules of a lead's contact fields, at the path of a form. */
export function contactRules(path: string): Rule[] {
  return [
    {
      path,
      form: { company_name: " ", contact_person: "", email: "" },
      says: ["errors:company_required", "errors:contact_required", "errors:email_required"],
    },
    { path, form: { ...contact, email: "max" }, says: ["errors:email_invalid"] },
    { path, form: { ...contact, company_name: long(201) }, says: [["errors:too_long", { max: 200 }]] },
    { path, form: { ...contact, phone: long(51) }, says: [["errors:too_long", { max: 50 }]] },
  ];
}

/** Rules of a lead's affiliate, whom staff choose. */
export function leadAffiliateRules(world: RulesWorld): Rule[] {
  const edit = leadEdit(world);
  return [
    { path: "/leads/new", form: { ...contact, affiliate_id: "somebody" }, says: ["errors:not_found"] },
    { path: "/leads/new", form: { ...contact, affiliate_id: randomUUID() }, says: ["errors:not_found"] },
    { path: edit, form: { ...contact, affiliate_id: world.foreign.affiliate }, says: ["errors:not_found"] },
    {
      path: `/leads/${world.own.lead.won}/edit`,
      form: { ...contact, affiliate_id: "none" },
      says: ["errors:lead_has_deal"],
    },
  ];
}

/** The path of the form that edits a lead. */
export const leadEdit = (world: RulesWorld) => `/leads/${world.own.lead.fresh}/edit`;

/** Rules of a deal's fields, when it is created and when it is edited. */
export function dealRules(world: RulesWorld): Rule[] {
  const { lead, deal } = world.own;
  const once = { deal_type: "one-time", title: "Website", amount: "1000", close_date: world.today };
  const monthly = {
    deal_type: "recurring",
    title: "Wartung",
    mrr: "100",
    contract_duration_months: "12",
    contract_start_date: world.today,
  };
  const anyDeal = (path: string, right: Record<string, string>): Rule[] => [
    { path, form: { ...right, title: " " }, says: ["errors:title_required"] },
    { path, form: { ...right, title: long(201) }, says: [["errors:too_long", { max: 200 }]] },
    { path, form: { ...right, currency: long(13) }, says: [["errors:too_long", { max: 12 }]] },
  ];
  const oneTime = (path: string): Rule[] => [
    ...anyDeal(path, once),
    {
      path,
      form: { ...once, amount: "", close_date: "" },
      says: ["errors:amount_required", "errors:close_date_required"],
    },
    { path, form: { ...once, amount: "much" }, says: ["errors:amount_invalid"] },
    { path, form: { ...once, amount: "0" }, says: ["errors:amount_positive"] },
    {
      path,
      form: { ...once, amount: "10000000001" },
      says: [["errors:amount_too_large", { max: 10_000_000_000 }]],
    },
    {
      path,
      form: { ...once, amount: "9".repeat(20) },
      says: [["errors:amount_too_large", { max: 10_000_000_000 }]],
    },
    { path, form: { ...once, close_date: "31.02.2027" }, says: ["errors:date_invalid"] },
  ];
  const recurring = (path: string): Rule[] => [
    ...anyDeal(path, monthly),
    {
      path,
      form: {
        deal_type: "recurring",
        title: "Wartung",
        mrr: "",
        contract_duration_months: "",
        contract_start_date: "",
      },
      says: ["errors:mrr_required", "errors:duration_required", "errors:contract_start_required"],
    },
    { path, form: { ...monthly, mrr: "0" }, says: ["errors:amount_positive"] },
    { path, form: { ...monthly, mrr: "-1" }, says: ["errors:amount_positive"] },
    { path, form: { ...monthly, contract_duration_months: "0" }, says: ["errors:duration_invalid"] },
    { path, form: { ...monthly, contract_duration_months: "1.5" }, says: ["errors:duration_invalid"] },
    {
      path,
      form: { ...monthly, contract_duration_months: "601" },
      says: [["errors:duration_too_long", { max: 600 }]],
    },
    { path, form: { ...monthly, contract_start_date: "soon" }, says: ["errors:date_invalid"] },
  ];
  const create = `/leads/${lead.fresh}/deal`;
  const edit = (id: string) => `/leads/deals/${id}/edit`;
  return [
    { path: create, form: { title: "Website" }, says: ["errors:deal_type_required"] },
    ...oneTime(create),
    ...recurring(create),
    ...oneTime(edit(deal.open)),
    ...recurring(edit(deal.monthly)),
    { path: edit(deal.open), form: monthly, says: ["errors:deal_type_fixed"] },
    { path: edit(deal.monthly), form: once, says: ["errors:deal_type_fixed"] },
    { path: edit(deal.paid), form: { ...once, amount: "2000" }, says: ["errors:deal_commission_paid"] },
    { path: edit(deal.monthly), form: { ...monthly, currency: "USD" }, says: ["errors:deal_currency_fixed"] },
  ];
}

/** Rules of what a lead's status can become. */
export function transitionRules(world: RulesWorld): Rule[] {
  const { lead } = world.own;
  const move = (lead_id: string, status: string, says: string): Rule => ({
    path: "/leads",
    form: { intent: "move", lead_id, status },
    says: [says],
    toast: true,
  });
  const deal = { deal_type: "one-time", title: "Website", amount: "1000", close_date: world.today };
  return [
    move(lead.qualified, "qualified", "errors:lead_not_open"),
    move(lead.lost, "qualified", "errors:lead_not_open"),
    move(lead.lost, "lost", "errors:lead_not_open"),
    move(lead.won, "qualified", "errors:lead_not_open"),
    move(lead.won, "lost", "errors:lead_not_open"),
    move(lead.fresh, "converted", "errors:status_invalid"),
    move(lead.qualified, "contacted", "errors:lead_not_open"),
    move(lead.qualified, "new", "errors:status_invalid"),
    move(lead.fresh, "", "errors:status_invalid"),
    move(randomUUID(), "lost", "errors:not_found"),
    { path: `/leads/${lead.lost}/deal`, form: deal, says: ["leads:deal.closed"] },
    { path: `/leads/${lead.won}/deal`, form: deal, says: ["leads:deal.closed"] },
  ];
}
