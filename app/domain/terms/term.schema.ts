import { z } from "zod";
import type { Tier } from "./pricing";
import { shareProblem, parseAmountInput } from "../shared/amount-problem";
import { readCurrency } from "../shared/currency";
import { day, type Day } from "../shared/dates";
import {
  boundedText,
  formVersion,
  MAX_ENTRY_LENGTH,
  optionalEntry,
  recordId,
  requiredDay,
  requiredEntry,
} from "../shared/fields";
import { LARGEST_AMOUNT } from "../shared/money";
import { parsePercent } from "../shared/read-amount";
import {
  cadences,
  dueWhens,
  MAX_HOLDING_DAYS,
  startDateProblem,
  termCurrencies,
  termModels,
  type NewTerms,
} from "./term";
import { MAX_TIERS, readTiers, tierFields } from "./tiers";

/** A recurring deal pays it up to 600 times, and the sum must not exceed the largest amount. */
const LARGEST_FIXED_AMOUNT = LARGEST_AMOUNT / 1000;

/** Schema of an offered currency, by code or name; EUR by default. */
export const termCurrency = boundedText(MAX_ENTRY_LENGTH, "currency_required", "currency_required")
  .transform(readCurrency)
  .pipe(z.enum(termCurrencies, { error: "currency_required" }))
  .default("EUR");

const rules = {
  affiliate_id: recordId,
  model: z.enum(termModels, { error: "model_required" }).default("rev_share"),
  cadence: z.enum(cadences, { error: "cadence_required" }).default("ad-hoc"),
  currency: termCurrency,
  due_when: z.enum(dueWhens, { error: "due_when_required" }).default("period"),
  holding_days: requiredEntry("holding_days_invalid")
    .regex(/^\d{1,2}$/, "holding_days_invalid")
    .transform(Number)
    .refine((days) => days <= MAX_HOLDING_DAYS, "holding_days_invalid")
    .default(0),
  start_date: requiredDay("start_date_required"),
};

/** Takes the place of an affiliate in a form that names none. */
const NOBODY = "";
/** Takes the place of the start date in a form without one; it is dropped. */
const UNASKED_DAY = day("2000-01-01");

const tierNames = Array.from({ length: MAX_TIERS }, (_, index) => tierFields(index + 1)).flat();

/**
 * All fields as text, so that the errors of all fields are reported in one response. A schema of parsed fields would
 * stop at the first step.
 */
const fields = z.object({
  ...(Object.fromEntries(Object.keys(rules).map((name) => [name, optionalEntry])) as Record<
    keyof typeof rules,
    typeof optionalEntry
  >),
  rev_share_percent: optionalEntry,
  fixed_amount: optionalEntry,
  ...(Object.fromEntries(tierNames.map((name) => [name, optionalEntry])) as Record<string, typeof optionalEntry>),
  version: formVersion,
});

/** Which fields a form has beside those of the commission itself. */
interface Asked {
  affiliate: boolean;
  start: boolean;
}

const termFields = (asked: Asked, today: Day | null, locale?: string) =>
  // A form for several affiliates repeats the field of the affiliate.
  (asked.affiliate ? fields : (fields.omit({ affiliate_id: true }) as unknown as typeof fields)).transform(
    (input, context): NewTerms => {
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
        return problem ? fail("rev_share_percent", `rev_share_${problem}`) : parsePercent(input.rev_share_percent);
      };
      const fixed = (currency: string): number | null => {
        if (!input.fixed_amount) return fail("fixed_amount", "fixed_amount_required");
        const rule = { locale, most: LARGEST_FIXED_AMOUNT, notPositive: "fixed_amount_positive" };
        const { amount, problem } = parseAmountInput(input.fixed_amount, currency, rule);
        return problem === null ? amount : fail("fixed_amount", problem);
      };
      const tiers = (currency: string): Tier[] => {
        const result = readTiers(input, currency, locale);
        for (const { field, message } of result.problems) fail(field, message);
        return result.tiers;
      };

      const affiliateId = asked.affiliate ? read("affiliate_id") : NOBODY;
      const model = read("model");
      const cadence = read("cadence");
      const currency = read("currency");
      const dueWhen = read("due_when");
      const holdingDays = read("holding_days");
      const startDate = asked.start ? read("start_date") : UNASKED_DAY;
      const wrong = asked.start && startDate && today && startDateProblem(startDate, today);
      if (wrong) fail("start_date", wrong);
      // All offered currencies have cents, so amounts can be checked without a valid currency.
      const amounts = {
        revShareBp: model === "rev_share" || model === "both" ? revShare() : null,
        fixedAmount: model === "fixed" || model === "both" ? fixed(currency ?? "EUR") : null,
        tiers: model === "tiered" ? tiers(currency ?? "EUR") : null,
      };
      if (affiliateId === null || !cadence || !currency || !dueWhen || holdingDays === null || !startDate)
        return z.NEVER;
      return { affiliateId, cadence, ...amounts, currency, dueWhen, holdingDays, startDate, version: input.version };
    },
  );

/**
 * Schema of the contract terms form (AFF-07). Fields of other models than the chosen one are ignored. With `today` it
 * also rejects an earlier start date, together with all other errors; saving always checks that. `locale` determines
 * how numbers are read; without one, an ambiguous amount is rejected.
 */
export const termsSchema = (today: Day | null, locale?: string) =>
  termFields({ affiliate: true, start: true }, today, locale);

/** Schema of the terms of several affiliates, who are named elsewhere; see {@link termsSchema}. */
export const commonTermsSchema = (today: Day | null, locale?: string) =>
  termFields({ affiliate: false, start: true }, today, locale).transform(
    ({ affiliateId: _affiliate, version, ...rules }) => ({ rules, version }),
  );

/** Schema of the organization's standard terms, which begin when an affiliate is added; see {@link termsSchema}. */
export const standardTermsSchema = (locale?: string) =>
  termFields({ affiliate: false, start: false }, null, locale).transform(
    ({ affiliateId: _affiliate, startDate: _start, version, ...rules }) => ({ rules, version }),
  );

/** For entry points that leave the start date to the use case. */
export const saveTermsSchema = termsSchema(null);
