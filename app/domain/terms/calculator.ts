import { z } from "zod";
import { dealTypes } from "../deals/deal.schema";
import { priceCommission, type CommissionTrace, type PricingTerms } from "../deals/pricing";
import { parseAmount, percentOf, type Money } from "../shared/money";
import { termCurrencies } from "./term.schema";

/** What the calculator is asked: the amount of a deal, or the monthly revenue of a recurring one. */
export interface CalculatorQuestion {
  base: Money;
  per: CommissionTrace["per"];
}

/** The calculator's form (POR-04), sent by GET. */
export const calculatorSchema = z
  .object({
    amount: z.string({ error: "amount_required" }).trim().min(1, "amount_required"),
    currency: z.enum(termCurrencies, { error: "currency_required" }).default("EUR"),
    deal_type: z.enum(dealTypes, { error: "deal_type_required" }).default("one-time"),
  })
  .transform((input, context): CalculatorQuestion => {
    const amount = parseAmount(input.amount, input.currency);
    if (amount === null || amount <= 0) {
      const message = amount === null ? "amount_invalid" : "amount_positive";
      context.addIssue({ code: "custom", path: ["amount"], message });
      return z.NEVER;
    }
    return {
      base: { amount, currency: input.currency },
      per: input.deal_type === "recurring" ? "month" : "deal",
    };
  });

export interface Estimate {
  /** What a won deal really pays, by the rule deals are priced with. */
  pays: CommissionTrace;
  /** The calculator's figures, percentage first; null where the terms have none. */
  percentage: Money | null;
  fixed: Money | null;
}

/** What an affiliate's terms make of an amount. Percentages round half up to the minor unit. */
export function estimateCommission({ base, per }: CalculatorQuestion, terms: PricingTerms): Estimate {
  return {
    pays: priceCommission(base, per, terms),
    percentage:
      terms.revShareBp === null
        ? null
        : { amount: percentOf(base.amount, terms.revShareBp), currency: base.currency },
    fixed: terms.fixedAmount === null ? null : { amount: terms.fixedAmount, currency: terms.currency },
  };
}
