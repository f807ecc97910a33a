import type { Tier } from "./pricing";
import type { FormValues } from "../shared/edit-conflict.server";
import { addMonths, type Day } from "../shared/dates";

export const cadences = ["ad-hoc", "monthly", "quarterly", "yearly"] as const;
export const termCurrencies = ["EUR", "USD", "CHF"] as const;
/** What must happen before a commission is due: its period begins, or the customer pays (PAY-18). */
export const dueWhens = ["period", "customer_paid"] as const;
export type DueWhen = (typeof dueWhens)[number];
/** Limit for the days that pass before a commission is due (PAY-13). */
export const MAX_HOLDING_DAYS = 90;
/** Not stored; derived from the stored amounts. */
export const termModels = ["rev_share", "fixed", "both", "tiered"] as const;
export type TermModel = (typeof termModels)[number];

/** Returns the currency of new terms: the organization's default currency if it is offered. */
export const usualTermCurrency = (defaultCurrency: string) =>
  termCurrencies.find((currency) => currency === defaultCurrency) ?? "EUR";

/** A start date further ahead is considered a typing error. */
const MAX_YEARS_AHEAD = 10;

/** Returns why terms cannot start on a day, as a key of the `errors` texts. */
export function startDateProblem(start: Day, today: Day): "start_date_past" | "start_date_far" | null {
  if (start < today) return "start_date_past";
  return start > addMonths(today, 12 * MAX_YEARS_AHEAD) ? "start_date_far" : null;
}

/** The content of a version of the terms. */
export interface TermRules {
  cadence: (typeof cadences)[number];
  /** Basis points. */
  revShareBp: number | null;
  /** Minor units. */
  fixedAmount: number | null;
  tiers: Tier[] | null;
  currency: string;
  dueWhen: DueWhen;
  holdingDays: number;
  startDate: Day;
}

/** Terms that begin on the day on which an affiliate is added. */
export type StandardRules = Omit<TermRules, "startDate">;

export interface NewTerms extends TermRules {
  affiliateId: string;
  version?: string | undefined;
}

/** Returns the commission model of the stored amounts. */
export function modelOf(term: Pick<TermRules, "revShareBp" | "fixedAmount" | "tiers">): TermModel {
  if (term.tiers) return "tiered";
  if (term.fixedAmount === null) return "rev_share";
  return term.revShareBp === null ? "fixed" : "both";
}

/** Form fields of the terms; all tiers count as one field. */
export type TermField =
  | "model"
  | "rev_share_percent"
  | "fixed_amount"
  | "tiers"
  | "currency"
  | "cadence"
  | "due_when"
  | "holding_days"
  | "start_date";

/**
 * Returns the form's values for comparison: percentages in basis points, each tier as `from:rate`. Null values without
 * terms.
 */
export function termValues(terms: TermRules | null): Record<TermField, FormValues[string]> {
  const { currency = null, fixedAmount = null } = terms ?? {};
  return {
    model: terms && modelOf(terms),
    rev_share_percent: terms?.revShareBp?.toString() ?? null,
    fixed_amount: fixedAmount === null || currency === null ? null : { amount: fixedAmount, currency },
    tiers: terms?.tiers?.map(({ from, rateBp }) => `${from}:${rateBp}`).join(" ") ?? null,
    currency,
    cadence: terms && terms.cadence,
    due_when: terms && terms.dueWhen,
    holding_days: terms && terms.holdingDays,
    start_date: terms && terms.startDate,
  };
}
