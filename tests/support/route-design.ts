import { accountRoutes, exportRoutes, leadsRoutes } from "./other-routes";
import { fieldRoutes, mergeRoutes, payoutRoutes } from "./payout-routes";

/** Access rules of a route and its responses. */
export interface Design {
  /** Who may use it; others are redirected. `founder`: signed-in users without an organization. */
  area: "open" | "staff" | "portal" | "founder";
  /** Response of its page: a status or a redirect, by user if it differs. */
  get?: number | string | Partial<Record<"nobody" | "owner" | "member" | "affiliate" | "other", number | string>>;
  /** Response to an empty form, by user if it differs. */
  post?: number | string | Partial<Record<"owner" | "member" | "other", number | string>>;
  /** A valid form; ":leadId" stands for the id in the path, ":today" for the current day. */
  form?: Record<string, string>;
  /** Members get the page with 403 and the reason. */
  ownersOnly?: boolean;
  /** The route has no page; opening it redirects every user. */
  isOnlyForm?: boolean;
  /** A URL that shows it, if its path is not enough. */
  at?: string;
}

const staff = { area: "staff", get: 200 } as const;
const portal = { area: "portal", get: 200 } as const;
const open = { area: "open", get: 200 } as const;

const contact = { company_name: "X", contact_person: "X", email: "x@example.com" };
const deal = { title: "X", deal_type: "one-time", amount: "10", close_date: "2026-01-15" };
const written = { lead_id: ":leadId", text: "X", submission_id: "019a0000-0000-7000-8000-000000000000" };
const receipt = { receipt_url: "https://example.com/x.pdf" };
const reversal = { reason: "Wrong account" };

const NO_ORGANIZATION = "/in/00000000-0000-4000-8000-000000000000/leads";

