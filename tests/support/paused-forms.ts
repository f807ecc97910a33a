import type { ActionFunctionArgs } from "@remix-run/node";
import { listForms, refused, type PausedForm } from "./paused-list-forms";

const looking = (fields: Record<string, string> = {}): PausedForm => ({ outcome: "looking", fields });
const none: PausedForm = { outcome: "no_organization" };

const contact = { company_name: "X", contact_person: "X", email: "x@example.com" };
const deal = { title: "X", deal_type: "one-time", amount: "10", close_date: "2026-01-15" };
const receipt = refused({ receipt_url: "https://example.com/x.pdf" });
const reversal = refused({ reason: "Wrong account" });
const terms = {
  model: "rev_share",
  rev_share_percent: "10",
  currency: "EUR",
  cadence: "monthly",
  start_date: ":today",
};
const invitation = { invitation: ":random" };
const notices = (as?: "affiliate") => ({
  open: { ...looking({ notice_id: ":random" }), ...(as && { as }) },
  read: { ...looking({ notice_id: ":random" }), ...(as && { as }) },
  "read-all": { ...looking(), ...(as && { as }) },
});

const written = { lead_id: ":leadId", text: "X", submission_id: ":random" };
const conversation = {
  note: refused(written),
  message: refused({ ...written, affiliate_id: ":affiliateId" }),
  "take-back": refused({ entry_id: ":random", kind: "note" }),
};
const work = {
  step: refused({ lead_id: ":leadId", next_step: "Call", next_step_on: "2026-03-01" }),
  "step-done": refused({ lead_id: ":leadId", step: "Call" }),
  assign: refused({ lead_id: ":leadId", responsible: "none" }),
};
const ownConversation = {
  message: { ...refused(written), as: "affiliate" },
  "take-back": { ...refused({ entry_id: ":random", kind: "message" }), as: "affiliate" },
} as const;

