import { z } from "zod";
import type { Tier } from "../deals/pricing";
import { shareProblem, typedAmount } from "../shared/amount-problem";
import { readCurrency } from "../shared/currency";
import { addMonths, type Day } from "../shared/dates";
import type { FormValues } from "../shared/changed-meanwhile.server";
import {
  boundedText,
  formVersion,
  LONGEST_ENTRY,
  optionalEntry,
  recordId,
  requiredDay,
} from "../shared/fields";
import { LARGEST_AMOUNT } from "../shared/money";
import { parsePercent } from "../shared/read-amount";
import { MOST_TIERS, readTiers, tierFields } from "./tiers";

export const cadences = ["ad-hoc", "monthly", "quarterly", "yearly"] as const;
export const termCurrencies = ["EUR", "USD", "CHF"] as const;
/** Not stored: it follows from which amounts a term has. */
export const termModels = ["rev_share", "fixed", "both", "tiered"] as const;
export type TermModel = (typeof termModels)[number];

/** The currency new terms begin with: the organisation's default currency if terms can have it. */
export const usualTermCurrency = (defaultCurrency: string) =>
  termCurrencies.find((currency) => currency === defaultCurrency) ?? "EUR";

/** A recurring deal pays it up to 600 times, which must not exceed the largest amount there is. */
const LARGEST_FIXED_AMOUNT = LARGEST_AMOUNT / 1000;

/** A start date further ahead is taken for a typing error. */
const MOST_YEARS_AHEAD = 10;

/** Why terms cannot start on a day: key of the `errors` texts. */
export function startDateProblem(start: Day, today: Day): "start_date_past" | "start_date_far" | null {
  if (start < today) return "start_date_past";
  return start > addMonths(today, 12 * MOST_YEARS_AHEAD) ? "start_date_far" : null;
}

/** What a version of terms says. */
export interface TermRules {
  cadence: (typeof cadences)[number];
  /** Basis points. */
  revShareBp: number | null;
  /** Minor units. */
  fixedAmount: number | null;
  tiers: Tier[] | null;
  currency: string;
  startDate: Day;
}

export interface NewTerms extends TermRules {
  affiliateId: string;
  version?: string | undefined;
}

/** The commission model that follows from the amounts that are there. */
export function modelOf(term: Pick<TermRules, "revShareBp" | "fixedAmount" | "tiers">): TermModel {
  if (term.tiers) return "tiered";
  if (term.fixedAmount === null) return "rev_share";
  return term.revShareBp === null ? "fixed" : "both";
}

/** What the form shows of terms; all tiers count as one field. */
export type TermField =
  | "model"
  | "rev_share_percent"
  | "fixed_amount"
  | "tiers"
  | "currency"
  | "cadence"
  | "start_date";

/** The values of the form's fields, for comparing: percentages in basis points, each tier as `from:rate`. Null without terms. */
export function termValues(terms: TermRules | null): Record<TermField, FormValues[string]> {
  const { currency = null, fixedAmount = null } = terms ?? {};
  return {
    model: terms && modelOf(terms),
    rev_share_percent: terms?.revShareBp?.toString() ?? null,
    fixed_amount: fixedAmount === null || currency === null ? null : { amount: fixedAmount, currency },
    tiers: terms?.tiers?.map(({ from, rateBp }) => `${from}:${rateBp}`).join(" ") ?? null,
    currency,
    cadence: terms && terms.cadence,
    start_date: terms && terms.startDate,
  };
}

/** One of those that are offered, by its code or a name of it; EUR unless said otherwise. */
export const termCurrency = boundedText(LONGEST_ENTRY, "currency_required", "currency_required")
  .transform(readCurrency)
  .pipe(z.enum(termCurrencies, { error: "currency_required" }))
  .default("EUR");

const rules = {
  affiliate_id: recordId,
  model: z.enum(termModels, { error: "model_required" }).default("rev_share"),
  cadence: z.enum(cadences, { error: "cadence_required" }).default("ad-hoc"),
  currency: termCurrency,
  start_date: requiredDay("start_date_required"),
};

const tierNames = Array.from({ length: MOST_TIERS }, (_, index) => tierFields(index + 1)).flat();

/**
 * Every field as text, so that the errors of all fields are reported at once. A schema of already parsed fields
 * would stop at the first step.
 */
const fields = z.object({
  ...(Object.fromEntries(Object.keys(rules).map((name) => [name, optionalEntry])) as Record<
    keyof typeof rules,
    typeof optionalEntry
  >),
  rev_share_percent: optionalEntry,
  fixed_amount: optionalEntry,
  ...(Object.fromEntries(tierNames.map((name) => [name, optionalEntry])) as Record<
    string,
    typeof optionalEntry
  >),
  version: formVersion,
});

/**
 * The contract terms form (AFF-07). Fields of the model that was not chosen are ignored. With `today` it also refuses a
 * start date before it, along with everything else that is wrong; saving checks that in any case. `locale` is how the
 * reader writes numbers; without one, an amount that could be read in two ways is refused.
 */
export const termsSchema = (today: Day | null, locale?: string) =>
  fields.transform((input, context): NewTerms => {
    const fail = (path: string, message: string) => {
      context.addIssue({ code: "custom", path: [path], message });
      return null;
    };
    const read = <K extends keyof typeof rules>(name: K): z.output<(typeof rules)[K]> | null => {
      const { success, data, error } = rules[name].safeParse(input[name] || undefined);
      return success ? (data as z.output<(typeof rules)[K]>) : fail(name, error.issues[0]!.message);
    };
    const revShare = (): number | null => {
      if (!input.rev_share_percent) return fail("rev_share_percent", "rev_share_required");
      const problem = shareProblem(input.rev_share_percent);
      return problem
        ? fail("rev_share_percent", `rev_share_${problem}`)
        : parsePercent(input.rev_share_percent);
    };
    const fixed = (currency: string): number | null => {
      if (!input.fixed_amount) return fail("fixed_amount", "fixed_amount_required");
      const rule = { locale, most: LARGEST_FIXED_AMOUNT, notPositive: "fixed_amount_positive" };
      const { amount, problem } = typedAmount(input.fixed_amount, currency, rule);
      return problem === null ? amount : fail("fixed_amount", problem);
    };
    const tiers = (currency: string): Tier[] => {
      const result = readTiers(input, currency, locale);
      for (const { field, message } of result.problems) fail(field, message);
      return result.tiers;
    };

    const affiliateId = read("affiliate_id");
    const model = read("model");
    const cadence = read("cadence");
    const currency = read("currency");
    const startDate = read("start_date");
    const wrong = startDate && today && startDateProblem(startDate, today);
    if (wrong) fail("start_date", wrong);
    // All currencies offered have cents, so that amounts can be checked without a valid one.
    const amounts = {
      revShareBp: model === "rev_share" || model === "both" ? revShare() : null,
      fixedAmount: model === "fixed" || model === "both" ? fixed(currency ?? "EUR") : null,
      tiers: model === "tiered" ? tiers(currency ?? "EUR") : null,
    };
    if (!affiliateId || !cadence || !currency || !startDate) return z.NEVER;
    return { affiliateId, cadence, ...amounts, currency, startDate, version: input.version };
  });

/** For doors that leave the start date to the use case. */
export const saveTermsSchema = termsSchema(null);
