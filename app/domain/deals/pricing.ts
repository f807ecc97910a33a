import type { Day } from "../shared/dates";
import { percentOf, type Money } from "../shared/money";

/** The part of an affiliate's active terms that decides what a deal pays. */
export interface PricingTerms {
  id: string;
  version: number;
  startDate: Day;
  /** Basis points; 1250 is 12.5 %. */
  revShareBp: number | null;
  /** Minor units of `currency`. */
  fixedAmount: number | null;
  currency: string;
}

/** How a commission came about. Stored with the deal, so it stays explained when terms change. */
export interface CommissionTrace {
  rule: "fixed" | "percentage" | "none";
  /** What the rule was applied to: the amount, or of a recurring deal the monthly revenue. Minor units. */
  base: Money;
  /** Per deal, or per month of a recurring deal. */
  per: "deal" | "month";
  terms: { id: string; version: number; startDate: Day } | null;
  revShareBp: number | null;
  fixedAmount: number | null;
  rounding: "half_up";
  result: Money;
}

/**
 * The commission of a deal (LEAD-07): the active terms' fixed amount if there is one, else the percentage of the base,
 * else 0. A fixed amount is owed in the terms' currency, a percentage in the deal's: amounts are never converted.
 * `base` is the amount of a one-time deal or the monthly revenue of a recurring one, in minor units; the result is due
 * once or every month respectively. Percentages round half up to the minor unit.
 */
export function priceCommission(
  base: Money,
  per: "deal" | "month",
  terms: PricingTerms | null,
): CommissionTrace {
  const trace = (rule: CommissionTrace["rule"], result: Money): CommissionTrace => ({
    rule,
    base,
    per,
    terms: terms && { id: terms.id, version: terms.version, startDate: terms.startDate },
    revShareBp: rule === "percentage" ? (terms?.revShareBp ?? null) : null,
    fixedAmount: rule === "fixed" ? (terms?.fixedAmount ?? null) : null,
    rounding: "half_up",
    result,
  });
  if (terms?.fixedAmount != null) {
    return trace("fixed", { amount: terms.fixedAmount, currency: terms.currency });
  }
  if (terms?.revShareBp != null) {
    return trace("percentage", { amount: percentOf(base.amount, terms.revShareBp), currency: base.currency });
  }
  return trace("none", { amount: 0, currency: base.currency });
}
