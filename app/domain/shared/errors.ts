/** What a domain error means, without HTTP, exit codes or jobs. Each entry point maps the kinds to its responses. */
export type RefusalKind = keyof typeof kinds;

interface Nature {
  /** What must change before the action can succeed: the caller's input, or the stored data. */
  cause: "input" | "state";
  /**
   * Result of the same attempt later. `same`: it is rejected again. `passes`: it may succeed, because a concurrent
   * change is over, time has passed, or the operator has corrected a setting. `moot`: the organization is paused,
   * closed or deleted, so nothing is left to do.
   */
  again: "same" | "passes" | "moot";
}

const kinds = {
  unauthenticated: { cause: "input", again: "same" },
  paused: { cause: "state", again: "moot" },
  forbidden: { cause: "state", again: "same" },
  not_found: { cause: "input", again: "same" },
  conflict: { cause: "state", again: "same" },
  /** The stored data changed during the action. */
  race: { cause: "state", again: "passes" },
  gone: { cause: "state", again: "same" },
  invalid: { cause: "input", again: "same" },
  rate_limited: { cause: "state", again: "passes" },
} satisfies Record<string, Nature>;

interface Refusal extends Partial<Nature> {
  kind: RefusalKind;
  /** True if an operation of the API can be rejected with the code; the page of the API explains these. */
  api?: true;
  /** Names of the values that the sentence or an entry point needs, and of those that it may get. */
  params?: readonly string[];
  optional?: readonly string[];
}

/**
 * The catalog of domain errors: the kind of each code, and where the code differs from its kind. The sentence for
 * people is `errors.<code>` in the language files.
 */
