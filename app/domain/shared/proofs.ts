/**
 * Whether somebody signed in has to have shown lately that it is them (`recent`: by signing in, or by their password or
 * second factor once more, PROOF_MINUTES ago at most), and why. `tells`: the other owners get a mail and a
 * notification, which says who did what.
 */
interface Rule {
  readonly proof: "none" | "recent";
  readonly because: string;
  readonly tells?: true;
}

const none = (because: string) => ({ proof: "none", because }) as const;
/** Asks for a proof, and tells the other owners. */
const told = (because: string) => ({ proof: "recent", because, tells: true }) as const;
/** Asks for a proof, and tells nobody. */
const recent = (because: string) => ({ proof: "recent", because }) as const;

const everyday = none("everyday work of all staff; the log names who did it, and it can be corrected");
const undoing = none("takes an action of the same person back");
const looks = none("hands out no more than the pages that a session opens anyway");

/**
 * What can be done in an organization, by the name that the audit log keeps. An action that is missing here cannot be
 * recorded: it does not compile.
 */
const ofOrganizations = {
  // Members: who works here sees everything, and an owner can do everything.
  "member.invite": told("lets another person in for good; as an owner, in everything"),
  "member.invite_again": none("another mail to the address and with the role that an owner has chosen with a proof"),
  "member.accept": none("the link of the mail is the proof"),
  "member.revoke": none("takes access away that nobody has used yet, and has to be quick"),
  "member.change_role": told("makes an owner, or takes an owner's rights away"),
  "member.hand_over": told("makes another person the owner"),
  "member.remove": told("shuts somebody out of their own organization"),
  "member.leave": told("cannot be taken back by who has left"),
  "member.change_email": none("account.change_email has asked; the links of two mails have been waited for"),
  "member.change_name": none("names the same person; the log knows them by their id"),
  "member.erase": recent("cannot be taken back; that a member is gone is told by member.remove and member.leave"),

  // Keys and addresses that work on when the session has ended.
  "api_key.create": told("reads, and with some keys writes, for months or without end"),
  "api_key.revoke": none("takes access away, and has to be quick"),
  "webhook.save": told("sends leads and deals to whoever has the address"),
  "webhook.change_secret": told("shows the secret by which a receiver knows that news is from us"),
  "webhook.enable": none("sends on to an address that was chosen with a proof"),
  "webhook.disable": none("a job's own, after failures"),
  "webhook.send_again": none("sends to an address that was chosen with a proof"),

  // The organization.
  "organization.create": none("whoever founds it has just signed up, and it is empty"),
  "organization.edit": none("name, time zone and currency hand out neither power nor data"),
  "organization.set_reply_to": told("receives whatever affiliates answer to the organization's mails"),
  "organization.require_factor": none("makes every account of the organization harder to take over"),
  "organization.release_factor": told("lets accounts be taken over with a password alone"),
  "organization.archive": told("hands out everything that the organization has here, in one file"),
  "organization.show_setup": everyday,
  "organization.hide_setup": everyday,
  "organization.allow_contact": none("the operator's own, at the command line"),
  "organization.set_mail_budget": none("the operator's own, at the command line"),
  "retention.extend": none("the operator's own, at the command line"),
  "trial.extend": none("of the demo only"),

  // People and their data.
  "affiliate.erase": recent("cannot be taken back"),
  "lead.erase": recent("cannot be taken back"),
  "person.export": none("hands out what the page of the same person shows, to an owner"),
  "list.export": looks,
  "list.import": everyday,
  "list.undo_import": everyday,
  "affiliate.view": none("shows the portal, which has less than the session's own pages, and only to read"),
  "affiliate.view_end": none("ends what affiliate.view began"),

  // Affiliates: their portal shows less than the session does.
  "affiliate.add": everyday,
  "affiliate.import": everyday,
  "affiliate.edit": everyday,
  "affiliate.invite": everyday,
  "affiliate.invite_by_hand": none(
    "opens one portal, which has less than the session's own pages, and ends with a confirmed address",
  ),
  "affiliate.deactivate": everyday,
  "affiliate.leave": none("the affiliate's own: ends their access alone, and the organization can invite them again"),
  "affiliate.delete": none("only of somebody without deals; their leads stay, and they can be added again"),
  "terms.save": none("everyday work; each version is kept, and the affiliate is told"),

  // Leads, deals, commissions.
  "lead.add": everyday,
  "lead.import": everyday,
  "lead.edit": everyday,
  "lead.contacted": everyday,
  "lead.qualified": everyday,
  "lead.lost": everyday,
  "lead.undo": undoing,
  "leads.contacted": everyday,
  "leads.qualified": everyday,
  "leads.lost": everyday,
  "leads.give": everyday,
  "leads.undo": undoing,
  "deal.create": everyday,
  "deal.edit": everyday,
  "deal.end": everyday,
  "deal.resume": undoing,
  "commissions.generate": everyday,
  "deal.generate": everyday,
  "deal.regenerate": everyday,
  "deal.pay": none("notes that money was sent; it sends none"),
  "deal.undo": undoing,
  "deal.reverse": everyday,
  "commission.pay": none("notes that money was sent; it sends none"),
  "commission.undo": undoing,
  "commission.reverse": everyday,
  "commissions.pay": none("notes that money was sent; it sends none"),
  "commissions.undo": undoing,
  "receipt.set": everyday,
} satisfies Record<string, Rule>;

