import type { AuditAction, ToldAction } from "../shared/proofs";

/**
 * Events that the other owners are notified of, because they grant permissions, keys or data, or take over an account.
 */
const ofOrganizations = [
  "member_invited",
  "member_promoted",
  "member_demoted",
  "member_handed_over",
  "member_removed",
  "member_left",
  "affiliate_left",
  "account_entered",
  "payer_account_changed",
  "approver_released",
  "api_key_made",
  "webhook_changed",
  "webhook_off",
  "webhook_secret",
  "factor_released",
  "reply_to_changed",
  "reply_to_removed",
  "archive_taken",
] as const;

/** Alerts about an owner's own account, for each organization of the owner. */
const accountAlerts = ["password_changed", "email_changed", "factor_failed", "factor_off"] as const;
export type AccountAlert = (typeof accountAlerts)[number];

export const ownerAlerts = [...ofOrganizations, ...accountAlerts] as const;
export type OwnerAlert = (typeof ownerAlerts)[number];

/** Returns whether an alert is about an owner's own account. */
export const isOfAccount = (about: string): about is AccountAlert =>
  (accountAlerts as readonly string[]).includes(about);

type Data = Readonly<Record<string, unknown>>;
type Told = { about: OwnerAlert; subject: string };

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const of =
  (about: OwnerAlert, field?: string) =>
  (data: Data): Told => ({ about, subject: field ? textOf(data[field]) : "" });

/** The alert for each action of the audit log; null if the owners are notified in another way. */
const alertOf: Record<ToldAction, (data: Data) => Told | null> = {
  // All staff are notified of a new member.
  "member.invite": (data) => (data["role"] === "owner" ? of("member_invited", "email")(data) : null),
  "member.change_role": (data) => of(data["role"] === "owner" ? "member_promoted" : "member_demoted", "email")(data),
  "member.hand_over": of("member_handed_over", "email"),
  "member.remove": of("member_removed", "email"),
  "member.leave": of("member_left", "email"),
  "api_key.create": of("api_key_made", "name"),
  "webhook.save": (data) => {
    const host = hostOf(data["origin"]);
    return host ? { about: "webhook_changed", subject: host } : of("webhook_off")(data);
  },
  "webhook.change_secret": of("webhook_secret"),
  "organization.release_factor": of("factor_released"),
  "organization.set_reply_to": (data) =>
    of(data["reply_to"] ? "reply_to_changed" : "reply_to_removed", "reply_to")(data),
  "organization.archive": of("archive_taken"),
  "payer.set_account": of("payer_account_changed", "account"),
  "payer.release_approver": of("approver_released"),
};

const hostOf = (origin: unknown): string => (typeof origin === "string" ? new URL(origin).host : "");

/** Returns the alert for an entry of the audit log; null for most entries. */
export function ownerAlertOf({ action, data = {} }: { action: AuditAction; data?: Data }): Told | null {
  return Object.hasOwn(alertOf, action) ? alertOf[action as ToldAction](data) : null;
}
