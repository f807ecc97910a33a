import type { Design } from "./route-design";

const staff = { area: "staff", get: 200 } as const;

/** The account of a user, and an organization that an owner closes. */
export const accountRoutes: Record<string, Design> = {
  "_app.settings.account": { ...staff, post: 400 },
  // Addresses from before there was one page.
  "_app.settings.security": { area: "staff", get: "/settings/account#security" },
  "_app.settings.language": { area: "staff", get: "/settings/account#language" },
  "_app.settings.data.delete": { ...staff, ownersOnly: true, post: 422, form: { name: "X" } },
  // The organizations of this test are open.
  "_site.closed": { area: "staff", get: "/leads", post: 400 },
  "_site.affiliate.closed": { area: "portal", get: "/affiliate/dashboard" },
};

/** Dialogs for several leads. */
export const leadsRoutes: Record<string, Design> = {
  "_app.leads.lose": { ...staff, post: 422 },
  "_app.leads.give": { ...staff, post: 422 },
  "_app.leads.assign": { ...staff, post: 422 },
  "_app.leads.step": { ...staff, post: 422 },
  "_app.leads.delete": { ...staff, post: 422 },
};

const lists = ["leads", "leads_.deals", "affiliates", "transactions", "commissions", "reports", "reports_.forecast"];

/** The files of lists. */
export const exportRoutes: Record<string, Design> = Object.fromEntries(
  lists.map((list) => [`${list}_.export[.]csv`, staff]),
);