/** All forms of all actions by intent; "" for an action with a single form. */
export const pausedForms: Record<string, Record<string, PausedForm>> = {
  "_app.leads": {
    move: refused({ lead_id: ":leadId", status: "lost" }),
    "contact-several": refused({ lead_id: ":leadId" }),
    "qualify-several": refused({ lead_id: ":leadId" }),
    "mark-paid": refused({ deal_id: ":dealId" }),
    "resume-deal": refused({ deal_id: ":dealId" }),
    "hide-setup": refused(),
  },
  "_app.leads.new": { "": refused(contact) },
  "_app.leads.lose": { "": refused({ lead_id: ":leadId" }) },
  "_app.leads.give": { "": refused({ lead_id: ":leadId", affiliate_id: "none" }) },
  "_app.leads.step": { "": work.step },
  "_app.leads.delete": { "": refused({ lead_id: ":leadId" }) },
  "_app.leads.assign": { "": refused({ lead_id: ":leadId", responsible: "none" }) },
  "leads_.undo": { "": refused({ batch_id: ":random" }) },
  "_app.leads.$leadId._index": { move: refused({ status: "lost" }), ...work, ...conversation },
  "_app.leads.deals.$dealId._index": conversation,
  "_app.leads.$leadId.deal": { "": refused(deal) },
  "_app.leads.$leadId.delete": { delete: refused() },
  "_app.leads.$leadId.merge": { "": refused({ other_id: ":random" }) },
  "_app.leads.$leadId.edit": { "": refused(contact) },
  "_app.leads.$leadId.erase": { "": { outcome: "erasure", fields: { name: "Nobody" } } },
  "_app.leads.deals_.$dealId.edit": { "": refused(deal) },
  "_app.leads.deals_.$dealId.end": { "": refused({ reason: "cancelled_by_customer", day: ":today" }) },
  "_app.leads.deals_.$dealId.reverse": { "": reversal },
  "_app.affiliates": {
    "activate-several": refused({ affiliate_id: ":affiliateId" }),
    "deactivate-several": refused({ affiliate_id: ":affiliateId" }),
  },
  "_app.affiliates.invite": { "": refused() },
  "_app.affiliates.terms": {
    // Only shows the preview.
    preview: { outcome: "no_organization", fields: terms },
    save: refused({ ...terms, affiliate_id: ":affiliateId" }),
  },
  "views_.undo": { "": refused({ batch_id: ":random" }) },
  "affiliates_.undo-terms": { "": refused({ batch_id: ":random" }) },
  "affiliates_.undo": { "": refused({ batch_id: ":random" }) },
  "_app.affiliates.new": { "": refused({ name: "X", email: "x@example.com" }) },
  "_app.affiliates.$affiliateId.delete": { delete: refused(), deactivate: refused() },
  "_app.affiliates.$affiliateId.merge": { "": refused({ other_id: ":random" }) },
  "_app.affiliates.$affiliateId.edit": {
    "": refused({ name: "X", email: "x@example.com", status: "inactive" }),
  },
  "_app.affiliates.$affiliateId.erase": { "": { outcome: "erasure", fields: { name: "Nobody" } } },
  "_app.affiliates.$affiliateId.invitation": { send: refused(), link: refused() },
  "_app.affiliates.$affiliateId.payout": {
    save: refused({ legal_name: "X" }),
    account: refused({ holder: "X", iban: "DE89370400440532013000" }),
    withdraw: refused({ id: ":random" }),
    confirm: refused({ id: ":random", note: "X" }),
  },
  "_app.affiliates.$affiliateId.terms": {
    save: refused({ affiliate_id: ":affiliateId", ...terms }),
  },
  "_app.import.$kind": { "": refused() },
  "_app.import.$kind_.$importId": {
    columns: refused({ company_name: "0", contact_person: "1", email: "2" }),
    encoding: refused({ encoding: "windows-1252" }),
    start: refused(),
    undo: refused(),
    cancel: refused(),
  },
  "_app.settings.subscription": {
    checkout: { outcome: "subscription" },
    portal: { outcome: "subscription" },
    refresh: { outcome: "subscription" },
  },
  "dev.stripe.checkout.$id": { pay: none, decline: none },
  "dev.stripe.portal.$id": {
    cancel: none,
    resume: none,
    renew: none,
    fail: none,
    settle: none,
    end: none,
  },
  "affiliates_.$affiliateId.view": { "": looking() },
  "affiliates_.end-view": { "": looking() },
  "_app.transactions.receipts": {
    upload: refused(),
    assign: refused({ file_id: ":random", transaction: "deal:0199a0c4-7d5e-7000-8000-000000000001" }),
    share: refused({ deal_id: ":dealId", receipt_url: "https://example.com/x.pdf" }),
  },
  "transactions_.undo": { "": refused({ batch_id: ":random" }) },
  "_app.transactions.$kind.$id.receipt": { "": receipt },
  "_app.transactions.$kind.$id.reverse": { "": reversal },
  "_app.commissions": {
    generate: refused(),
    "mark-paid": refused({ kind: "deal", id: ":dealId" }),
    pay: refused({ deal_id: ":dealId" }),
    "customer-paid": refused({ deal_id: ":dealId", paid_on: "2026-01-01" }),
  },
  "_app.commissions.pay": { "": refused({ version: "1" }) },
  "_app.payouts.pay": { "": refused({ version: "1" }) },
  "_app.payouts_.runs_.new": {
    create: refused({ currency: "EUR", until: ":today", affiliate_id: ":affiliateId", version: "1" }),
    ask: refused({ currency: "EUR", until: ":today" }),
  },
  "_app.payouts_.runs_.$runId": {
    leave_out: refused({ affiliate_id: ":affiliateId" }),
    discard: refused(),
    send: refused(),
    bank_file: refused(),
    pay_again: refused({ payout_id: ":random" }),
  },
  "_app.payouts_.runs_.$runId.approve": { "": refused({ version: "1" }) },
  "_app.payouts_.runs_.$runId.pay": { "": refused({ paid_on: ":today" }) },
  "_app.payouts_.runs_.$runId.invoice.$payoutId": {
    accept: refused({ invoice_id: ":random" }),
    refuse: refused({ invoice_id: ":random", reason: "Wrong amount" }),
    upload: refused(),
  },
  "_app.payouts_.runs_.$runId.cancel.$payoutId": { "": refused({ reason: "Wrong" }) },
  "_app.payouts_.reclaims.$affiliateId": { undo: refused({ settlement_id: ":random" }) },
  "_app.payouts_.reclaims.$affiliateId.repayment": { "": refused({ day: ":today", version: "1" }) },
  "_app.payouts_.reclaims.$affiliateId.waive": { "": refused({ reason: "Bankrupt", version: "1" }) },
  "_app.payouts_.statements.$payoutId": { keep: refused({ objection_id: ":random", answer: "It is right" }) },
  "payouts_.documents.$documentId": { "": refused({ format: "pdf" }) },
  "_app.payouts_.runs_.$runId.return.$payoutId": { "": refused({ reason: "AC04" }) },
  "_app.payouts_.runs_.$runId.wise": { "": refused({ titles: "name,amount,targetCurrency,IBAN" }) },
  "_app.payouts_.runs_.$runId.void": { "": refused({ reason: "Wrong account" }) },
  "_app.payouts_.datev_.creditors.number": { "": refused() },
  "_app.payouts_.datev_.creditors.$affiliateId": { "": refused({ creditor_number: "70001" }) },
  "payouts_.datev.file": { "": refused({ kind: "bookings", from: "2026-01-01", to: "2026-01-31" }) },
  "payouts_.runs_.$runId.bank-file": { "": refused({ file_id: ":random" }) },
  "payouts_.runs_.$runId.list": { "": refused({ format: "csv" }) },
  "_app.commissions.$kind.$id.receipt": { "": receipt },
  "_app.commissions.$kind.$id.reverse": { "": reversal },
  "_app.commissions.$kind.$id.customer": { record: refused({ paid_on: "2026-01-01" }), remove: refused() },
  "commissions_.undo-customer": { "": refused({ batch_id: ":random" }) },
  "undo.more-time": { "": refused({ what: "payment", batch_id: ":random" }) },
  "commissions_.undo": { "": refused({ batch_id: ":random" }) },
  "_app.notifications": notices(),
  "_app.organizations": { switch: none },
  // Only authorizes a download.
  "_app.settings.data.archive": { "": none },
  "_app.settings.general": {
    save: refused({ organization_name: "X", time_zone: "Europe/Berlin", default_currency: "EUR" }),
    "show-setup": refused(),
  },
  "_app.settings.payouts": {
    save: refused({ legal_name: "X" }),
    "require-approver": refused(),
    "release-approver": refused(),
  },
  "_app.settings.payouts.datev": {
    "": refused({ adviser: "29098", client: "1", fiscal_month: "1", account_length: "4", chart: "03" }),
  },
  "_app.settings.payouts.account": { "": refused({ iban: "DE89370400440532013000" }) },
  "_app.settings.general.terms": { save: refused(terms), remove: refused() },
  "_app.settings.general.replies": { "": refused({ reply_to: "x@example.com" }) },
  "_app.settings.members": {
    resend: refused(invitation),
    revoke: refused(invitation),
    require: refused(),
    release: refused(),
  },
  "_app.settings.members.invite": { "": refused({ email: "x@example.com", role: "member" }) },
  "_app.settings.members.hand-over": { "": refused({ member: ":memberId" }) },
  "_app.settings.members.$userId.role": { "": refused({ role: "owner" }) },
  // Removing another member; leaving is covered by another test.
  "_app.settings.members.$userId.remove": { "": refused() },
  "_app.settings.members.$userId.erase": { "": { outcome: "erasure", fields: { name: "Nobody" } } },
  "_app.settings.notifications": { "": { outcome: "own_account" } },
  "_app.settings.data.delete": { "": { outcome: "deletion", fields: { name: "Nobody" } } },
  // Has its own tests: the organization is not closed here.
  "_site.closed": { reopen: none },
  "_app.settings.account": { end: none, "end-others": none },
  ...listForms,
  "_app.settings.api.new": { "": refused({ name: "X", access: "read", lifetime: "never" }) },
  "_app.settings.api.$keyId.revoke": { revoke: { outcome: "ending_access" } },
  "_app.settings.webhook": {
    save: refused({ webhook_url: "https://webhook.site/other", webhook_events: "deal.created" }),
    test: refused({ webhook_url: "https://webhook.site/other", webhook_events: "deal.created" }),
    enable: refused(),
  },
  "_app.settings.webhook.secret": { "": refused() },
  "_app.settings.webhook_.deliveries.$deliveryId": { send: refused() },
  "_app.settings.webhook_.deliveries.send": { "": refused({ since: ":today", which: "failed" }) },
  "affiliate.switch": { "": none },
  "affiliate.leads.new": { "": { ...refused(contact), as: "affiliate" } },
  "affiliate.leads.$leadId": ownConversation,
  "affiliate.leads.deals.$dealId": ownConversation,
  "affiliate.earnings.deals.$dealId": ownConversation,
  "affiliate.notifications": notices("affiliate"),
  "affiliate.payout-details": {
    save: { ...refused({ legal_name: "X" }), as: "affiliate" },
    account: { ...refused({ holder: "X", iban: "DE89370400440532013000" }), as: "affiliate" },
    withdraw: { ...refused({ id: ":random" }), as: "affiliate" },
    "accept-agreement": { ...refused({ agreement_version: "1", agreement_language: "en" }), as: "affiliate" },
    // Withdrawing must be possible at any time.
    "withdraw-agreement": { outcome: "own_account", as: "affiliate" },
  },
  "affiliate.payout-details_.confirm.$token": { "": { ...refused(), as: "affiliate" } },
  "affiliate.statements_.$payoutId": {
    upload: { ...refused(), as: "affiliate" },
    // The law lets affiliates object at any time.
    object: { outcome: "own_account", as: "affiliate" },
    withdraw: { outcome: "own_account", as: "affiliate" },
  },
  "affiliate.settings": { "": { outcome: "own_account", as: "affiliate" } },
  "affiliate.settings_.leave": { "": { outcome: "own_account", as: "affiliate" } },
  "affiliate.settings_.sessions": { end: none, "end-others": none },
  "_site.auth": { "": none },
  "_site.auth_.passkey": { "": none },
  "auth.passkey-request": { "": none },
  "_site.auth_.code": { "": none },
  "_site.auth_.forgot": { "": none },
  "_site.second-factor.app": { begin: none, confirm: none, cancel: none },
  "_site.second-factor.passkey": { begin: none, add: none },
  "_site.second-factor.codes": { "": none },
  "_site.second-factor.email": { "": none },
  "_site.second-factor.name": { "": none },
  "_site.second-factor.delete": { "": none },
  "_site.second-factor.remove": { "": none },
  "_site.second-factor.password": { "": none },
  "_site.second-factor.prove": { "": none },
  "_site.affiliate.login": { "": none },
  // Both have their own tests below.
  "_site.link.$token": { "": { outcome: "sign_in" } },
  "_site.link_.$token.join": { "": { outcome: "refused" } },
  "_site.unsubscribe.$token": { "": { outcome: "own_account" } },
  "_site.onboarding": { "": { outcome: "founding" } },
  "auth.send-again": { "": none },
  "auth.sign-out": { "": none },
  language: { "": none },
  theme: { "": none },
  appearance: { "": none },
};

/** Returns the actions of all routes, including future ones. */
export async function allActions() {
  type Action = (args: ActionFunctionArgs) => Promise<unknown>;
  const modules = import.meta.glob<{ action?: Action }>("../../app/routes/**/*.tsx");
  const found: { file: string; action: Action }[] = [];
  for (const [file, load] of Object.entries(modules)) {
    const { action } = await load();
    const name = file.replace("../../app/routes/", "").replace(/(\/route)?\.tsx$/, "");
    if (action) found.push({ file: name, action });
  }
  return found;
}
