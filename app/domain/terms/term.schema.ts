import { z } from "zod";
import type { Day } from "../shared/dates";
import { recordId, requiredDay } from "../shared/fields";
import { LARGEST_AMOUNT, parseAmount, parsePercent } from "../shared/money";

export const cadences = ["ad-hoc", "monthly", "quarterly", "yearly"] as const;
export const termCurrencies = ["EUR", "USD", "CHF"] as const;
/** Not stored: it follows from which of the two amounts a term has. */
export const termModels = ["rev_share", "fixed", "both"] as const;

/** A recurring deal pays it up to 600 times, which must not exceed the largest amount there is. */
const LARGEST_FIXED_AMOUNT = LARGEST_AMOUNT / 1000;

export interface NewTerms {
  affiliateId: string;
  cadence: (typeof cadences)[number];
  /** Basis points. */
  revShareBp: number | null;
  /** Minor units. */
  fixedAmount: number | null;
  currency: string;
  startDate: Day;
}

/** The contract terms form (AFF-07). Fields of the model that was not chosen are ignored. */
export const saveTermsSchema = z
  .object({
    affiliate_id: recordId,
    model: z.enum(termModels, { error: "model_required" }).default("rev_share"),
    cadence: z.enum(cadences, { error: "cadence_required" }).default("ad-hoc"),
    rev_share_percent: z.string().trim().optional(),
    fixed_amount: z.string().trim().optional(),
    currency: z.enum(termCurrencies, { error: "currency_required" }).default("EUR"),
    start_date: requiredDay("start_date_required"),
  })
  .transform((input, context): NewTerms => {
    const fail = (path: string, message: string) => {
      context.addIssue({ code: "custom", path: [path], message });
      return null;
    };
    const revShare = (): number | null => {
      if (!input.rev_share_percent) return fail("rev_share_percent", "rev_share_required");
      const bp = parsePercent(input.rev_share_percent);
      if (bp === null || bp > 10_000) return fail("rev_share_percent", "rev_share_range");
      return bp % 10 === 0 ? bp : fail("rev_share_percent", "rev_share_step");
    };
    const fixed = (): number | null => {
      if (!input.fixed_amount) return fail("fixed_amount", "fixed_amount_required");
      const amount = parseAmount(input.fixed_amount, input.currency);
      if (amount === null) return fail("fixed_amount", "amount_invalid");
      if (amount > LARGEST_FIXED_AMOUNT) return fail("fixed_amount", "amount_too_large");
      return amount > 0 ? amount : fail("fixed_amount", "fixed_amount_positive");
    };
    return {
      affiliateId: input.affiliate_id,
      cadence: input.cadence,
      revShareBp: input.model === "fixed" ? null : revShare(),
      fixedAmount: input.model === "rev_share" ? null : fixed(),
      currency: input.currency,
      startDate: input.start_date,
    };
  });