/** Every route with a loader or an action. */
export const design: Record<string, Design> = {
  root: { ...open, at: "/" },
  $: { area: "open", get: 404 },
  // Unknown paths below a screen.
  ...Object.fromEntries(
    [
      "leads",
      "affiliates",
      "transactions",
      "commissions",
      "payouts",
      "reports",
      "settings",
      "notifications",
      "search",
    ].map((screen) => [`_app.${screen}.$`, { area: "staff", get: 404, at: `/${screen}/no/such/page` } as const]),
  ),
  "affiliate.$": { area: "portal", get: 404, at: "/affiliate/no/such/page" },

  live: { area: "staff", get: 406 },
  "live_.portal": { area: "portal", get: 406 },
  _app: { ...staff, at: "/leads" },
  "_app.leads": { ...staff, post: 400 },
  "_app.leads.new": { ...staff, post: 422 },
  ...leadsRoutes,
  ...exportRoutes,
  "leads_.$leadId.contact[.]zip": { ...staff, ownersOnly: true },
  "leads_.undo": { area: "staff", get: "/leads", post: "/leads", isOnlyForm: true },
  "_app.leads.$leadId._index": { ...staff, post: 400, form: { intent: "move", lead_id: ":leadId", status: "lost" } },
  "_app.leads.$leadId.deal": { ...staff, post: 422, form: { ...deal, lead_id: ":leadId" } },
  "_app.leads.$leadId.edit": { ...staff, post: 422, form: contact },
  "_app.leads.$leadId.lose": staff,
  "_app.leads.$leadId.delete": { ...staff, post: 400, form: { intent: "delete" } },
  "_app.leads.$leadId.erase": { ...staff, ownersOnly: true, post: 422, form: { name: "X" } },
  "_app.leads.deals.$dealId._index": { ...staff, post: 400, form: { intent: "note", ...written } },
  "_app.leads.deals_.$dealId.edit": { ...staff, post: 422, form: deal },
  "_app.leads.deals_.$dealId.end": { ...staff, post: 422, form: { reason: "our_fault", day: ":today" } },
  "_app.leads.deals_.$dealId.reverse": { area: "staff", get: 404, post: 422, form: reversal },
  "_app.affiliates": { ...staff, post: 400 },
  "_app.affiliates.terms": { ...staff, post: 400 },
  "affiliates_.undo-terms": { area: "staff", get: "/affiliates", post: "/affiliates", isOnlyForm: true },
  "affiliates_.undo": { area: "staff", get: "/affiliates", post: "/affiliates", isOnlyForm: true },
  "_app.affiliates.new": { ...staff, post: 422 },
  "_app.affiliates.invite": { ...staff, post: "/affiliates" },
  "_app.affiliates.$affiliateId._index": staff,
  "_app.affiliates.$affiliateId.delete": { ...staff, post: 400, form: { intent: "delete" } },
  "_app.affiliates.$affiliateId.edit": {
    ...staff,
    post: 422,
    form: { name: "X", email: "x@example.com", status: "inactive" },
  },
  ...mergeRoutes,
  "_app.affiliates.$affiliateId.erase": { ...staff, ownersOnly: true, post: 422, form: { name: "X" } },
  "_app.affiliates.$affiliateId.invitation": { ...staff, post: 400, form: { intent: "send" } },
  "_app.affiliates.$affiliateId.payout": { ...staff, post: 400, form: { intent: "save", legal_name: "X" } },
  "_app.affiliates.$affiliateId.terms": {
    ...staff,
    post: 400,
    form: {
      intent: "save",
      affiliate_id: ":affiliateId",
      model: "rev_share",
      rev_share_percent: "10",
      currency: "EUR",
      cadence: "monthly",
      start_date: ":today",
    },
  },
  "affiliates_.$affiliateId.view": {
    area: "staff",
    get: "/affiliates",
    post: "/affiliate/dashboard",
    isOnlyForm: true,
  },
  "affiliates_.end-view": { area: "staff", get: "/affiliates", post: "/affiliates", isOnlyForm: true },
  "_app.transactions": staff,
  "_app.transactions.receipts": { ...staff, post: 400 },
  "transactions_.undo": { area: "staff", get: "/transactions", post: "/transactions", isOnlyForm: true },
  "_app.transactions.$kind.$id.receipt": { area: "staff", get: 404, post: 422, form: receipt },
  "_app.transactions.$kind.$id.reverse": { area: "staff", get: 404, post: 422, form: reversal },
  "_app.commissions": { ...staff, post: 400 },
  "_app.commissions.pay": { ...staff, post: 422 },
  "_app.commissions.runs": staff,
  ...payoutRoutes,
  ...accountRoutes,
  ...fieldRoutes,
  "_app.commissions.$kind.$id.receipt": { area: "staff", get: 404, post: 422, form: receipt },
  "_app.commissions.$kind.$id.reverse": { area: "staff", get: 404, post: 422, form: reversal },
  "_app.commissions.$kind.$id.customer": { ...staff, post: 400, form: { intent: "record", paid_on: "2026-01-01" } },
  "commissions_.undo-customer": { area: "staff", get: "/commissions", post: "/commissions", isOnlyForm: true },
  "commissions_.undo": { area: "staff", get: "/commissions", post: "/commissions", isOnlyForm: true },
  "undo.more-time": { area: "staff", get: "/leads", post: "/leads", isOnlyForm: true },
  "_app.import.$kind": { ...staff, post: 422, at: "/import/leads" },
  "_app.import.$kind_.$importId": {
    area: "staff",
    get: 404,
    post: 400,
    at: "/import/leads/00000000-0000-4000-8000-000000000000",
    form: { intent: "cancel" },
  },
  "import.$kind.$importId.report[.]csv": {
    area: "staff",
    get: 404,
    at: "/import/leads/00000000-0000-4000-8000-000000000000/report.csv",
  },
  "files.$fileId": { area: "staff", get: 404, at: "/files/00000000-0000-4000-8000-000000000000" },
  "affiliate.files.$fileId": {
    area: "portal",
    get: 404,
    at: "/affiliate/files/00000000-0000-4000-8000-000000000000",
  },
  "_app.search": staff,
  "_app.reports": staff,
  "_app.notifications": { ...staff, post: 400 },
  "_app.organizations": { ...staff, post: 400 },
  "_app.settings": staff,
  "_app.settings._index": { area: "staff", get: "/settings/general" },
  "_app.settings.api": staff,
  "_app.settings.api.new": {
    ...staff,
    ownersOnly: true,
    post: 422,
    form: { name: "X", access: "read", lifetime: "never" },
  },
  "_app.settings.api.$keyId.revoke": { ...staff, ownersOnly: true, post: 400, form: { intent: "revoke" } },
  "_app.settings.activity": staff,
  "_app.settings.data": staff,
  "_app.settings.data.archive": {
    ...staff,
    ownersOnly: true,
    post: { owner: "/settings/data", other: "/settings/data", member: 403 },
  },
  // Users without a recent re-authentication are redirected to it; users who just signed in are not.
  "settings_.account[.]json": staff,
  "settings_.archive[.]zip": {
    area: "staff",
    get: { owner: 200, other: 200, member: "/settings/data/archive" },
  },
  "_app.settings.general": { ...staff, post: 400 },
  "_app.settings.payouts": { ...staff, post: 400 },
  "_app.settings.payouts.account": { ...staff, ownersOnly: true, post: 422 },
  "_app.settings.general.terms": { ...staff, post: 400 },
  "_app.settings.general.replies": { ...staff, ownersOnly: true, post: 400 },
  "_app.settings.members": { ...staff, post: 400 },
  "_app.settings.members.invite": { ...staff, ownersOnly: true, post: 422 },
  "_app.settings.members.hand-over": { ...staff, ownersOnly: true, post: 422 },
  "_app.settings.members.$userId.role": { ...staff, ownersOnly: true, post: 422, form: { role: "owner" } },
  // The only owner of each organization.
  "_app.settings.members.$userId.remove": {
    ...staff,
    ownersOnly: true,
    post: { owner: 409, other: 409, member: 403 },
  },
  "_app.settings.members.$userId.erase": { ...staff, ownersOnly: true, post: 422, form: { name: "X" } },
  "_app.settings.notifications": { ...staff, post: "/settings/notifications" },
  "_app.settings.subscription": { ...staff, post: 400 },
  "_app.settings.webhook": { ...staff, post: 400 },
  "_app.settings.webhook.secret": { ...staff, post: 200 },
  "_app.settings.webhook_.deliveries": staff,
  "_app.settings.webhook_.deliveries.$deliveryId": { ...staff, post: 400, form: { intent: "send" } },
  "_app.settings.webhook_.deliveries.send": { ...staff, post: 422 },

  affiliate: { ...portal, at: "/affiliate/leads" },
  "affiliate._index": { area: "open", get: "/affiliate/dashboard" },
  "affiliate.dashboard": portal,
  "affiliate.earnings": portal,
  "affiliate.earnings.deals.$dealId": { ...portal, post: 400, form: { intent: "message", ...written } },
  "affiliate.earnings[.]csv": portal,
  "affiliate.data[.]zip": portal,
  "affiliate.earnings_.statement": portal,
  "affiliate.switch": { area: "portal", get: "/affiliate/dashboard", post: "/affiliate/dashboard", isOnlyForm: true },
  "affiliate.leads": portal,
  "affiliate.leads.$leadId": { ...portal, post: 400, form: { intent: "message", ...written } },
  "affiliate.leads.deals.$dealId": { ...portal, post: 400, form: { intent: "message", ...written } },
  "affiliate.leads.new": { ...portal, post: 422 },
  "affiliate.notifications": { ...portal, post: 400 },
  "affiliate.settings": { ...portal, post: "/affiliate/settings" },
  "affiliate.settings_.leave": { ...portal, post: 422 },
  "affiliate.settings_.sessions": {
    area: "portal",
    get: "/affiliate/settings",
    post: 400,
    isOnlyForm: true,
    form: { intent: "end", session: "none" },
  },
  "affiliate.terms": portal,
  "affiliate.payout-details": { ...portal, post: 400, form: { intent: "save", legal_name: "X" } },
  "affiliate.payout-details_.confirm.$token": {
    area: "portal",
    get: 410,
    at: "/affiliate/payout-details/confirm/unknown",
    post: "/affiliate/payout-details",
  },

  _site: { ...open, at: "/pricing" },
  "_site._index": open,
  "_site.pricing": open,
  "_site.subscription-success": open,
  "_site.legal.$page": { area: "open", get: 404 },
  "_site.docs.api": open,
  "_site.help.($article)": { ...open, at: "/help/terms" },
  "robots[.]txt": open,
  "sitemap[.]xml": open,
  "_site.auth": {
    area: "open",
    get: { owner: "/leads", member: "/leads", other: "/leads", affiliate: "/affiliate/dashboard" },
    post: 422,
  },
  "_site.auth_.check-mail": open,
  "_site.auth_.passkey": {
    area: "open",
    get: {
      nobody: 200,
      owner: "/leads",
      member: "/leads",
      other: "/leads",
      affiliate: "/affiliate/dashboard",
    },
    post: 422,
  },
  "auth.passkey-request": { area: "open", get: "/auth", post: 401 },
  "_site.auth_.code": { area: "open", get: "/auth", post: 422 },
  "_site.auth_.forgot": { ...open, post: 422 },
  "_site.second-factor._index": { area: "staff", get: "/settings/account" },
  "_site.second-factor.app": { ...staff, post: 400 },
  "_site.second-factor.passkey": { ...staff, post: 400 },
  "_site.second-factor.codes": { area: "staff", get: "/settings/account", post: 409 },
  // Users who just signed in need no re-authentication.
  "_site.second-factor.email": { ...staff, post: 422 },
  "_site.second-factor.delete": { ...staff, post: 422 },
  "_site.second-factor.name": { ...staff, post: 422 },
  "_site.second-factor.password": { ...staff, post: 422 },
  "_site.second-factor.prove": {
    area: "staff",
    get: "/settings/account",
    post: "/settings/account",
  },
  "_site.second-factor.remove": { area: "staff", get: "/settings/account", post: 404 },
  "_site.affiliate.login": { area: "open", get: { affiliate: "/affiliate/dashboard" }, post: 422 },
  "_site.link.$token": { area: "open", get: 404, post: 404 },
  "_site.link_.$token.join": { area: "open", get: 404, post: 404 },
  "_site.unsubscribe.$token": { area: "open", get: 404, post: 404 },
  "_site.in.$orgId.$": {
    area: "open",
    get: {
      nobody: `/auth?${new URLSearchParams({ redirectTo: NO_ORGANIZATION })}`,
      owner: 404,
      member: 404,
      other: 404,
      affiliate: 404,
    },
    at: NO_ORGANIZATION,
  },
  "_site.onboarding": { area: "founder", get: 200, post: 422 },
  "auth.send-again": { area: "open", get: "/auth", post: "/auth/check-mail?for=confirm" },
  "auth.sign-out": { area: "open", get: "/", post: "/auth" },
  language: { area: "open", get: "/", post: "/" },
  ...Object.fromEntries(["theme", "appearance"].map((name) => [name, { area: "open", get: "/", post: "/" } as const])),
  "dev.mailbox": open,
  "dev.mailbox_.templates": open,
  "dev.stripe.checkout.$id": { area: "open", get: 404, post: 400, form: { intent: "decline" } },
  "dev.stripe.portal.$id": { area: "open", get: 404, post: 400, form: { intent: "cancel" } },
};
