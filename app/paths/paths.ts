// Every address of the site. Others are not written anywhere else in the code; tests state what people see.

import type { ImportKind } from "~/domain/imports/import-run";

/** What follows a path: the search of an address ("?q=a"), or parameters. */
type Search = string | Readonly<Record<string, string>>;

function withSearch(path: string, search: Search): string {
  if (typeof search === "string") return path + search;
  const query = new URLSearchParams(search).toString();
  return query ? `${path}?${query}` : path;
}

const page =
  (path: `/${string}`) =>
  (search: Search = ""): string =>
    withSearch(path, search);

/** First parts of the addresses of the staff's screens. */
export const staffScreens = [
  "leads",
  "affiliates",
  "transactions",
  "commissions",
  "reports",
  "settings",
  "search",
  "notifications",
  "organizations",
  "import",
] as const;

/** First part of the portal's addresses, and the one below it that is open to all. */
export const PORTAL = "affiliate";
export const PORTAL_SIGN_IN = "login";

export type SettingsSection =
  | "general"
  | "members"
  | "security"
  | "webhook"
  | "api"
  | "activity"
  | "notifications"
  | "language"
  | "subscription"
  | "data";
/** What can change of the second factor, and of the account it protects. */
export type FactorChange = "passkey" | "app" | "codes" | "remove" | "password" | "email" | "name" | "delete";
/** Dialogs above the screen of their list, whose search they keep. */
export type LeadDialog = "deal" | "edit" | "erase" | "lose";
export type AffiliateDialog = "delete" | "edit" | "erase" | "invitation" | "terms";
type PaymentDialog = "receipt" | "reverse";
type Payment = { kind: string; id: string };

/** The lists that can be exported, with the folders of their files. */
const exportFolders = {
  leads: "/leads",
  deals: "/leads/deals",
  affiliates: "/affiliates",
  transactions: "/transactions",
  commissions: "/commissions",
};
export type ExportName = keyof typeof exportFolders;
export const exportNames = Object.keys(exportFolders) as ExportName[];

const payment = (list: string) => (of: Payment, dialog: PaymentDialog, search: Search) =>
  withSearch(`/${list}/${of.kind}/${of.id}/${dialog}`, search);

const lead = (id: string, search: Search = "") => withSearch(`/leads/${id}`, search);