export const refusals = {
  account_link_gone: { kind: "gone" },
  account_not_waiting: { kind: "conflict" },
  account_own_entry: { kind: "forbidden" },
  affiliate_busy: { kind: "race", api: true },
  affiliate_email_taken: { kind: "conflict", api: true },
  affiliate_has_deals: { kind: "conflict", api: true },
  affiliate_inactive: { kind: "forbidden" },
  affiliates_required: { kind: "invalid" },
  agreement_not_offered: { kind: "conflict" },
  agreement_outdated: { kind: "conflict" },
  amount_invalid_whole: { kind: "invalid", api: true, params: ["currency"] },
  api_key_limit: { kind: "conflict", params: ["max"] },
  api_key_name_taken: { kind: "invalid", cause: "state" },
  bank_file_broken: { kind: "conflict" },
  bank_file_day: { kind: "invalid" },
  bank_file_empty: { kind: "conflict" },
  bank_file_id: { kind: "conflict", params: ["id"] },
  batch_undo_too_late: { kind: "conflict" },
  cancel_reason_required: { kind: "invalid" },
  changed_meanwhile: { kind: "race", api: true },
  conversation_full: { kind: "conflict", params: ["max"] },
  conversation_pace: { kind: "rate_limited", params: ["max"] },
  credentials_wrong: { kind: "unauthenticated" },
  commission_paid_out: { kind: "conflict", api: true },
  commission_in_payout: { kind: "conflict", api: true },
  currency_unclear: { kind: "invalid", api: true, params: ["currency", "choices"] },
  customer_has_not_paid: { kind: "conflict", api: true },
  customer_paid_in_future: { kind: "invalid", cause: "state", api: true },
  datev_character: { kind: "conflict", params: ["name", "character"] },
  datev_creditor_invalid: { kind: "invalid", params: ["first", "last"] },
  datev_creditor_length: { kind: "conflict", params: ["name", "number"] },
  datev_creditor_missing: { kind: "conflict", params: ["name"] },
  datev_creditor_taken: { kind: "conflict", params: ["name"] },
  datev_empty: { kind: "conflict" },
  datev_files_pending: { kind: "race" },
  datev_fiscal_year: { kind: "invalid" },
  datev_numbers_used_up: { kind: "conflict" },
  datev_reference: { kind: "conflict", params: ["number"] },
  datev_settings_missing: { kind: "conflict" },
  datev_too_large: { kind: "conflict", params: ["max"] },
  deal_commission_paid: { kind: "conflict", api: true },
  deal_currency_fixed: { kind: "conflict", api: true },
  deal_end_built_on: { kind: "conflict", api: true },
  claim_deducted: { kind: "conflict", api: true },
  claim_settled: { kind: "conflict", api: true },
  deal_end_changed: { kind: "conflict", api: true },
  deal_end_in_future: { kind: "invalid", cause: "state", api: true },
  deal_end_outside: { kind: "invalid", cause: "state", api: true },
  deal_ended: { kind: "conflict", api: true },
  deal_in_payout: { kind: "conflict", api: true },
  deal_not_one_time: { kind: "conflict", api: true },
  deal_type_fixed: { kind: "conflict", api: true },
  document_canceled: { kind: "conflict" },
  document_pending: { kind: "conflict", again: "passes", api: true },
  email_of_affiliate: { kind: "conflict" },
  email_same: { kind: "invalid" },
  email_taken: { kind: "conflict" },
  email_unconfirmed: { kind: "forbidden" },
  erase_name_differs: { kind: "invalid" },
  erase_works_here: { kind: "conflict" },
  factor_code_used: { kind: "unauthenticated" },
  factor_code_wrong: { kind: "unauthenticated" },
  factor_ended: { kind: "conflict", cause: "input" },
  factor_is_on: { kind: "conflict", cause: "input" },
  factor_own_first: { kind: "conflict" },
  factor_required: { kind: "forbidden" },
  file_broken: { kind: "invalid", api: true },
  file_empty: { kind: "invalid", api: true },
  file_in_use: { kind: "conflict", api: true },
  file_not_found: { kind: "invalid", cause: "state", api: true },
  file_quota: { kind: "conflict", api: true, params: ["max"] },
  file_refused: { kind: "invalid", api: true },
  file_too_large: { kind: "invalid", api: true, params: ["max"] },
  file_type: { kind: "invalid", api: true },
  // The scanner may work again later.
  file_unchecked: { kind: "conflict", again: "passes", api: true },
  forbidden: { kind: "forbidden", api: true },
  idempotency_key_reused: { kind: "invalid", api: true },
  import_file_broken: { kind: "invalid", params: ["line"] },
  import_file_empty: { kind: "invalid" },
  import_file_missing: { kind: "invalid" },
  import_file_no_text: { kind: "invalid" },
  import_file_too_large: { kind: "invalid", params: ["max"] },
  import_row_too_long: { kind: "invalid", params: ["line", "max"] },
  import_state: { kind: "conflict" },
  import_too_many_columns: { kind: "invalid", params: ["max"] },
  import_too_many_invited: { kind: "invalid", cause: "state", params: ["max"] },
  import_too_many_rows: { kind: "invalid", params: ["max"] },
  invoice_changed: { kind: "race" },
  invoice_file_required: { kind: "invalid" },
  invoice_file_type: { kind: "invalid" },
  invoice_in_bank_file: { kind: "conflict" },
  invoice_not_needed: { kind: "conflict" },
  invoice_number_used: { kind: "conflict", params: ["invoice", "number"] },
  invoice_sum: { kind: "invalid" },
  invoice_limit: { kind: "conflict", params: ["max"] },
  invoice_xml_broken: { kind: "invalid" },
  invoice_xml_kind: { kind: "invalid" },
  invoice_xml_payable: { kind: "invalid" },
  invoice_xml_unknown: { kind: "invalid" },
  invoice_xml_value: { kind: "invalid", params: ["term"] },
  invitation_by_mail_only: { kind: "forbidden" },
  invitation_inactive: { kind: "conflict", api: true },
  invitation_mailbox_full: { kind: "rate_limited" },
  invitation_paused: { kind: "paused", again: "same" },
  invitation_revoked: { kind: "gone" },
  invitation_too_soon: { kind: "rate_limited", api: true, params: ["seconds"] },
  kept_longer: { kind: "conflict", cause: "input" },
  last_owner: { kind: "conflict" },
  lead_affiliate_inactive: { kind: "conflict" },
  lead_delete_deals: { kind: "conflict", api: true },
  lead_erased: { kind: "conflict", api: true },
  lead_has_deal: { kind: "conflict", api: true },
  lead_merged: { kind: "gone", api: true, params: ["id"] },
  lead_not_open: { kind: "conflict", api: true },
  lead_undo_too_late: { kind: "conflict" },
  link_expired: { kind: "gone", optional: ["purpose"] },
  link_unknown: { kind: "not_found" },
  own_choices_limit: { kind: "invalid", params: ["max"] },
  own_choices_required: { kind: "invalid" },
  own_choices_twice: { kind: "invalid" },
  own_field_gone: { kind: "conflict", api: true },
  own_field_limit: { kind: "conflict", params: ["max"] },
  own_label_taken: { kind: "conflict" },
  own_required: { kind: "invalid", api: true },
  link_used: { kind: "gone", optional: ["purpose"] },
  mail_budget_used: { kind: "rate_limited", api: true, params: ["limit", "seconds"] },
  member_exists: { kind: "conflict" },
  member_invited: { kind: "conflict" },
  merge_deals_differ: { kind: "conflict" },
  merge_same: { kind: "invalid" },
  message_reader_changed: { kind: "conflict" },
  name_has_contact: { kind: "invalid", api: true },
  next_step_day_required: { kind: "invalid", api: true },
  next_step_required: { kind: "invalid", api: true },
  not_found: { kind: "not_found", api: true },
  objection_answer_required: { kind: "invalid" },
  objection_reason_required: { kind: "invalid" },
  organization_active: { kind: "conflict" },
  organization_closed: { kind: "forbidden", again: "moot", api: true },
  organization_gone: { kind: "gone", again: "moot", api: true },
  organization_name_differs: { kind: "invalid" },
  organization_paused: { kind: "paused", api: true, params: ["kept_until"] },
  passkey_ended: { kind: "conflict" },
  passkey_known: { kind: "conflict" },
  passkey_limit: { kind: "conflict", params: ["max"] },
  passkey_unknown: { kind: "unauthenticated" },
  passkey_wrong: { kind: "unauthenticated" },
  password_common: { kind: "invalid" },
  password_easy: { kind: "invalid" },
  password_needed: { kind: "invalid" },
  password_pattern: { kind: "invalid" },
  password_personal: { kind: "invalid" },
  password_wrong: { kind: "invalid" },
  payment_not_due: { kind: "conflict", api: true },
  payment_paid_anew: { kind: "conflict" },
  payer_account_missing: { kind: "conflict" },
  payer_incomplete: { kind: "conflict" },
  payments_changed: { kind: "race" },
  payments_not_due: { kind: "conflict", api: true },
  payments_not_found: { kind: "not_found", api: true },
  payout_invoice_needed: { kind: "conflict" },
  payout_day_early: { kind: "invalid", cause: "state" },
  payout_day_in_future: { kind: "invalid", cause: "state" },
  payout_objected: { kind: "conflict", params: ["name"] },
  payout_state: { kind: "conflict" },
  payout_file_account: { kind: "conflict", params: ["name"] },
  payout_file_currencies: { kind: "conflict", params: ["currencies"] },
  payout_file_currency: { kind: "conflict", params: ["currency"] },
  payout_file_email: { kind: "conflict", params: ["name"] },
  payout_file_empty: { kind: "conflict" },
  payout_file_id: { kind: "conflict", params: ["id"] },
  payout_file_too_long: { kind: "conflict", params: ["max"] },
  payout_template_broken: { kind: "invalid" },
  payout_template_missing: { kind: "invalid", params: ["columns"] },
  payout_template_none: { kind: "conflict" },
  payout_template_unknown: { kind: "invalid", params: ["column"] },
  portal_closed: { kind: "forbidden", again: "moot", params: ["organization"] },
  portal_paused: { kind: "paused", params: ["organization"] },
  proof_required: { kind: "forbidden" },
  receipt_both: { kind: "invalid", api: true },
  receipt_needs_payment: { kind: "conflict", api: true },
  receipt_required: { kind: "invalid", api: true },
  reclaim_changed: { kind: "race" },
  responsible_required: { kind: "invalid" },
  run_changed: { kind: "race" },
  run_empty: { kind: "invalid" },
  run_needs_member: { kind: "forbidden" },
  run_not_ready: { kind: "conflict" },
  run_second_member: { kind: "forbidden" },
  run_state: { kind: "conflict" },
  run_too_large: { kind: "conflict", params: ["max"] },
  run_until_future: { kind: "invalid", cause: "state" },
  run_void_reason: { kind: "invalid" },
  search_too_wide: { kind: "invalid", api: true, params: ["max"] },
  settlement_built_on: { kind: "conflict" },
  sign_up_pending: { kind: "forbidden", params: ["email", "sign_up"] },
  start_date_far: { kind: "invalid", api: true },
  start_date_past: { kind: "invalid", api: true },
  subscription_exists: { kind: "conflict", cause: "input" },
  subscription_none: { kind: "conflict", cause: "input" },
  too_many_affiliates: { kind: "invalid", params: ["max"] },
  too_many_attempts: { kind: "rate_limited", params: ["count", "seconds"] },
  too_many_guesses: { kind: "rate_limited", again: "same" },
  too_many_leads: { kind: "invalid", params: ["max"] },
  too_many_payments: { kind: "invalid", api: true, params: ["max"] },
  transfer_account: { kind: "conflict", params: ["name"] },
  transfer_address: { kind: "conflict", params: ["name"] },
  transfer_amount: { kind: "conflict", params: ["name"] },
  transfer_currency: { kind: "conflict", params: ["currency"] },
  transfer_name: { kind: "conflict", params: ["name"] },
  transfer_out_of_reach: { kind: "conflict", params: ["name"] },
  undo_too_late: { kind: "conflict", api: true },
  webhook_disabled: { kind: "conflict" },
  // The operator may correct the setting.
  webhook_host_not_allowed: { kind: "invalid", again: "passes", params: ["hosts"] },
  webhook_missing: { kind: "conflict" },
  webhook_needs_https: { kind: "invalid", again: "passes" },
  webhook_port_not_allowed: { kind: "invalid", again: "passes" },
  // Until a new secret is created.
  webhook_secret_unreadable: { kind: "conflict", again: "passes" },
  webhook_url_invalid: { kind: "invalid" },
  webhook_url_required: { kind: "invalid" },
  view_limit: { kind: "conflict", params: ["max"] },
  view_name_taken: { kind: "invalid", cause: "state" },
} as const satisfies Record<string, Refusal>;

