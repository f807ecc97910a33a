// All URLs of the site. The code must not write them elsewhere; tests state what users see.

import type { DocumentFormat } from "~/domain/documents/document";
import type { ImportKind } from "~/domain/imports/import-run";
import { exportFolders, type ExportName } from "./export-names";

/** The query of a path: a query string ("?q=a") or parameters. */
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

/** First path parts of the staff screens. */
export const staffScreens = [
  "leads",
  "affiliates",
  "transactions",
  "commissions",
  "payouts",
  "reports",
  "settings",
  "search",
  "notifications",
  "organizations",
  "import",
] as const;

/** First path part of the portal, and the public one below it. */
export const PORTAL = "affiliate";
export const PORTAL_SIGN_IN = "login";

export type SettingsSection =
  | "account"
  | "general"
  | "members"
  | "payouts"
  | "fields"
  | "webhook"
  | "api"
  | "activity"
  | "notifications"
  | "subscription"
  | "data";
/** Kinds of changes to the second factor and to the account it protects. */
export type FactorChange = "passkey" | "app" | "codes" | "remove" | "password" | "email" | "name" | "delete";
/** Dialogs above the list's screen, whose query they keep. */
export type LeadDialog = "delete" | "deal" | "edit" | "erase" | "lose" | "merge";
export type AffiliateDialog = "delete" | "edit" | "erase" | "invitation" | "merge" | "payout" | "terms";
type PaymentDialog = "receipt" | "reverse" | "customer";
type Payment = { kind: string; id: string };

const payment = (list: string) => (of: Payment, dialog: PaymentDialog, search: Search) =>
  withSearch(`/${list}/${of.kind}/${of.id}/${dialog}`, search);

const lead = (id: string, search: Search = "") => withSearch(`/leads/${id}`, search);

