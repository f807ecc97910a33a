/**
 * Everything the domain refuses. Each door maps every code to its own answer (HTTP status, exit code, retry or not);
 * the sentence a person reads is `errors.<code>` in the language files.
 */
export const errorCodes = [
  "affiliate_email_taken",
  "affiliate_inactive",
  "credentials_wrong",
  "deal_not_one_time",
  "email_unconfirmed",
  "forbidden",
  "lead_not_open",
  "link_expired",
  "link_unknown",
  "link_used",
  "not_found",
  "payment_not_due",
  "receipt_needs_payment",
  "start_date_past",
  "webhook_host_not_allowed",
  "webhook_needs_https",
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
