import { z } from "zod";
import { dealTypes, DEFAULT_CONTRACT_MONTHS, MAX_CONTRACT_MONTHS } from "./deal.schema";
import {
  priceCommission,
  type CommissionTrace,
  type PricedDeal,
  type PricingTerms,
  type WonVolume,
} from "../terms/pricing";
import { parseAmountInput } from "../shared/amount-problem";
import { optionalEntry, requiredEntry } from "../shared/fields";
import { LARGEST_AMOUNT, percentOf, times, type Money } from "../shared/money";
import { termCurrency } from "../terms/term.schema";

/** Input of the calculator: a deal without its year. */
export type CalculatorQuestion = Omit<PricedDeal, "year">;

const question = z.object({
  amount: requiredEntry("amount_required"),
  currency: termCurrency,
  deal_type: z.enum(dealTypes, { error: "deal_type_required" }).default("one-time"),
  /** Used for tiered terms only, where the whole worth of a recurring deal counts. */
  contract_duration_months: optionalEntry,
});

/** Schema of the calculator's form (POR-04), sent by GET. `locale` determines how numbers are read. */
export const calculatorSchemaFor = (locale?: string) =>
  question.transform((input, context): CalculatorQuestion => {
    const fail = (path: string, message: string) => {
      context.addIssue({ code: "custom", path: [path], message });
      return z.NEVER;
    };
    const recurring = input.deal_type === "recurring";
    const typedMonths = input.contract_duration_months || String(DEFAULT_CONTRACT_MONTHS);
    const months = recurring ? (/^\d{1,3}$/.test(typedMonths) ? Number(typedMonths) : 0) : 1;
    if (months < 1 || months > MAX_CONTRACT_MONTHS) fail("contract_duration_months", "duration_invalid");
    const most = LARGEST_AMOUNT / Math.max(months, 1);
    const { amount, problem } = parseAmountInput(input.amount, input.currency, { locale, most });
    if (problem !== null) return fail("amount", problem);
    return {
      base: { amount, currency: input.currency },
      per: recurring ? "month" : "deal",
      total: times(amount, months),
    };
  });

export interface Estimate {
  /** Commission of the deal if won, calculated by the function that prices deals. */
  pays: CommissionTrace;
  /** Commission by percentage; null without one in the terms. `fixed` is the same for the fixed amount. */
  percentage: Money | null;
  fixed: Money | null;
}

/**
 * Returns what an affiliate's terms pay for a deal closed in `year`, given the won volume. Percentages round half up to
 * the minor unit.
 */
export function estimateCommission(
  question: CalculatorQuestion,
  terms: PricingTerms,
  year: number,
  won: readonly WonVolume[],
): Estimate {
  const { base } = question;
  const pays = priceCommission({ ...question, year }, terms, won);
  const rate = terms.revShareBp ?? pays.revShareBp;
  return {
    pays,
    percentage: rate === null ? null : { amount: percentOf(base.amount, rate), currency: base.currency },
    fixed: terms.fixedAmount === null ? null : { amount: terms.fixedAmount, currency: terms.currency },
  };
}
