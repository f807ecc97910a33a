import { z } from "zod";
import { ChangedMeanwhile } from "~/domain/shared/changed-meanwhile.server";
import type { DomainError } from "~/domain/shared/errors";
import { type ErrorCode } from "~/domain/shared/errors";
import { namesOf } from "~/domain/shared/field-list";
import { about, type RestTexts } from "./texts.server";

// What the API refuses, as "problem details" (RFC 9457).

/** What only this door refuses, by its code: the status it is answered with. Its sentence is `rest:problems.<code>`. */
export const apiProblems = {
  unauthorized: 401,
  read_only_key: 403,
  unknown_address: 404,
  method_not_allowed: 405,
  precondition_failed: 412,
  body_too_large: 413,
  body_not_json: 415,
  body_encoded: 415,
  body_malformed: 400,
  invalid: 422,
  cursor_invalid: 422,
  idempotency_key_invalid: 400,
  too_many_requests: 429,
  fault: 500,
  unavailable: 503,
} as const satisfies Record<keyof RestTexts["problems"], number>;

/** Whether the domain refuses what comes in through this door with a code. */
const isAnswered = {
  affiliate_busy: true,
  affiliate_email_taken: true,
  affiliate_has_deals: true,
  affiliate_inactive: false,
  amount_invalid_whole: true,
  api_key_limit: false,
  api_key_name_taken: false,
  changed_meanwhile: true,
  credentials_wrong: false,
  currency_unclear: true,
  deal_commission_paid: true,
  deal_currency_fixed: true,
  deal_end_built_on: true,
  deal_end_changed: true,
  deal_end_in_future: true,
  deal_end_outside: true,
  deal_ended: true,
  deal_not_one_time: true,
  deal_type_fixed: true,
  email_unconfirmed: false,
  erase_name_differs: false,
  erase_works_here: false,
  factor_code_wrong: false,
  factor_code_used: false,
  factor_ended: false,
  factor_is_on: false,
  factor_own_first: false,
  factor_required: false,
  forbidden: true,
  idempotency_key_reused: true,
  import_file_broken: false,
  import_file_empty: false,
  import_file_missing: false,
  import_file_no_text: false,
  import_file_too_large: false,
  import_row_too_long: false,
  import_state: false,
  import_too_many_columns: false,
  import_too_many_invited: false,
  import_too_many_rows: false,
  invitation_by_mail_only: false,
  invitation_inactive: true,
  invitation_mailbox_full: false,
  invitation_paused: false,
  invitation_revoked: false,
  invitation_too_soon: true,
  kept_longer: false,
  email_of_affiliate: false,
  email_same: false,
  email_taken: false,
  last_owner: false,
  lead_affiliate_inactive: false,
  lead_erased: true,
  lead_has_deal: true,
  lead_not_open: true,
  lead_undo_too_late: false,
  link_expired: false,
  link_unknown: false,
  link_used: false,
  mail_budget_used: true,
  member_exists: false,
  member_invited: false,
  name_has_contact: true,
  not_found: true,
  organization_active: false,
  organization_gone: true,
  organization_paused: true,
  passkey_ended: false,
  passkey_known: false,
  passkey_unknown: false,
  passkey_wrong: false,
  passkey_limit: false,
  password_common: false,
  password_easy: false,
  password_needed: false,
  password_pattern: false,
  password_personal: false,
  password_wrong: false,
  payment_not_due: true,
  payment_paid_anew: false,
  payments_changed: false,
  payments_not_due: true,
  payments_not_found: true,
  portal_paused: false,
  proof_required: false,
  receipt_needs_payment: true,
  search_too_wide: true,
  sign_up_pending: false,
  start_date_far: true,
  start_date_past: true,
  subscription_exists: false,
  subscription_none: false,
  too_many_attempts: false,
  too_many_guesses: false,
  too_many_leads: false,
  too_many_payments: true,
  undo_too_late: true,
  webhook_disabled: false,
  webhook_secret_unreadable: false,
  webhook_host_not_allowed: false,
  webhook_missing: false,
  webhook_needs_https: false,
  webhook_port_not_allowed: false,
  webhook_url_invalid: false,
  webhook_url_required: false,
} as const satisfies Record<ErrorCode, boolean>;

type DomainProblem = {
  [C in ErrorCode]: (typeof isAnswered)[C] extends true ? C : never;
}[ErrorCode];

/** What the domain refuses of what comes in through this door. The page of the API explains each. */
export const domainProblems = namesOf(isAnswered).filter((code): code is DomainProblem => isAnswered[code]);

export type ApiProblemCode = keyof typeof apiProblems;

/** What is wrong with one part of a request. */
export interface PartProblem {
  /** In the body a JSON Pointer (RFC 6901). */
  pointer?: string;
  /** Name of the parameter. */
  parameter?: string;
  /** Key of a sentence in the `errors` or `rest:parts` texts, with parameters after "|". */
  message: string;
}

/** A request that this door refuses before the domain is asked. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  constructor(
    readonly code: ApiProblemCode,
    readonly parts: readonly PartProblem[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(code);
  }
}

/** Fields that the domain refuses by the names of its forms, where the API names them otherwise. */
export function partsOf(error: DomainError): PartProblem[] {
  if (error instanceof ChangedMeanwhile) {
    return Object.keys(error.changed).map((field) => ({ pointer: `/${field}`, message: error.code }));
  }
  return error.field ? [{ pointer: `/${error.field}`, message: error.code }] : [];
}

/** A problem as it is sent. */
export const problemSchema = z
  .object({
    type: z.url().describe(about("problem_type")),
    title: z.string(),
    status: z.int(),
    code: z.string().describe(about("problem_code")),
    detail: z.string(),
    request_id: z.string(),
    errors: z
      .array(
        z.object({
          pointer: z.string().optional().describe(about("problem_pointer")),
          parameter: z.string().optional(),
          code: z.string(),
          detail: z.string(),
        }),
      )
      .optional(),
  })
  .meta({ id: "Problem" });

export type Problem = z.output<typeof problemSchema>;
export type ProblemCode = ApiProblemCode | ErrorCode;