export type ErrorCode = keyof typeof refusals;

/** Returns the kind of a code with what the code says differently. */
export function natureOf(code: ErrorCode): Nature & { kind: RefusalKind } {
  const refusal: Refusal = refusals[code];
  return { ...kinds[refusal.kind], ...refusal };
}

type Catalog = typeof refusals;
type CodeWith<Key extends string> = {
  [C in ErrorCode]: Catalog[C] extends Record<Key, unknown> ? C : never;
}[ErrorCode];
type Values<Names> = Names extends readonly (infer Name extends string)[] ? Record<Name, string | number> : never;

/** A code with the values it needs, and the affected form field in snake_case. */
type RefusalArguments =
  | [
      code: Exclude<ErrorCode, CodeWith<"params"> | CodeWith<"optional">>,
      params?: Record<string, never>,
      field?: string,
    ]
  | { [C in CodeWith<"params">]: [code: C, params: Values<Catalog[C]["params"]>, field?: string] }[CodeWith<"params">]
  | {
      [C in CodeWith<"optional">]: [code: C, params?: Values<Catalog[C]["optional"]>, field?: string];
    }[CodeWith<"optional">];

/** A rule of the product rejects an action. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, string | number>>;
  field: string | undefined;

  constructor(...[code, params = {}, field]: RefusalArguments) {
    super(code);
    this.code = code;
    this.params = params;
    this.field = field;
  }

  /** Sets the affected form field and returns the error. */
  at(field: string): this {
    this.field = field;
    return this;
  }
}
