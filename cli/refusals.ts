import { createInstance } from "i18next";
import type { DomainError, ErrorCode } from "~/domain/shared/errors";
import errors from "~/i18n/en/errors.json";
import { i18nOptions } from "~/i18n/languages";

/** Exit code of a command. 1: it failed. 2: it was used wrongly. */
export type ExitCode = 1 | 2;

/** 2 for what the caller has typed wrongly, 1 for what the stored data does not allow. */
const exitCodes = {
  affiliate_busy: 1,
  affiliate_email_taken: 1,
  affiliate_has_deals: 1,
  affiliate_inactive: 1,
  amount_invalid_whole: 2,
  api_key_limit: 1,
  api_key_name_taken: 1,
  changed_meanwhile: 1,
  credentials_wrong: 2,
  currency_unclear: 2,
  deal_commission_paid: 1,
  deal_currency_fixed: 1,
  deal_end_built_on: 1,
  deal_end_changed: 1,
  deal_end_in_future: 1,
  deal_end_outside: 1,
  deal_ended: 1,
  deal_not_one_time: 1,
  deal_type_fixed: 1,
  email_unconfirmed: 1,
  erase_name_differs: 2,
  erase_works_here: 1,
  factor_code_wrong: 2,
  factor_code_used: 2,
  factor_ended: 2,
  factor_own_first: 1,
  factor_required: 1,
  factor_is_on: 2,
  forbidden: 1,
  idempotency_key_reused: 2,
  import_file_broken: 2,
  import_file_empty: 2,
  import_file_missing: 2,
  import_file_no_text: 2,
  import_file_too_large: 2,
  import_row_too_long: 2,
  import_state: 1,
  import_too_many_columns: 2,
  import_too_many_invited: 1,
  import_too_many_rows: 2,
  invitation_by_mail_only: 1,
  invitation_mailbox_full: 1,
  invitation_paused: 1,
  invitation_revoked: 1,
  invitation_inactive: 1,
  invitation_too_soon: 1,
  kept_longer: 2,
  last_owner: 1,
  lead_affiliate_inactive: 1,
  lead_erased: 1,
  lead_has_deal: 1,
  lead_not_open: 1,
  lead_undo_too_late: 1,
  link_expired: 1,
  link_unknown: 2,
  link_used: 1,
  mail_budget_used: 1,
  member_exists: 1,
  member_invited: 1,
  name_has_contact: 2,
  not_found: 2,
  organization_active: 1,
  organization_gone: 1,
  organization_paused: 1,
  passkey_ended: 1,
  passkey_known: 1,
  passkey_unknown: 2,
  passkey_wrong: 2,
  passkey_limit: 1,
  password_common: 2,
  password_easy: 2,
  password_needed: 2,
  password_pattern: 2,
  password_personal: 2,
  password_wrong: 2,
  payment_not_due: 1,
  payment_paid_anew: 1,
  payments_changed: 1,
  payments_not_due: 1,
  payments_not_found: 2,
  portal_paused: 1,
  proof_required: 1,
  receipt_needs_payment: 1,
  search_too_wide: 2,
  sign_up_pending: 1,
  start_date_far: 2,
  start_date_past: 2,
  subscription_exists: 2,
  subscription_none: 2,
  too_many_attempts: 1,
  too_many_guesses: 1,
  too_many_leads: 2,
  too_many_payments: 2,
  undo_too_late: 1,
  webhook_disabled: 1,
  webhook_host_not_allowed: 2,
  webhook_missing: 1,
  webhook_secret_unreadable: 1,
  webhook_needs_https: 2,
  webhook_port_not_allowed: 2,
  webhook_url_invalid: 2,
  webhook_url_required: 2,
} satisfies Record<ErrorCode, ExitCode>;

const i18n = createInstance();
// The texts are given here, so they are ready when this call returns.
void i18n.init({ ...i18nOptions, lng: "en", defaultNS: "errors", resources: { en: { errors } } });

/** The exit code of a command that the domain has refused. */
export function exitCodeOfRefusal(error: DomainError): ExitCode {
  return exitCodes[error.code];
}

/** Why the domain has refused: the English sentence of the code, then the code itself for scripts. */
export function refusalText({ code, params }: DomainError): string {
  return `${i18n.t(code, params)} (${code})`;
}