export const paths = {
  home: page("/"),
  /** A page of an organization, for users who may have another one open (outgoing.ts). */
  inOrganization: (orgId: string, path: string) => `/in/${orgId}${path}`,
  pricing: page("/pricing"),
  /** The handbook. `at` is the path of a screen, to which it has an article. */
  help: page("/help"),
  subscriptionSuccess: page("/subscription-success"),
  legal: (name: string, search: Search = "") => withSearch(`/legal/${name}`, search),
  robots: page("/robots.txt"),
  sitemap: page("/sitemap.xml"),
  onboarding: page("/onboarding"),
  language: page("/language"),
  theme: page("/theme"),
  appearance: page("/appearance"),
  views: page("/views"),
  undoView: page("/views/undo"),
  /** The address of a saved view, which opens its list. */
  view: (id: string) => `/views/${id}`,

  signIn: page("/auth"),
  /** Signs in with only a passkey. */
  passkeySignIn: page("/auth/passkey"),
  /** Returns passkey request options for scripts. */
  passkeyRequest: page("/auth/passkey-request"),
  /** Requests the second factor after the password or a link. */
  factor: page("/auth/code"),
  signUp: () => "/auth?tab=signup",
  forgot: page("/auth/forgot"),
  /** Says which email to look for: the link of a sign-up or of a new password. */
  checkMail: (what: "confirm" | "reset") => withSearch("/auth/check-mail", { for: what }),
  resendConfirmation: page("/auth/send-again"),
  signOut: page("/auth/sign-out"),
  /** Unsubscribes from a kind of email; without a token, the prefix of all such paths. */
  unsubscribe: (token = "", search: Search = "") => withSearch(`/unsubscribe/${token}`, search),
  /** A one-time link; without a secret, the prefix of all such paths. */
  link: (secret = "") => `/link/${secret}`,
  /** The form after the link of a member invitation. */
  join: (secret: string) => `/link/${secret}/join`,
  mailbox: page("/dev/mailbox"),
  /** Reference of the REST API. */
  apiReference: page("/docs/api"),
  /** Receives Stripe's events. */
  stripeEvents: () => "/webhooks/stripe",
  /** Pages of the Stripe simulator. */
  simulatedCheckout: (id: string, search: Search = "") => withSearch(`/dev/stripe/checkout/${id}`, search),
  simulatedPortal: (id: string) => `/dev/stripe/portal/${id}`,
  mailTemplates: page("/dev/mailbox/templates"),

  leads: page("/leads"),
  newLead: page("/leads/new"),
  /** Dialogs for several leads, whose ids are in the URL. */
  dialogOfLeads: (dialog: "give" | "assign" | "step" | "lose" | "delete") => `/leads/${dialog}`,
  undoLeads: page("/leads/undo"),
  lead,
  leadDialog: (id: string, dialog: LeadDialog, search: Search = "") => withSearch(`/leads/${id}/${dialog}`, search),
  wonLead: (id: string) => lead(id, { tab: "deals" }),
  /** A deal; without an id, the prefix of all deals. */
  deal: (id = "", search: Search = "") => withSearch(`/leads/deals/${id}`, search),
  dealDialog: (id: string, dialog: "edit" | "reverse" | "end", search: Search = "") =>
    withSearch(`/leads/deals/${id}/${dialog}`, search),

  affiliates: page("/affiliates"),
  newAffiliate: page("/affiliates/new"),
  inviteAffiliates: page("/affiliates/invite"),
  termsOfSeveral: page("/affiliates/terms"),
  undoStatuses: page("/affiliates/undo"),
  undoTerms: page("/affiliates/undo-terms"),
  /** The page of an affiliate, the target of their name in all screens. */
  affiliate: (id: string, search: Search = "") => withSearch(`/affiliates/${id}`, search),
  /** Views the portal as this affiliate. */
  viewPortal: (id: string) => `/affiliates/${id}/view`,
  endView: page("/affiliates/end-view"),
  /** A dialog above the list, unless the query says that it is above the page (affiliate-view.ts). */
  affiliateDialog: (id: string, dialog: AffiliateDialog, search: Search = "") =>
    withSearch(`/affiliates/${id}/${dialog}`, search),

  extendUndo: page("/undo/more-time"),
  commissions: page("/commissions"),
  payAll: page("/commissions/pay"),
  /** Previews and results of generation runs. */
  generationRuns: page("/commissions/runs"),
  undoPayment: page("/commissions/undo"),
  undoCustomerPayments: page("/commissions/undo-customer"),
  commissionDialog: payment("commissions"),
  /** All payments of a deal. */
  paymentsOf: (dealId: string) => withSearch("/commissions", { tab: "all", deal: dealId }),
  payouts: page("/payouts"),
  /** Pays affiliates what is due in one currency: `who=all`, or those with the given `affiliate_id`. */
  payOwed: page("/payouts/pay"),
  payoutRuns: page("/payouts/runs"),
  newPayoutRun: page("/payouts/runs/new"),
  payoutRun: (id: string) => `/payouts/runs/${id}`,
  payoutRunDialog: (id: string, dialog: "approve" | "pay" | "void" | "wise", search: Search = "") =>
    withSearch(`/payouts/runs/${id}/${dialog}`, search),
  /** Downloads with account numbers, as forms: a stored bank file, and the open payouts in other formats. */
  loadBankFile: (runId: string) => `/payouts/runs/${runId}/bank-file`,
  loadPayouts: (runId: string) => `/payouts/runs/${runId}/list`,
  /** The statement of a payout, for staff. */
  statement: (payoutId: string) => `/payouts/statements/${payoutId}`,
  /** A payout as a code for a banking app. */
  paymentCode: (runId: string, payoutId: string) => `/payouts/runs/${runId}/code/${payoutId}`,
  /** Checks the invoice that a payout waits for. */
  payoutInvoice: (runId: string, payoutId: string) => `/payouts/runs/${runId}/invoice/${payoutId}`,
  /** Records that the bank has returned a payout. */
  returnPayout: (runId: string, payoutId: string) => `/payouts/runs/${runId}/return/${payoutId}`,
  /** Asks before a payout is canceled. */
  cancelPayout: (runId: string, payoutId: string) => `/payouts/runs/${runId}/cancel/${payoutId}`,
  /** What an affiliate owes back, and what becomes of it in one currency. */
  reclaims: (affiliateId: string) => `/payouts/reclaims/${affiliateId}`,
  enterRepayment: (affiliateId: string, currency: string) =>
    withSearch(`/payouts/reclaims/${affiliateId}/repayment`, { currency }),
  waiveReclaim: (affiliateId: string, currency: string) =>
    withSearch(`/payouts/reclaims/${affiliateId}/waive`, { currency }),
  /** Downloads a file of a credit note. */
  loadDocument: (id: string) => `/payouts/documents/${id}`,
  /** The bookings of a period for the tax adviser. */
  datev: page("/payouts/datev"),
  /** Downloads them, as a form. */
  loadDatev: () => "/payouts/datev/file",
  creditors: page("/payouts/datev/creditors"),
  creditor: (affiliateId: string) => `/payouts/datev/creditors/${affiliateId}`,
  /** Gives the remaining creditors a number. */
  numberCreditors: () => "/payouts/datev/creditors/number",
  reports: page("/reports"),
  transactions: page("/transactions"),
  transactionDialog: payment("transactions"),
  /** Receipts of several transactions, which the query names (transaction-choice.ts). */
  severalReceipts: page("/transactions/receipts"),
  undoReceipts: page("/transactions/undo"),

  /** CSV export of a list, with the query of the list. */
  export: (list: ExportName, search: Search = "") => withSearch(`${exportFolders[list]}/export.csv`, search),

  /** Stream of changes for open pages. */
  live: (door: "staff" | "portal", search: Search = "") =>
    withSearch(door === "staff" ? "/live" : "/live/portal", search),

  /** Upload of a file with leads or affiliates. */
  import: (kind: ImportKind) => `/import/${kind}`,
  /** The list of what a kind of import adds or changes. */
  importedList: (kind: ImportKind): string => (kind === "customer-payments" ? "/commissions" : `/${kind}`),
  /** An import. */
  importRun: (kind: ImportKind, id: string, search: Search = "") => withSearch(`/import/${kind}/${id}`, search),
  /** CSV report of all rows of an import. */
  importReport: (kind: ImportKind, id: string, search: Search = "") =>
    withSearch(`/import/${kind}/${id}/report.csv`, search),

  /** A file, for staff who are signed in. Redirects to its signed address. */
  file: (id: string) => `/files/${id}`,
  /** A receipt of the affiliate's own payments; redirects likewise. */
  ownFile: (id: string) => `/affiliate/files/${id}`,
  /** The signed address of a file; without a key, the prefix of all such addresses. */
  fileContent: (key = "", name = "") => (key ? `/files/${key}/${encodeURIComponent(name)}` : "/files/"),

  search: page("/search"),
  notifications: page("/notifications"),
  settings: (section?: SettingsSection, search: Search = "") =>
    withSearch(section ? `/settings/${section}` : "/settings", search),

  /** Changes the reply address for affiliates. */
  replyTo: page("/settings/general/replies"),
  standardTerms: page("/settings/general/terms"),
  /** Sets the account from which the organization pays. */
  payerAccount: page("/settings/payouts/account"),
  /** Sets the numbers that the tax adviser gives. */
  datevSettings: page("/settings/payouts/datev"),
  newApiKey: page("/settings/api/new"),
  revokeApiKey: (id: string) => `/settings/api/${id}/revoke`,

  /** Re-authentication of an owner before the data archive. */
  archive: page("/settings/data/archive"),
  /** The dialog in which an owner deletes the organization. */
  closeOrganization: page("/settings/data/delete"),
  /** What members and affiliates see of an organization that an owner has closed. */
  closed: page("/closed"),
  portalClosed: page("/affiliate/closed"),
  /** The data archive as a ZIP. */
  archiveZip: () => "/settings/archive.zip",
  /** Personal account data of a member. */
  accountFile: () => "/settings/account.json",

  /** Creates or changes the webhook secret. */
  webhookSecret: page("/settings/webhook/secret"),
  deliveries: page("/settings/webhook/deliveries"),
  delivery: (id: string, search: Search = "") => withSearch(`/settings/webhook/deliveries/${id}`, search),
  sendDeliveries: page("/settings/webhook/deliveries/send"),

  /** Setup of the user's second factor. */
  setUpFactor: page("/second-factor"),
  /** Re-authentication before a sensitive action. */
  prove: page("/second-factor/prove"),
  /** One change of the second factor. */
  changeFactor: (what: FactorChange, search: Search = "") => withSearch(`/second-factor/${what}`, search),
  inviteMember: page("/settings/members/invite"),
  handOver: page("/settings/members/hand-over"),
  member: (id: string, dialog: "role" | "remove" | "erase") => `/settings/members/${id}/${dialog}`,
  /** The organizations of a member. */
  organizations: page("/organizations"),

  affiliateSignIn: page("/affiliate/login"),
  /** Ends the access to a portal. */
  leavePortal: page("/affiliate/settings/leave"),
  dashboard: page("/affiliate/dashboard"),
  ownLeads: page("/affiliate/leads"),
  newOwnLead: page("/affiliate/leads/new"),
  ownLead: (id: string, search: Search = "") => withSearch(`/affiliate/leads/${id}`, search),
  /** The affiliate's own statements. */
  ownStatements: page("/affiliate/statements"),
  ownStatementPage: (payoutId: string) => `/affiliate/statements/${payoutId}`,
  /** A file of one of the affiliate's own credit notes. */
  ownDocument: (id: string, format: DocumentFormat) => `/affiliate/documents/${id}/${format}`,
  /** A deal in the portal; without an id, the prefix of all deals. */
  ownDeal: (id = "", search: Search = "") => withSearch(`/affiliate/leads/deals/${id}`, search),
  ownEarnings: page("/affiliate/earnings"),
  /** A deal above the earnings. */
  ownEarningsDeal: (id: string, search: Search = "") => withSearch(`/affiliate/earnings/deals/${id}`, search),
  ownEarningsCsv: page("/affiliate/earnings.csv"),
  /** The earnings on one page, for printing. */
  ownStatement: page("/affiliate/earnings/statement"),
  /** How the affiliate is paid. */
  payoutDetails: page("/affiliate/payout-details"),
  /** Confirms a new account; `secret` is that of the emailed link. */
  confirmAccount: (secret: string) => `/affiliate/payout-details/confirm/${secret}`,
  ownTerms: page("/affiliate/terms"),
  switchPortal: page("/affiliate/switch"),
  ownSettings: page("/affiliate/settings"),
  /** Personal data of an affiliate. */
  ownData: () => "/affiliate/data.zip",
  contactData: (leadId: string) => `/leads/${leadId}/contact.zip`,
  /** Actions of the session buttons. */
  ownSessions: page("/affiliate/settings/sessions"),
  ownNotifications: page("/affiliate/notifications"),
};
