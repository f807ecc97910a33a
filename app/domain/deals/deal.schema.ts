import { z } from "zod";
import type { Deal } from "#prisma";
import { parseAmountInput } from "../shared/amount-problem";
import { isDamaged } from "../shared/damaged";
import { addMonths, contractEnd, LAST_DAY, parseDay, type Day } from "../shared/dates";
import { DEFAULT_CURRENCY, MAX_CURRENCY_LENGTH, readCurrency } from "../shared/currency";
import type { OwnField } from "../fields/own-field";
import { ownShape, ownValuesOf, type OwnValues, type ReadingOwn } from "../fields/own-value";
import { shapeOf } from "../shared/field-list";
import {
  boundedText,
  MAX_ENTRY_LENGTH,
  recordId,
  requiredDay,
  requiredEntry,
  requiredText,
  formVersion,
} from "../shared/fields";
import { LARGEST_AMOUNT, times } from "../shared/money";
import { parseAmount } from "../shared/read-amount";

export const dealTypes = ["one-time", "recurring"] as const;
export const DEFAULT_CONTRACT_MONTHS = 12;
export const MAX_CONTRACT_MONTHS = 600;

const currencyTooLong = `too_long|{"max":${MAX_CURRENCY_LENGTH}}`;

/** An ambiguous name such as "$" is resolved by the use case (settle-currency.ts). */
const currency = boundedText(MAX_ENTRY_LENGTH, undefined, currencyTooLong)
  .default(DEFAULT_CURRENCY)
  .transform(readCurrency)
  .refine((code) => code.length <= MAX_CURRENCY_LENGTH, currencyTooLong);

type DealFieldList = Readonly<Record<string, { column: keyof Deal; schema: z.ZodType }>>;

/** Fields of both deal types. */
const commonFields = {
  title: { column: "title", schema: requiredText("title_required", 200) },
  currency: { column: "currency", schema: currency },
} satisfies DealFieldList;

/** Form fields of a one-time deal, each with its column. */
export const oneTimeFields = {
  ...commonFields,
  amount: { column: "amount", schema: requiredEntry("amount_required") },
  close_date: { column: "closeDate", schema: requiredDay("close_date_required") },
} satisfies DealFieldList;

const months = requiredEntry("duration_required")
  .regex(/^\d{1,4}$/, "duration_invalid")
  .transform(Number)
  .pipe(
    z.number().min(1, "duration_invalid").max(MAX_CONTRACT_MONTHS, `duration_too_long|{"max":${MAX_CONTRACT_MONTHS}}`),
  );

/** Form fields of a recurring deal, each with its column. */
export const recurringFields = {
  ...commonFields,
  mrr: { column: "mrr", schema: requiredEntry("mrr_required") },
  contract_duration_months: { column: "contractDurationMonths", schema: months },
  contract_start_date: { column: "contractStartDate", schema: requiredDay("contract_start_required") },
} satisfies DealFieldList;

export const dealFields = { ...oneTimeFields, ...recurringFields };

export type CommonDealField = keyof typeof commonFields;
export type OneTimeField = keyof typeof oneTimeFields;
export type RecurringField = keyof typeof recurringFields;
export type DealField = keyof typeof dealFields;
export type DealColumn = (typeof dealFields)[DealField]["column"];

const oneTime = { deal_type: z.literal("one-time"), ...shapeOf(oneTimeFields) };
const recurring = { deal_type: z.literal("recurring"), ...shapeOf(recurringFields) };

/** The contract of a deal. Money is in minor units of the currency. */
export interface DealContract {
  title: string;
  currency: string;
  /** Monthly revenue × months for recurring deals. */
  amount: number;
  closeDate: Day;
  recurring: { mrr: number; months: number; start: Day; end: Day } | null;
}

export interface NewDeal extends DealContract {
  leadId: string;
  submissionId: string | null;
  /** Values of the organization's own fields; undefined for none. */
  own?: OwnValues | undefined;
}

export interface DealEdit extends DealContract {
  dealId: string;
  /** Changed values of own fields; all others stay. */
  own?: OwnValues | undefined;
  version?: string | undefined;
}

/**
 * Rules on several fields: whether an amount fits the currency, and whether the contract stays within the calculation
 * limits. They run beside the rules of single fields, so that a form with several mistakes shows all of them in one
 * response. Missing or unreadable fields are left to the rules of single fields.
 */
