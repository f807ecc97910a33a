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
  "forbidden",
  "invitation_by_mail_only",
  "invitation_inactive",
  "invitation_too_soon",
  "lead_has_deal",
  "lead_not_open",
  "link_expired",
  "link_unknown",
  "link_used",
  "not_found",
  "payment_not_due",
  "payment_paid_anew",
  "payments_changed",
  "payments_not_due",
  "payments_not_found",
  "receipt_needs_payment",
  "sign_up_pending",
  "start_date_far",
  "start_date_past",
  "too_many_payments",
  "undo_too_late",
  "webhook_host_not_allowed",
  "webhook_needs_https",
  "webhook_port_not_allowed",
  "webhook_url_invalid",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** A rule of the product says no. `field` names the form field it concerns, in the spec's snake_case. */
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
