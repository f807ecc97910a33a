/**
 * Whether an action requires re-authentication (`recent`: signed in or re-authenticated at most PROOF_MINUTES ago), and
 * why. `tells`: the other owners are notified, also by email, of the action and its actor.
 */
interface Rule {
  readonly proof: "none" | "recent";
  readonly because: string;
  readonly tells?: true;
}

const none = (because: string) => ({ proof: "none", because }) as const;
/** Requires re-authentication and notifies the other owners. */
const told = (because: string) => ({ proof: "recent", because, tells: true }) as const;
/** Requires re-authentication only. */
const recent = (because: string) => ({ proof: "recent", because }) as const;

const everyday = none("everyday work of all staff; the log names the actor, and it can be corrected");
const undoing = none("undoes an action of the same user");
const looks = none("reveals no more than the pages of the same session");

/**
 * Actions in an organization, by their name in the audit log. An action that is missing here cannot be recorded,
 * because it does not compile.
 */
const ofOrganizations = {
  // Members: they see everything, and owners can do everything.
  "member.invite": told("gives another person permanent access; as an owner, to everything"),
  "member.invite_again": none(
    "another email to an address and with a role that an owner chose after re-authentication",
  ),
  "member.accept": none("the emailed link authenticates the user"),
  "member.revoke": none("removes unused access, and must be quick"),
  "member.change_role": told("adds or removes an owner's rights"),
  "member.hand_over": told("makes another person the owner"),
  "member.remove": told("locks a member out of their organization"),
  "member.leave": told("cannot be undone by the member who left"),
  "member.change_email": none("account.change_email required it, and two emailed links were sent"),
  "member.change_name": none("names the same person; the log knows them by their id"),
  "member.erase": recent("cannot be undone; member.remove and member.leave notify the owners"),

  // Keys and addresses that outlive the session.
  "api_key.create": told("reads, and with some keys writes, for months or without expiry"),
  "api_key.revoke": none("removes access, and must be quick"),
  "webhook.save": told("sends leads and deals to the owner of the address"),
  "webhook.change_secret": told("shows the secret with which a receiver verifies events"),
  "webhook.enable": none("resumes sending to an address that was chosen after re-authentication"),
  "webhook.disable": none("done by a job after failures"),
  "webhook.send_again": none("sends to an address that was chosen after re-authentication"),

  // The organization.
  "organization.create": none("the founder has just signed up, and the organization is empty"),
  "organization.edit": none("name, time zone and currency grant neither rights nor data"),
  "organization.set_reply_to": told("receives the replies of affiliates to the organization's emails"),
  "organization.require_factor": none("makes every account of the organization harder to take over"),
  "organization.release_factor": told("allows account takeover with a password alone"),
  "organization.close": recent("locks everybody out; all members are emailed, and an owner can undo it for 30 days"),
  "organization.reopen": none("restores what was there; all members are emailed"),
  "organization.archive": told("exports all data of the organization in one file"),
  "field.add": everyday,
  "field.edit": everyday,
  "field.move": everyday,
  "field.delete": none("its values are kept, and it can be restored"),
  "field.restore": everyday,
  "field.purge": recent("removes values that nobody can restore"),
  "organization.show_setup": everyday,
  "organization.hide_setup": everyday,
  "organization.allow_contact": none("done by the operator on the command line"),
  "organization.set_mail_budget": none("done by the operator on the command line"),
  "retention.extend": none("done by the operator on the command line"),
  "trial.extend": none("only for the demo"),

  // People and their data.
  "affiliate.erase": recent("cannot be undone"),
  "lead.erase": recent("cannot be undone"),
  "person.export": none("exports for an owner what the person's page shows"),
  "list.export": looks,
  "list.import": everyday,
  "list.undo_import": everyday,
  "affiliate.view": none("shows the portal read-only, which has less than the session's own pages"),
  "affiliate.view_end": none("ends the action affiliate.view"),

  // Affiliates: their portal shows less than the session does.
  "affiliate.add": everyday,
  "affiliate.import": everyday,
  "affiliate.edit": everyday,
  "affiliate.invite": everyday,
  "affiliate.invite_by_hand": none(
    "opens one portal, which has less than the session's own pages, and ends with a confirmed address",
  ),
  "affiliate.deactivate": everyday,
  "affiliates.activate": everyday,
  "affiliates.deactivate": everyday,
  "affiliates.terms": none("everyday work; each version is kept, the affiliates are notified, and it can be undone"),
  "affiliates.undo": undoing,
  "affiliate.leave": none("ends the affiliate's own access only, and the organization can invite them again"),
  "affiliate.merge": none(
    "keeps everything of both, and is refused once anyone was paid out; only staff's choice signs in",
  ),
  "affiliate.delete": none("only for an affiliate without deals; their leads stay, and they can be added again"),
  "terms.save": none("everyday work; each version is kept, and the affiliate is notified"),
  "terms.undo": undoing,
  "standard_terms.save": none("concerns affiliates who are added later; each version is kept"),

  // How affiliates are paid.
  "payer.save": none("name, address and rhythm of payouts; the log names the actor, and it can be corrected"),
  "payer.set_account": told("from then on, bank files debit this account"),
  "payer.require_approver": none("makes it harder to pay out alone"),
  "payer.release_approver": told("allows a single member to pay out"),
  "payee.save": none("name, address and tax numbers; the log names the actor, and it can be corrected"),
  "payee.ask": everyday,
  "payee.enter_account": none("is paid to days later, or after payee.confirm_account; affiliate and owners are told"),
  "payee.use_link": none("the emailed link authenticates the affiliate"),
  "payee.confirm_account": recent("from then on, commissions are paid to this account"),
  "payee.withdraw_account": none("keeps the account that was paid to before, and must be quick"),
  "payout.create": none("a draft; nothing is paid, and affiliates do not see it"),
  "payout.leave_out": none("takes an affiliate out of a draft"),
  "payout.discard": none("deletes a draft; its commissions are due as before"),
  "payout.issue_statements": none("done by a job; the statements pay nothing"),
  "payout.approve": recent("fixes amounts and accounts, and issues statements"),
  "payout.void": recent("takes back issued statements"),
  "payout.make_bank_file": recent("a file with account numbers, which the bank carries out"),
  "payout.load_bank_file": recent("shows whole account numbers"),
  "payout.load_list": recent("shows whole account numbers"),
  "payout.send": none("records that the payments were sent; it sends none"),
  "payout.pay": none("records that money was sent; it sends none"),
  "payout.return": none("records that the bank has returned a payment; its commissions are due again"),
  "payout.pay_again": none("opens a returned payout for the account that has passed its own checks; it sends nothing"),
  "payout.cancel": recent("takes back an issued statement and credit note"),
  "claim.settle": none("records that an affiliate has paid money back; the log names the actor, and it can be undone"),
  "claim.waive": none("asks for a reason; the log names the actor, and it can be undone until a payout builds on it"),
  "claim.undo": undoing,
  "document.expire": none("done by a job, after the time for which the law keeps them"),
  "document.load": recent("shows whole account numbers; API keys need an owner's consent instead (permissions.ts)"),
  "objection.raise": none("done by the affiliate, who may do so at any time"),
  "objection.withdraw": none("done by the affiliate, who may do so at any time"),
  "objection.keep": none("replies to the affiliate, who may object again"),
  "invoice.submit": none("adds a document that a member checks before anything is paid against it"),
  "invoice.accept": none("lets a payout be paid whose amount and account were approved after re-authentication"),
  "invoice.refuse": none("keeps a payout from being paid, and can be corrected with another invoice"),
  "datev.save_settings": none(
    "numbers of accounts for the tax adviser; the log names the actor, and it can be corrected",
  ),
  "datev.set_creditor": everyday,
  "datev.number_creditors": everyday,
  "datev.load": looks,
  "agreement.accept": none("done by the affiliate in the portal, and can be withdrawn there"),
  "agreement.withdraw": none("done by the affiliate, who may do so at any time"),

  // Leads, deals, commissions.
  "lead.add": everyday,
  "lead.import": everyday,
  "lead.edit": everyday,
  "lead.contacted": everyday,
  "lead.qualified": everyday,
  "lead.lost": everyday,
  "lead.step_done": everyday,
  "lead.undo": undoing,
  "lead.delete": none("only for a lead without deals; can be undone for minutes, and the affiliate is told"),
  "lead.restore": undoing,
  "lead.merge": none("keeps everything of both leads, and the address of the one that is gone"),
  "leads.contacted": everyday,
  "leads.qualified": everyday,
  "leads.lost": everyday,
  "leads.give": everyday,
  "leads.assign": everyday,
  "leads.step": everyday,
  "leads.delete": none("only for leads without deals; can be undone for minutes, and the affiliates are told"),
  "leads.undo": undoing,
  "deal.create": everyday,
  "deal.edit": everyday,
  "deal.end": everyday,
  "deal.resume": undoing,
  "commissions.generate": everyday,
  "deal.generate": everyday,
  "deal.regenerate": everyday,
  "deal.pay": none("records that money was sent; it sends none"),
  "deal.undo": undoing,
  "deal.reverse": everyday,
  "commission.pay": none("records that money was sent; it sends none"),
  "commission.undo": undoing,
  "commission.reverse": everyday,
  "commissions.pay": none("records that money was sent; it sends none"),
  "commissions.undo": undoing,
  "receipt.set": everyday,
  "receipt.change": everyday,
  "receipts.set": none("everyday work; it can be undone"),
  "receipts.undo": undoing,
  "file.upload": everyday,
  "file.delete": none("deletes only a file that no payment refers to"),
  "deal.record_customer_payment": none("records that a customer has paid; it sends no money"),
  "commission.record_customer_payment": none("records that a customer has paid; it sends no money"),
  "commissions.record_customer_payments": none("records that customers have paid; it sends no money"),
  "deal.remove_customer_payment": everyday,
  "commission.remove_customer_payment": everyday,
  "commissions.remove_customer_payments": everyday,
} satisfies Record<string, Rule>;

