import { randomUUID } from "node:crypto";
import type { Rule } from "./rule";
import type { RulesWorld } from "./world";

/** Rules of receipts, and of paying what is paid. */
export function receiptRules(world: RulesWorld): Rule[] {
  const { deal, payment } = world.own;
  const receipt = (path: string): Rule[] => [
    { path, form: { receipt_url: "" }, says: ["errors:receipt_required"] },
    { path, form: { receipt_url: " \n " }, says: ["errors:receipt_required"] },
    { path, form: {}, says: ["errors:receipt_required"] },
    { path, form: { receipt_url: "javascript:alert(1)" }, says: ["errors:receipt_url_invalid"] },
    { path, form: { receipt_url: " JavaScript:alert(1)" }, says: ["errors:receipt_url_invalid"] },
    { path, form: { receipt_url: "data:text/html,x" }, says: ["errors:receipt_url_invalid"] },
    { path, form: { receipt_url: "ftp://receipts.example/1" }, says: ["errors:receipt_url_invalid"] },
    { path, form: { receipt_url: "receipt 1" }, says: ["errors:receipt_url_host"] },
  ];
  const pay = (deal_id: string, says: string): Rule => ({
    path: "/leads?tab=deals",
    form: { intent: "mark-paid", deal_id },
    says: [says],
    toast: true,
  });
  return [
    ...receipt(`/transactions/deal/${deal.paid}/receipt`),
    ...receipt(`/transactions/payment/${payment.paid}/receipt`),
    ...receipt(`/commissions/payment/${payment.paid}/receipt`),
    pay(deal.paid, "commissions:toasts.paid_before"),
    pay(deal.monthly, "errors:deal_not_one_time"),
    pay(randomUUID(), "errors:not_found"),
    pay("all", "errors:not_found"),
  ];
}

/** Paths of receipts for what is not paid yet, so that it is no transaction. */
export function receiptsOfUnpaid({ own: { deal, payment } }: RulesWorld): string[] {
  return [
    `/transactions/deal/${deal.open}/receipt`,
    `/transactions/payment/${payment.due}/receipt`,
    `/commissions/payment/${payment.planned}/receipt`,
  ];
}

/** Rules of marking monthly payments paid. */
export function paymentRules(world: RulesWorld): Rule[] {
  const { payment } = world.own;
  const path = "/commissions?tab=due";
  const one = (id: string, says: string): Rule => ({
    path,
    form: { intent: "mark-paid", kind: "payment", id },
    says: [says],
    toast: true,
  });
  return [
    one(payment.planned, "errors:payment_not_due"),
    one(payment.paid, "commissions:toasts.paid_before"),
    one(randomUUID(), "errors:not_found"),
    one("first", "errors:not_found"),
    { path, form: { intent: "pay" }, says: ["errors:payments_required"] },
    { path, form: { intent: "pay", payment_id: payment.planned }, says: ["errors:payment_not_due"] },
    {
      path,
      form: { intent: "pay", payment_id: payment.paid },
      says: ["commissions:toasts.paid_before"],
      toast: true,
    },
    {
      path,
      form: { intent: "pay", payment_id: payment.due, receipt_url: "javascript:alert(1)" },
      says: ["errors:receipt_url_invalid"],
    },
  ];
}

/** Payments that are not marked paid together with a due one, and the key of what the page says then. */
export function notPaidTogether({ own, foreign }: RulesWorld): [paymentId: string, says: string][] {
  return [
    [own.payment.planned, "errors:payments_not_due"],
    [randomUUID(), "errors:payments_not_found"],
    [foreign.payment.due, "errors:payments_not_found"],
  ];
}

/** Pages with lists, and the addresses that the names on them link to. */
export function listedNames(world: RulesWorld): [path: string, addresses: string[]][] {
  const { affiliate, deal, lead } = world.own;
  const toAffiliate = `/affiliates/${affiliate}`;
  const won = `/leads/${lead.won}?tab=deals`;
  return [
    ["/leads", [`/leads/${lead.fresh}`, toAffiliate]],
    ["/leads?tab=deals", [won, `/leads/deals/${deal.paid}?tab=deals`, toAffiliate]],
    ["/leads?tab=archive", [`/leads/${lead.lost}?tab=archive`, toAffiliate]],
    [`/leads/deals/${deal.paid}`, [`/leads/${lead.won}`, toAffiliate]],
    [`/leads/${lead.won}`, [`/leads/deals/${deal.paid}`, toAffiliate]],
    ["/commissions?tab=all", [`/leads/deals/${deal.monthly}`, toAffiliate]],
    ["/transactions", [won, `/leads/deals/${deal.paid}`, `/leads/deals/${deal.monthly}`, toAffiliate]],
    ["/affiliates", [toAffiliate]],
    ["/search?q=gewonnen", [won, `/leads/deals/${deal.paid}`]],
    ["/search?q=partner", [toAffiliate]],
  ];
}
