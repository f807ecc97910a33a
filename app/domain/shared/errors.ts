/** What a domain error means, without HTTP, exit codes or jobs. Each entry point maps the kinds to its responses. */
export type RefusalKind = keyof typeof kinds;

interface Nature {
  /** What must change before the action can succeed: the caller's input, or the stored data. */
  cause: "input" | "state";
  /**
   * Result of the same attempt later. `same`: it is rejected again. `passes`: it may succeed, because a concurrent
   * change is over, time has passed, or the operator has corrected a setting. `moot`: the organization is paused or
   * deleted, so nothing is left to do.
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
}

/**
 * The catalog of domain errors: the kind of each code, and where the code differs from its kind. The sentence for
 * people is `errors.<code>` in the language files.
 */
export const refusals = {
  affiliate_busy: { kind: "race", api: true },
  affiliate_email_taken: { kind: "conflict", api: true },
  affiliate_has_deals: { kind: "conflict", api: true },
  affiliate_inactive: { kind: "forbidden" },
  amount_invalid_whole: { kind: "invalid", api: true },
  api_key_limit: { kind: "conflict" },
  api_key_name_taken: { kind: "invalid", cause: "state" },
  changed_meanwhile: { kind: "race", api: true },
  credentials_wrong: { kind: "unauthenticated" },
  currency_unclear: { kind: "invalid", api: true },
  deal_commission_paid: { kind: "conflict", api: true },
  deal_currency_fixed: { kind: "conflict", api: true },
  deal_end_built_on: { kind: "conflict", api: true },
  deal_end_changed: { kind: "conflict", api: true },
  deal_end_in_future: { kind: "invalid", cause: "state", api: true },
  deal_end_outside: { kind: "invalid", cause: "state", api: true },
  deal_ended: { kind: "conflict", api: true },
  deal_not_one_time: { kind: "conflict", api: true },
  deal_type_fixed: { kind: "conflict", api: true },
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
  forbidden: { kind: "forbidden", api: true },
  idempotency_key_reused: { kind: "invalid", api: true },
  import_file_broken: { kind: "invalid" },
  import_file_empty: { kind: "invalid" },
  import_file_missing: { kind: "invalid" },
  import_file_no_text: { kind: "invalid" },
  import_file_too_large: { kind: "invalid" },
  import_row_too_long: { kind: "invalid" },
  import_state: { kind: "conflict" },
  import_too_many_columns: { kind: "invalid" },
  import_too_many_invited: { kind: "invalid", cause: "state" },
  import_too_many_rows: { kind: "invalid" },
  invitation_by_mail_only: { kind: "forbidden" },
  invitation_inactive: { kind: "conflict", api: true },
  invitation_mailbox_full: { kind: "rate_limited" },
  invitation_paused: { kind: "paused", again: "same" },
  invitation_revoked: { kind: "gone" },
  invitation_too_soon: { kind: "rate_limited", api: true },
  kept_longer: { kind: "conflict", cause: "input" },
  last_owner: { kind: "conflict" },
  lead_affiliate_inactive: { kind: "conflict" },
  lead_erased: { kind: "conflict", api: true },
  lead_has_deal: { kind: "conflict", api: true },
  lead_not_open: { kind: "conflict", api: true },
  lead_undo_too_late: { kind: "conflict" },
  link_expired: { kind: "gone" },
  link_unknown: { kind: "not_found" },
  link_used: { kind: "gone" },
  mail_budget_used: { kind: "rate_limited", api: true },
  member_exists: { kind: "conflict" },
  member_invited: { kind: "conflict" },
  name_has_contact: { kind: "invalid", api: true },
  not_found: { kind: "not_found", api: true },
  organization_active: { kind: "conflict" },
  organization_gone: { kind: "gone", again: "moot", api: true },
  organization_paused: { kind: "paused", api: true },
  passkey_ended: { kind: "conflict" },
  passkey_known: { kind: "conflict" },
  passkey_limit: { kind: "conflict" },
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
  payments_changed: { kind: "race" },
  payments_not_due: { kind: "conflict", api: true },
  payments_not_found: { kind: "not_found", api: true },
  portal_paused: { kind: "paused" },
  proof_required: { kind: "forbidden" },
  receipt_needs_payment: { kind: "conflict", api: true },
  search_too_wide: { kind: "invalid", api: true },
  sign_up_pending: { kind: "forbidden" },
  start_date_far: { kind: "invalid", api: true },
  start_date_past: { kind: "invalid", api: true },
  subscription_exists: { kind: "conflict", cause: "input" },
  subscription_none: { kind: "conflict", cause: "input" },
  too_many_attempts: { kind: "rate_limited" },
  too_many_guesses: { kind: "rate_limited", again: "same" },
  too_many_leads: { kind: "invalid" },
  too_many_payments: { kind: "invalid", api: true },
  undo_too_late: { kind: "conflict", api: true },
  webhook_disabled: { kind: "conflict" },
  // The operator may correct the setting.
  webhook_host_not_allowed: { kind: "invalid", again: "passes" },
  webhook_missing: { kind: "conflict" },
  webhook_needs_https: { kind: "invalid", again: "passes" },
  webhook_port_not_allowed: { kind: "invalid", again: "passes" },
  // Until a new secret is created.
  webhook_secret_unreadable: { kind: "conflict", again: "passes" },
  webhook_url_invalid: { kind: "invalid" },
  webhook_url_required: { kind: "invalid" },
} as const satisfies Record<string, Refusal>;

export type ErrorCode = keyof typeof refusals;

/** Returns the kind of a code with what the code says differently. */
export function natureOf(code: ErrorCode): Required<Omit<Refusal, "api">> {
  const refusal: Refusal = refusals[code];
  return { ...kinds[refusal.kind], ...refusal };
}

/** A rule of the product rejects an action. `field` is the affected form field in snake_case. */
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
