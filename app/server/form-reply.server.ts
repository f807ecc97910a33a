import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { ChangedMeanwhile } from "~/domain/shared/changed-meanwhile.server";
import { DomainError, type ErrorCode } from "~/domain/shared/errors";
import { isUnavailable } from "~/platform/db/outage.server";
import type { FormReply } from "~/browser/form-reply";

/** HTTP status of everything the domain refuses. */
const httpStatus = {
  affiliate_busy: 409,
  affiliate_email_taken: 409,
  affiliate_has_deals: 409,
  affiliate_inactive: 403,
  amount_invalid_whole: 422,
  api_key_limit: 409,
  api_key_name_taken: 422,
  changed_meanwhile: 409,
  credentials_wrong: 401,
  currency_unclear: 422,
  deal_commission_paid: 409,
  deal_currency_fixed: 409,
  deal_end_built_on: 409,
  deal_end_changed: 409,
  deal_end_in_future: 422,
  deal_end_outside: 422,
  deal_ended: 409,
  deal_not_one_time: 409,
  deal_type_fixed: 409,
  email_unconfirmed: 403,
  erase_name_differs: 422,
  erase_works_here: 409,
  factor_code_wrong: 401,
  factor_code_used: 401,
  factor_ended: 409,
  factor_is_on: 409,
  factor_own_first: 409,
  factor_required: 403,
  forbidden: 403,
  idempotency_key_reused: 422,
  import_file_broken: 422,
  import_file_empty: 422,
  import_file_missing: 422,
  import_file_no_text: 422,
  import_file_too_large: 422,
  import_row_too_long: 422,
  import_state: 409,
  import_too_many_columns: 422,
  import_too_many_invited: 422,
  import_too_many_rows: 422,
  invitation_by_mail_only: 403,
  invitation_inactive: 409,
  invitation_mailbox_full: 429,
  invitation_paused: 402,
  invitation_revoked: 410,
  invitation_too_soon: 429,
  kept_longer: 409,
  email_of_affiliate: 409,
  email_same: 422,
  email_taken: 409,
  last_owner: 409,
  lead_affiliate_inactive: 409,
  lead_erased: 409,
  lead_has_deal: 409,
  lead_not_open: 409,
  lead_undo_too_late: 409,
  link_expired: 410,
  link_unknown: 404,
  link_used: 410,
  mail_budget_used: 429,
  member_exists: 409,
  member_invited: 409,
  name_has_contact: 422,
  not_found: 404,
  organization_active: 409,
  organization_gone: 410,
  organization_paused: 402,
  passkey_ended: 409,
  passkey_known: 409,
  passkey_unknown: 401,
  passkey_wrong: 401,
  passkey_limit: 409,
  password_common: 422,
  password_easy: 422,
  password_needed: 422,
  password_pattern: 422,
  password_personal: 422,
  password_wrong: 422,
  payment_not_due: 409,
  payment_paid_anew: 409,
  payments_changed: 409,
  payments_not_due: 409,
  payments_not_found: 404,
  portal_paused: 402,
  proof_required: 403,
  receipt_needs_payment: 409,
  search_too_wide: 422,
  sign_up_pending: 403,
  start_date_far: 422,
  start_date_past: 422,
  subscription_exists: 409,
  subscription_none: 409,
  too_many_attempts: 429,
  too_many_guesses: 429,
  too_many_leads: 422,
  too_many_payments: 422,
  undo_too_late: 409,
  webhook_disabled: 409,
  webhook_host_not_allowed: 422,
  webhook_missing: 409,
  webhook_secret_unreadable: 409,
  webhook_port_not_allowed: 422,
  webhook_needs_https: 422,
  webhook_url_invalid: 422,
  webhook_url_required: 422,
} satisfies Record<ErrorCode, number>;

/** The HTTP status a refusal is answered with; 500 for what is none. */
export function statusOf(error: unknown): number {
  return error instanceof DomainError ? httpStatus[error.code] : 500;
}

/** How the answer to a refusal begins: its status, and how many seconds to wait where waiting helps. */
export function refusedWith(error: unknown): { status: number; headers?: Record<string, string> } {
  const status = statusOf(error);
  const wait = error instanceof DomainError && status === 429 ? error.params["seconds"] : undefined;
  return { status, ...(wait !== undefined && { headers: { "Retry-After": String(wait) } }) };
}

/**
 * Key of the sentence in the `errors` texts, with its parameters after "|"; nothing for a fault, which is no refusal.
 */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof DomainError)) return undefined;
  return Object.keys(error.params).length > 0 ? `${error.code}|${JSON.stringify(error.params)}` : error.code;
}

/** Never sent back to the page. */
const hideFields = ["password", "new_password", "code", "passkey"];

/** What was typed, with the errors of its schema. */
export function unreadReply(submission: Submission<unknown, string[]>): FormReply {
  return submission.reply({ hideFields });
}

/** What was typed, with the fields that are refused before their schema is asked, and why. */
export function refusedFields(form: FormData, fieldErrors: Record<string, string[]>): FormReply {
  return asTyped(form).reply({ fieldErrors, hideFields });
}

/**
 * What was typed, with what the domain refuses as an error of its field or of the form; null for a fault. `inWords`
 * makes the error of the reason's key.
 */
export function refusedReply(form: FormData, error: unknown, inWords: (reason: string) => string): FormReply | null {
  const reason = reasonOf(error);
  if (!(error instanceof DomainError) || reason === undefined) return null;
  const errors = [inWords(reason)];
  const reply: FormReply = {
    ...asTyped(form).reply({
      ...(error.field && errors[0] === reason ? { fieldErrors: { [error.field]: errors } } : { formErrors: errors }),
      hideFields,
    }),
    stale: true,
  };
  if (error instanceof ChangedMeanwhile) {
    reply.changed = error.changed;
    // Sent once more, the form is saved: now its sender has been told.
    reply.initialValue = { ...reply.initialValue, version: error.version };
  }
  return reply;
}

/** What was typed, to be shown again beside what came of it. */
export const typedReply = (form: FormData): FormReply => asTyped(form).reply({ hideFields });

/**
 * What was typed, with an unexpected error as an error of the form, and the answer's status: `message` says what
 * failed, unless the database was not available. `reference` is the id under which the error is in the log.
 */
export function faultReply(
  form: FormData,
  error: unknown,
  message: string,
  reference: string,
): [FormReply, { status: number }] {
  const away = isUnavailable(error);
  const formErrors = [away ? "unavailable" : `${message}|${JSON.stringify({ reference })}`];
  return [{ ...asTyped(form).reply({ formErrors, hideFields }), fault: true }, { status: away ? 503 : 500 }];
}

const asTyped = (form: FormData) => parseWithZod(form, { schema: z.looseObject({}) });