export const paths = {
  home: page("/"),
  /** A page of an organization, for a person who may have another one open (outgoing.ts). */
  inOrganization: (orgId: string, path: string) => `/in/${orgId}${path}`,
  pricing: page("/pricing"),
  subscriptionSuccess: page("/subscription-success"),
  legal: (name: string, search: Search = "") => withSearch(`/legal/${name}`, search),
  robots: page("/robots.txt"),
  sitemap: page("/sitemap.xml"),
  onboarding: page("/onboarding"),
  language: page("/language"),
  theme: page("/theme"),

  signIn: page("/auth"),
  /** Signs in with a passkey alone. */
  passkeySignIn: page("/auth/passkey"),
  /** Answers scripts with what a browser needs to ask for a passkey. */
  passkeyRequest: page("/auth/passkey-request"),
  /** Asks for the second factor after the password or a link. */
  factor: page("/auth/code"),
  signUp: () => "/auth?tab=signup",
  forgot: page("/auth/forgot"),
  /** Says what to look for in the mailbox: the link of a sign-up, or of a new password. */
  checkMail: (what: "confirm" | "reset") => withSearch("/auth/check-mail", { for: what }),
  sendAgain: page("/auth/send-again"),
  signOut: page("/auth/sign-out"),
  /** Where a mail can be switched off; without its token, what all of them begin with. */
  unsubscribe: (token = "", search: Search = "") => withSearch(`/unsubscribe/${token}`, search),
  /** A one-time link; without its secret, what all of them begin with. */
  link: (secret = "") => `/link/${secret}`,
  /** Behind the link of an invitation to work for an organisation. */
  join: (secret: string) => `/link/${secret}/join`,
  mailbox: page("/dev/mailbox"),
  /** What the REST API does. */
  apiReference: page("/docs/api"),
  /** Where Stripe posts its events. */
  stripeEvents: () => "/webhooks/stripe",
  /** Pages of the stand-in for Stripe. */
  simulatedCheckout: (id: string, search: Search = "") => withSearch(`/dev/stripe/checkout/${id}`, search),
  simulatedPortal: (id: string) => `/dev/stripe/portal/${id}`,
  mailTemplates: page("/dev/mailbox/templates"),

  leads: page("/leads"),
  newLead: page("/leads/new"),
  /** Dialogs for several leads, whose ids are in the address. */
  loseLeads: page("/leads/lose"),
  giveLeads: page("/leads/give"),
  undoLeads: page("/leads/undo"),
  lead,
  leadDialog: (id: string, dialog: LeadDialog, search: Search = "") => withSearch(`/leads/${id}/${dialog}`, search),
  /** The lead a deal was won from, above the deals. */
  wonLead: (id: string) => lead(id, { tab: "deals" }),
  /** A deal; without its id, what the addresses of all deals begin with. */
  deal: (id = "", search: Search = "") => withSearch(`/leads/deals/${id}`, search),
  dealDialog: (id: string, dialog: "edit" | "reverse" | "end", search: Search = "") =>
    withSearch(`/leads/deals/${id}/${dialog}`, search),

  affiliates: page("/affiliates"),
  newAffiliate: page("/affiliates/new"),
  /** Invites everybody who has not been invited, or whose link has ended. */
  inviteAffiliates: page("/affiliates/invite"),
  /** The page of an affiliate: where their name leads to, wherever it stands. */
  affiliate: (id: string, search: Search = "") => withSearch(`/affiliates/${id}`, search),
  /** Shows the portal as this affiliate sees it. */
  viewPortal: (id: string) => `/affiliates/${id}/view`,
  endView: page("/affiliates/end-view"),
  /** Above the list, unless its search says that it is above the page (affiliate-view.ts). */
  affiliateDialog: (id: string, dialog: AffiliateDialog, search: Search = "") =>
    withSearch(`/affiliates/${id}/${dialog}`, search),

  /** Gives somebody more time to undo what they have just done. */
  extendUndo: page("/undo/more-time"),
  commissions: page("/commissions"),
  payAll: page("/commissions/pay"),
  /** What generating would do, and what it did. */
  generationRuns: page("/commissions/runs"),
  undoPayment: page("/commissions/undo"),
  commissionDialog: payment("commissions"),
  /** Everything that was paid or is to be paid for a deal. */
  paymentsOf: (dealId: string) => withSearch("/commissions", { tab: "all", deal: dealId }),
  reports: page("/reports"),
  transactions: page("/transactions"),
  transactionDialog: payment("transactions"),

  /** A list as a file; its search is that of the list. */
  export: (list: ExportName, search: Search = "") => withSearch(`${exportFolders[list]}/export.csv`, search),

  /** Tells open pages what has changed. */
  live: (door: "staff" | "portal", search: Search = "") =>
    withSearch(door === "staff" ? "/live" : "/live/portal", search),

  /** Where a file with leads or affiliates is given, */
  import: (kind: ImportKind) => `/import/${kind}`,
  /** and what becomes of it; */
  importRun: (kind: ImportKind, id: string, search: Search = "") => withSearch(`/import/${kind}/${id}`, search),
  /** the same of all its rows as a file. */
  importReport: (kind: ImportKind, id: string, search: Search = "") =>
    withSearch(`/import/${kind}/${id}/report.csv`, search),

  search: page("/search"),
  notifications: page("/notifications"),
  settings: (section?: SettingsSection, search: Search = "") =>
    withSearch(section ? `/settings/${section}` : "/settings", search),

  /** Changes where replies of affiliates go. */
  replyTo: page("/settings/general/replies"),
  newApiKey: page("/settings/api/new"),
  revokeApiKey: (id: string) => `/settings/api/${id}/revoke`,

  /** Where an owner shows that it is them before they download the organisation's archive, */
  archive: page("/settings/data/archive"),
  /** and the archive. */
  archiveZip: () => "/settings/archive.zip",
  /** What is kept of the account of a person of the staff. */
  accountFile: () => "/settings/account.json",

  /** Changes the secret of the webhook, or makes it. */
  webhookSecret: page("/settings/webhook/secret"),
  /** What was sent to the webhook, */
  deliveries: page("/settings/webhook/deliveries"),
  /** one of it, */
  delivery: (id: string, search: Search = "") => withSearch(`/settings/webhook/deliveries/${id}`, search),
  /** and sending several again. */
  sendDeliveries: page("/settings/webhook/deliveries/send"),

  /** Where the second factor of the person signed in is set up; */
  setUpFactor: page("/second-factor"),
  /** where they show once more that it is them, before something that hands out power or data; */
  prove: page("/second-factor/prove"),
  /** and where one thing of it changes. */
  changeFactor: (what: FactorChange, search: Search = "") => withSearch(`/second-factor/${what}`, search),
  inviteMember: page("/settings/members/invite"),
  handOver: page("/settings/members/hand-over"),
  member: (id: string, dialog: "role" | "remove" | "erase") => `/settings/members/${id}/${dialog}`,
  /** The organisations a person works for. */
  organizations: page("/organizations"),

  affiliateSignIn: page("/affiliate/login"),
  /** Ends the access to a portal. */
  leavePortal: page("/affiliate/settings/leave"),
  dashboard: page("/affiliate/dashboard"),
  ownLeads: page("/affiliate/leads"),
  newOwnLead: page("/affiliate/leads/new"),
  ownLead: (id: string, search: Search = "") => withSearch(`/affiliate/leads/${id}`, search),
  /** A deal in the portal; without its id, what the addresses of all of them begin with. */
  ownDeal: (id = "", search: Search = "") => withSearch(`/affiliate/leads/deals/${id}`, search),
  ownEarnings: page("/affiliate/earnings"),
  /** A deal over the earnings. */
  ownEarningsDeal: (id: string, search: Search = "") => withSearch(`/affiliate/earnings/deals/${id}`, search),
  ownEarningsCsv: page("/affiliate/earnings.csv"),
  /** The earnings on one page, to print. */
  ownStatement: page("/affiliate/earnings/statement"),
  ownTerms: page("/affiliate/terms"),
  switchPortal: page("/affiliate/switch"),
  ownSettings: page("/affiliate/settings"),
  /** What is kept of an affiliate. */
  ownData: () => "/affiliate/data.zip",
  contactData: (leadId: string) => `/leads/${leadId}/contact.zip`,
  /** What the buttons of their sessions are sent to. */
  ownSessions: page("/affiliate/settings/sessions"),
  ownNotifications: page("/affiliate/notifications"),
};

/** The pages that search engines are to know, in every language. */
export const indexedPages = [paths.home(), paths.pricing()];
