// The pages whose speed must not depend on the size of the organisation.

/**
 * `:affiliate` in a path is the affiliate with 30 % of everything. `onward`: the page after it, by its own link. `shows`: a
 * text without which the page is not what its name says.
 * @typedef {{ name: string, path: string, as?: "staff" | "affiliate", onward?: boolean, shows?: string }} ListPage
 */

const rare = "zwiebelturm";
const common = "gmbh";

/** @type {ListPage[]} */
export const listPages = [
  { name: "leads", path: "/leads" },
  { name: "leads, new", path: "/leads?status=new" },
  { name: "leads, new, next page", path: "/leads?status=new", onward: true },
  { name: "leads, without affiliate", path: "/leads?affiliate=none" },
  { name: "leads, of an affiliate", path: "/leads?affiliate=:affiliate" },
  { name: "leads, new, of an affiliate", path: "/leads?status=new&affiliate=:affiliate" },
  { name: "leads, rare word", path: `/leads?q=${rare}`, shows: "Zwiebelturm" },
  { name: "leads, common word", path: `/leads?q=${common}` },
  { name: "leads, two words", path: "/leads?q=m%C3%BCller+gmbh" },
  { name: "leads, two letters", path: "/leads?q=ag" },
  { name: "leads, two rare letters", path: "/leads?q=qz" },
  { name: "leads, no match", path: "/leads?q=xqzwyk" },
  { name: "deals", path: "/leads?tab=deals" },
  { name: "deals, next page", path: "/leads?tab=deals", onward: true },
  { name: "deals, by amount", path: "/leads?tab=deals&sort=amount" },
  { name: "deals, by amount, highest first", path: "/leads?tab=deals&sort=-amount" },
  { name: "deals, of an affiliate", path: "/leads?tab=deals&affiliate=:affiliate" },
  { name: "deals, rare word", path: `/leads?tab=deals&q=${rare}`, shows: "Zwiebelturm" },
  { name: "deals, common word", path: `/leads?tab=deals&q=${common}` },
  { name: "archive", path: "/leads?tab=archive" },
  { name: "archive, next page", path: "/leads?tab=archive", onward: true },
  { name: "archive, of an affiliate", path: "/leads?tab=archive&affiliate=:affiliate" },
  { name: "archive, rare word", path: `/leads?tab=archive&q=${rare}`, shows: "Zwiebelturm" },
  { name: "affiliates", path: "/affiliates" },
  { name: "affiliates, active", path: "/affiliates?status=active" },
  { name: "affiliates, by name", path: "/affiliates?sort=name" },
  { name: "affiliates, searched", path: "/affiliates?q=weiss" },
  { name: "affiliate, terms", path: "/affiliates/:affiliate/terms" },
  { name: "affiliate, deletion", path: "/affiliates/:affiliate/delete" },
  { name: "transactions", path: "/transactions" },
  { name: "transactions, next page", path: "/transactions", onward: true },
  { name: "transactions, earliest first", path: "/transactions?sort=payment_date" },
  { name: "transactions, with receipt", path: "/transactions?tab=with" },
  { name: "transactions, without receipt", path: "/transactions?tab=without" },
  { name: "transactions, one-off", path: "/transactions?kind=deal" },
  { name: "transactions, monthly", path: "/transactions?kind=payment" },
  { name: "transactions, monthly, without receipt", path: "/transactions?kind=payment&tab=without" },
  { name: "transactions, of an affiliate", path: "/transactions?affiliate=:affiliate" },
  { name: "commissions, due", path: "/commissions" },
  { name: "commissions, due, of an affiliate", path: "/commissions?affiliate=:affiliate" },
  { name: "commissions, due, next page", path: "/commissions", onward: true },
  { name: "commissions, planned", path: "/commissions?tab=planned" },
  { name: "commissions, paid", path: "/commissions?tab=paid" },
  { name: "commissions, paid, by month", path: "/commissions?tab=paid&sort=-period" },
  { name: "commissions, paid, next page", path: "/commissions?tab=paid", onward: true },
  { name: "commissions, all", path: "/commissions?tab=all" },
  { name: "commissions, all, of an affiliate", path: "/commissions?tab=all&affiliate=:affiliate" },
  { name: "commissions, paid, of an affiliate", path: "/commissions?tab=paid&affiliate=:affiliate" },
  { name: "search, rare word", path: `/search?q=${rare}`, shows: "Zwiebelturm" },
  { name: "search, common word", path: `/search?q=${common}` },
  { name: "search, two letters", path: "/search?q=ag" },
  { name: "settings", path: "/settings/general" },
  { name: "portal, dashboard", path: "/affiliate/dashboard", as: "affiliate" },
  { name: "portal, leads", path: "/affiliate/leads", as: "affiliate" },
  { name: "portal, leads, next page", path: "/affiliate/leads", as: "affiliate", onward: true },
  { name: "portal, deals", path: "/affiliate/leads?tab=deals", as: "affiliate" },
  { name: "portal, deals, next page", path: "/affiliate/leads?tab=deals", as: "affiliate", onward: true },
  { name: "portal, terms", path: "/affiliate/terms", as: "affiliate" },
];
