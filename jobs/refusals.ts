import { DomainError, type ErrorCode } from "~/domain/shared/errors";
import type { Log } from "~/platform/log.server";

/**
 * What becomes of a job that the domain refuses. `retry`: it may succeed later, because somebody else was changing the
 * same rows, because time must pass, or because the operator may correct a setting. `final`: it would be refused again. `over`: the
 * organisation is paused or has been deleted, so that nothing is left to do, and nothing is wrong.
 */
const outcomes = {
  affiliate_busy: "retry",
  affiliate_email_taken: "final",
  affiliate_has_deals: "final",
  affiliate_inactive: "final",
  amount_invalid_whole: "final",
  api_key_limit: "final",
  api_key_name_taken: "final",
  changed_meanwhile: "retry",
  credentials_wrong: "final",
  currency_unclear: "final",
  deal_commission_paid: "final",
  deal_currency_fixed: "final",
  deal_end_built_on: "final",
  deal_end_changed: "final",
  deal_end_in_future: "final",
  deal_end_outside: "final",
  deal_ended: "final",
  deal_not_one_time: "final",
  deal_type_fixed: "final",
  email_unconfirmed: "final",
  erase_name_differs: "final",
  erase_works_here: "final",
  factor_code_wrong: "final",
  factor_code_used: "final",
  factor_ended: "final",
  factor_own_first: "final",
  factor_required: "final",
  factor_is_on: "final",
  forbidden: "final",
  idempotency_key_reused: "final",
  import_file_broken: "final",
  import_file_empty: "final",
  import_file_missing: "final",
  import_file_no_text: "final",
  import_file_too_large: "final",
  import_row_too_long: "final",
  import_state: "final",
  import_too_many_columns: "final",
  import_too_many_invited: "final",
  import_too_many_rows: "final",
  invitation_by_mail_only: "final",
  invitation_mailbox_full: "retry",
  invitation_paused: "final",
  invitation_revoked: "final",
  invitation_inactive: "final",
  invitation_too_soon: "retry",
  kept_longer: "final",
  last_owner: "final",
  lead_affiliate_inactive: "final",
  lead_erased: "final",
  lead_has_deal: "final",
  lead_not_open: "final",
  lead_undo_too_late: "final",
  link_expired: "final",
  link_unknown: "final",
  link_used: "final",
  mail_budget_used: "retry",
  member_exists: "final",
  member_invited: "final",
  name_has_contact: "final",
  not_found: "final",
  organization_active: "final",
  organization_gone: "over",
  organization_paused: "over",
  passkey_ended: "final",
  passkey_known: "final",
  passkey_unknown: "final",
  passkey_wrong: "final",
  passkey_limit: "final",
  password_common: "final",
  password_easy: "final",
  password_needed: "final",
  password_pattern: "final",
  password_personal: "final",
  password_wrong: "final",
  payment_not_due: "final",
  payment_paid_anew: "final",
  payments_changed: "retry",
  payments_not_due: "final",
  payments_not_found: "final",
  portal_paused: "over",
  proof_required: "final",
  receipt_needs_payment: "final",
  search_too_wide: "final",
  sign_up_pending: "final",
  start_date_far: "final",
  start_date_past: "final",
  subscription_exists: "final",
  subscription_none: "final",
  too_many_attempts: "retry",
  too_many_guesses: "final",
  too_many_leads: "final",
  too_many_payments: "final",
  undo_too_late: "final",
  webhook_disabled: "final",
  webhook_host_not_allowed: "retry",
  webhook_missing: "final",
  // Until somebody makes a new secret.
  webhook_secret_unreadable: "retry",
  webhook_needs_https: "retry",
  webhook_port_not_allowed: "retry",
  webhook_url_invalid: "final",
  webhook_url_required: "final",
} satisfies Record<ErrorCode, "final" | "retry" | "over">;

/**
 * Ends a job that the domain has refused for good: the refusal is logged, and the job counts as done. Every other failure
 * is passed on, and the job is tried again.
 */
export async function endFinalRefusal(work: Promise<void>, job: string, log: Log): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof DomainError) || outcomes[error.code] === "retry") throw error;
    if (outcomes[error.code] === "over") return log.info({ code: error.code, job }, "a job was passed over");
    log.error({ err: error, code: error.code, job }, "a job was refused and is not tried again");
  }
}
