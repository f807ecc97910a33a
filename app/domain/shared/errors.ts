/**
 * Everything the domain refuses. Each door maps every code to its own answer (HTTP status, exit code, retry or not);
 * the sentence a person reads is `errors.<code>` in the language files.
 */
export const errorCodes = [
  "affiliate_busy",
  "affiliate_email_taken",
  "affiliate_has_deals",
  "affiliate_inactive",
  "amount_invalid_whole",
  "changed_meanwhile",
  "credentials_wrong",
  "currency_unclear",
  "deal_commission_paid",
  "deal_currency_fixed",
  "deal_not_one_time",
  "deal_type_fixed",
  "email_unconfirmed",
  "factor_code_wrong",
  "factor_code_used",
  "factor_ended",
  "factor_is_on",
  "factor_own_first",
  "factor_required",
  "forbidden",
  "invitation_by_mail_only",
  "invitation_inactive",
  "invitation_mailbox_full",
  "invitation_paused",
  "invitation_revoked",
  "invitation_too_soon",
  "last_owner",
  "lead_affiliate_inactive",
  "lead_has_deal",
  "lead_not_open",
  "lead_undo_too_late",
  "link_expired",
  "link_unknown",
  "link_used",
  "member_exists",
  "member_invited",
  "not_found",
  "organization_gone",
  "organization_paused",
  "passkey_ended",
  "passkey_known",
  "passkey_unknown",
  "passkey_wrong",
  "passkey_limit",
  "password_common",
  "password_needed",
  "password_wrong",
  "payment_not_due",
  "payment_paid_anew",
  "payments_changed",
  "payments_not_due",
  "payments_not_found",
  "portal_paused",
  "receipt_needs_payment",
  "search_too_wide",
  "sign_up_pending",
  "start_date_far",
  "start_date_past",
  "too_many_attempts",
  "too_many_leads",
  "too_many_payments",
  "undo_too_late",
  "webhook_disabled",
  "webhook_host_not_allowed",
  "webhook_missing",
  "webhook_needs_https",
  "webhook_port_not_allowed",
  "webhook_url_invalid",
  "webhook_url_required",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** A rule of the product refuses an action. `field` is the form field it is about, in snake_case. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  constructor(
    readonly code: ErrorCode,
    readonly params: Record<string, string | number> = {},
    readonly field?: string,
  ) {
    super(code);
  }
}