/** Actions of members on their own account and at Stripe; they are not in the log of an organization. */
const ofAccounts = {
  "account.set_up_app": recent("adds a way to sign in, and with the first one ends all other sessions"),
  "account.cancel_app": none("removes an app that cannot sign in yet"),
  "account.add_passkey": recent("adds a way to sign in, and with the first one ends all other sessions"),
  "account.remove_factor": recent("makes the account easier to take over"),
  "account.change_password": recent("replaces the password, and ends all other sessions"),
  "account.change_email": recent("the new address signs in and receives reset links"),
  "account.change_name": none("grants neither rights nor data; the user is notified by email"),
  "account.delete": recent("cannot be undone"),
  "account.make_codes": recent("shows codes that replace the second factor"),
  "account.end_session": none("removes access, and must be quick; the user can sign in again"),
  "account.switch": none("opens an organization where the user is a member anyway"),
  "account.prove": none("is the re-authentication"),
  "subscription.portal": recent(
    "Stripe shows invoices and addresses there, and allows cancellation, without another check",
  ),
} satisfies Record<string, Rule>;

export const proofs = { ...ofOrganizations, ...ofAccounts };

/** An action in an organization, as named in its audit log. */
export type AuditAction = keyof typeof ofOrganizations;
/** An action on the signed-in user's account. */
export type AccountAction = keyof typeof ofAccounts;
export type GuardedAction = keyof typeof proofs;

/** Actions that require re-authentication. */
export type ProvenAction = {
  [A in GuardedAction]: (typeof proofs)[A]["proof"] extends "recent" ? A : never;
}[GuardedAction];

/** Actions that notify the other owners. */
export type ToldAction = {
  [A in AuditAction]: (typeof ofOrganizations)[A] extends { tells: true } ? A : never;
}[AuditAction];

/** Returns whether an action requires re-authentication; an unknown action does. */
export const asksProof = (action: GuardedAction): boolean => (proofs[action] as Rule | undefined)?.proof !== "none";

/** Validity of a re-authentication: long enough for several changes, too short for a stranger at an open screen. */
export const PROOF_MINUTES = 10;

/** Returns until when a re-authentication at `provenAt` is valid; null if it has expired or never happened. */
export function provenUntil(provenAt: Date | null, now: Date): Date | null {
  if (!provenAt || provenAt > now) return null;
  const until = new Date(provenAt.getTime() + PROOF_MINUTES * 60_000);
  return until > now ? until : null;
}