/** What somebody of the staff can do with their own account, and at Stripe: no organization's log has it. */
const ofAccounts = {
  "account.set_up_app": recent("adds a way to sign in, and with the first one ends all other sessions"),
  "account.cancel_app": none("forgets an app that signs nobody in yet"),
  "account.add_passkey": recent("adds a way to sign in, and with the first one ends all other sessions"),
  "account.remove_factor": recent("makes the account easier to take over"),
  "account.change_password": recent("signs in from now on, and ends all other sessions"),
  "account.change_email": recent("signs in from now on, and gets the link for a new password"),
  "account.change_name": none("hands out neither power nor data; the person is told by mail"),
  "account.delete": recent("cannot be taken back"),
  "account.make_codes": recent("shows codes that sign in instead of the second factor"),
  "account.end_session": none("takes access away, and has to be quick; whoever is pushed out signs in again"),
  "account.switch": none("goes to an organization that the person works for anyway"),
  "account.prove": none("is the proof"),
  "subscription.portal": recent(
    "Stripe shows bills and addresses there, and lets cancel, without asking anything more",
  ),
} satisfies Record<string, Rule>;

export const proofs = { ...ofOrganizations, ...ofAccounts };

/** An action of an organization, as its audit log names it. */
export type AuditAction = keyof typeof ofOrganizations;
/** An action on the account of the person signed in. */
export type AccountAction = keyof typeof ofAccounts;
export type GuardedAction = keyof typeof proofs;

/** The actions that ask for a recent proof. */
export type ProvenAction = {
  [A in GuardedAction]: (typeof proofs)[A]["proof"] extends "recent" ? A : never;
}[GuardedAction];

/** The actions of which the other owners are told. */
export type ToldAction = {
  [A in AuditAction]: (typeof ofOrganizations)[A] extends { tells: true } ? A : never;
}[AuditAction];

/** Whether an action asks for a recent proof. One that the table does not know does. */
export const asksProof = (action: GuardedAction): boolean => (proofs[action] as Rule | undefined)?.proof !== "none";

/** How long a proof lasts: long enough for a few changes in a row, too short for whoever finds an open screen. */
export const PROOF_MINUTES = 10;

/**
 * Until when somebody counts as proven who has shown at `provenAt` that it is them; null when that is over or never
 * was.
 */
export function provenUntil(provenAt: Date | null, now: Date): Date | null {
  if (!provenAt || provenAt > now) return null;
  const until = new Date(provenAt.getTime() + PROOF_MINUTES * 60_000);
  return until > now ? until : null;
}