const together = (locale?: string) =>
  z.looseObject({}).transform((sent, context) => {
    const text = (name: string) => {
      const typed = sent[name];
      const readable = typeof typed === "string" && typed.length <= MAX_ENTRY_LENGTH && !isDamaged(typed);
      return readable ? typed.trim() : "";
    };
    const fail = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    const monthly = sent["deal_type"] === "recurring";
    const field = monthly ? "mrr" : "amount";
    const currency = readCurrency(text("currency"));
    const months = monthly && /^\d{1,4}$/.test(text("contract_duration_months"));
    const count = months ? Number(text("contract_duration_months")) : 1;

    if (text(field) !== "") {
      const most = LARGEST_AMOUNT / Math.max(count, 1);
      const { problem } = parseAmountInput(text(field), currency, { locale, most });
      if (problem) fail(field, problem);
    }
    const start = parseDay(text("contract_start_date"));
    if (months && start && start > addMonths(LAST_DAY, -count)) fail("contract_start_date", "date_invalid");
    return {};
  });

type Sold = z.output<z.ZodObject<typeof oneTime>> | z.output<z.ZodObject<typeof recurring>>;

function contractOf(input: Sold, locale?: string): DealContract {
  const { title, currency } = input;
  if (input.deal_type === "one-time") {
    const amount = requireAmount(input.amount, currency, locale);
    return { title, currency, amount, closeDate: input.close_date, recurring: null };
  }
  const mrr = requireAmount(input.mrr, currency, locale);
  const { contract_duration_months: months, contract_start_date: start } = input;
  return {
    title,
    currency,
    amount: times(mrr, months),
    // A recurring deal is won when its contract starts.
    closeDate: start,
    recurring: { mrr, months, start, end: contractEnd(start, months) },
  };
}

/** Parses an amount that `together` has accepted. */
function requireAmount(text: string, currency: string, locale?: string): number {
  const amount = parseAmount(text, currency, locale);
  if (amount === null) throw new RangeError("the form schema accepted an amount that cannot be parsed");
  return amount;
}

/** Builds the union of the two deal types with additional common fields. */
const eitherWith = <T extends z.ZodRawShape>(shape: T) =>
  z.discriminatedUnion("deal_type", [z.object({ ...shape, ...oneTime }), z.object({ ...shape, ...recurring })], {
    error: "deal_type_required",
  });

const newDeal = {
  lead_id: recordId,
  /** Created with the form, so posting the same form again finds its deal. */
  submission_id: recordId.optional(),
};

/**
 * Schema of the Create Deal form (LEAD-06) for every entry point: amounts and dates are text, fields are in snake_case.
 * `locale` determines how numbers are read; without one, an ambiguous amount is rejected. `fields` are the own fields
 * of deals.
 */
export const createDealSchemaFor = (locale?: string, fields: readonly OwnField[] = [], reading: ReadingOwn = {}) =>
  z
    .intersection(eitherWith({ ...ownShape(fields, { locale, ...reading }), ...newDeal }), together(locale))
    .transform((input): NewDeal => ({
      ...contractOf(input, locale),
      leadId: input.lead_id,
      submissionId: input.submission_id ?? null,
      ...(fields.length > 0 && { own: ownValuesOf(fields, input) }),
    }));

const editedDeal = { deal_id: recordId, version: formVersion };

/** Schema of the form that edits a deal (LEAD-10). The type selects the fields and must be the deal's type. */
export const editDealSchemaFor = (locale?: string, fields: readonly OwnField[] = [], reading: ReadingOwn = {}) =>
  z
    .intersection(eitherWith({ ...ownShape(fields, { locale, ...reading }), ...editedDeal }), together(locale))
    .transform((input): DealEdit => ({
      ...contractOf(input, locale),
      dealId: input.deal_id,
      ...(fields.length > 0 && { own: ownValuesOf(fields, input) }),
      version: input.version,
    }));

/** For entry points without a locale. */
export const createDealSchema = createDealSchemaFor();
export const editDealSchema = editDealSchemaFor();

/** Input for marking a one-time deal paid. */
export const markDealPaidSchema = z.object({ deal_id: recordId }).transform((input) => input.deal_id);
