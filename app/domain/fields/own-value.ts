import { z } from "zod";
import { parseAmountInput } from "../shared/amount-problem";
import { parseDay, type Day } from "../shared/dates";
import type { FormValues } from "../shared/edit-conflict.server";
import { boundedText, MAX_ENTRY_LENGTH, optionalText } from "../shared/fields";
import { LARGEST_AMOUNT, type Money } from "../shared/money";
import { parseDecimal, toInputDecimal, toInputValue } from "../shared/read-amount";
import { visible, visibleLines } from "../shared/visible";
import { ownName, type OwnField } from "./own-field";

/** A value as it is stored, which shows its kind: a text, yes or no, a decimal number, an amount, a day, a choice. */
export type OwnValue = string | boolean | { number: string } | Money | { day: Day } | { option: string };

/** Values by the keys of their fields; null for none. */
export type OwnValues = Readonly<Record<string, OwnValue | null>>;

/** The own fields of a record with its values. */
export interface OwnData {
  fields: OwnField[];
  values: OwnValues;
}

/** For organizations without own fields. */
export const noOwnData: OwnData = { fields: [], values: {} };

/** Limit for the characters of a text, which has one line. */
export const MAX_OWN_TEXT = 500;

/** How entries are read. */
export interface ReadingOwn {
  /** How the user writes numbers; without one, an ambiguous number is rejected. */
  locale?: string | undefined;
  /** Whether entries were written by a program, with a point before decimals. */
  isExact?: boolean;
  /** The stored values; a removed choice can stay, but not be chosen. */
  stored?: OwnValues;
  /** Whether required fields may be left out. */
  isPartial?: boolean;
}

const EXACT_NUMBER = /^-?\d{1,12}(\.\d{1,4})?$/;

type Read = { value: OwnValue; problem?: undefined } | { problem: string };

/** Parses an entry that is not empty. */
function readEntry(field: OwnField, entry: string, { locale, isExact, stored }: ReadingOwn): Read {
  switch (field.kind) {
    case "text":
      return { value: entry };
    case "number": {
      const number = isExact && !EXACT_NUMBER.test(entry) ? null : parseDecimal(entry, isExact ? "en" : locale);
      return number === null ? { problem: "own_number_invalid" } : { value: { number } };
    }
    case "amount": {
      const currency = field.currency!;
      const { amount, problem } = parseAmountInput(entry, currency, { locale, notPositive: null });
      if (problem !== null) return { problem };
      return Math.abs(amount) > LARGEST_AMOUNT ? { problem: "own_number_invalid" } : { value: { amount, currency } };
    }
    case "day": {
      const day = parseDay(entry);
      return day ? { value: { day } } : { problem: "date_invalid" };
    }
    case "choice": {
      const option = field.options.find(({ key }) => key === entry);
      const stays = stored && optionOf(stored[field.key]) === entry;
      return option && (!option.removed || stays) ? { value: { option: entry } } : { problem: "own_choice_invalid" };
    }
    case "yes_no":
      return entry === "yes" || entry === "no" ? { value: entry === "yes" } : { problem: "own_choice_invalid" };
  }
}

const optionOf = (value: OwnValue | null | undefined): string | null =>
  typeof value === "object" && value && "option" in value ? value.option : null;

const textOf = optionalText(MAX_OWN_TEXT).transform((text) => text && visible(text).trim());
const entryOf = boundedText(MAX_ENTRY_LENGTH).overwrite(visibleLines).trim().nullish();

/** Returns the schema of a field's entry: a text, also for choices and days. Empty is null. */
export function ownSchema(field: OwnField, reading: ReadingOwn): z.ZodType<OwnValue | null> {
  const typed = field.kind === "text" ? textOf : entryOf;
  const mustBe = field.isRequired && !reading.isPartial;
  const read = typed.transform((entry, context): OwnValue | null => {
    if (!entry) {
      if (mustBe) context.addIssue({ code: "custom", message: "own_required" });
      return null;
    }
    const { problem, ...found } = readEntry(field, entry, reading);
    if (problem === undefined) return (found as { value: OwnValue }).value;
    context.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  });
  return read as z.ZodType<OwnValue | null>;
}

/**
 * Returns the schemas of the fields by their names in forms, for `z.object()`. The names are only known at run time, so
 * the types of schemas do not have them.
 */
export const ownShape = (fields: readonly OwnField[], reading: ReadingOwn = {}): Record<never, z.ZodType> =>
  Object.fromEntries(fields.map((field) => [ownName(field.key), ownSchema(field, reading)]));

/** Picks the values of the fields from what {@link ownShape} has parsed. */
export const ownValuesOf = (fields: readonly OwnField[], parsed: object): OwnValues =>
  Object.fromEntries(fields.map(({ key }) => [key, (parsed as Record<string, OwnValue>)[ownName(key)] ?? null]));

/** Returns the values as a form compares and names them (edit-conflict.server.ts). */
export function ownFormValues({ fields, values }: OwnData): FormValues {
  return Object.fromEntries(fields.map(({ key }) => [ownName(key), formValue(values[key] ?? null)]));
}

function formValue(value: OwnValue | null): FormValues[string] {
  if (value === null || typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if ("number" in value) return value.number;
  if ("day" in value) return value.day;
  return "option" in value ? value.option : value;
}

/** Returns what the controls of a form show at first, with numbers in the user's format. */
export function ownEntries({ fields, values }: OwnData, locale: string): Record<string, string> {
  const entries = fields.map(({ key }) => {
    const value = values[key] ?? null;
    const shown = formValue(value);
    if (typeof shown === "object" && shown) return [ownName(key), toInputValue(shown.amount, shown.currency, locale)];
    const isNumber = typeof value === "object" && value && "number" in value;
    return [ownName(key), isNumber ? toInputDecimal(value.number, locale) : String(shown ?? "")];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Returns whether a stored value is of the kind of its field. */
export function fits({ kind, currency }: OwnField, value: OwnValue): boolean {
  if (typeof value === "string") return kind === "text";
  if (typeof value === "boolean") return kind === "yes_no";
  if ("number" in value) return kind === "number";
  if ("day" in value) return kind === "day";
  return "option" in value ? kind === "choice" : kind === "amount" && value.currency === currency;
}

/** Returns whether two values are the same. */
export const isSameOwn = (one: OwnValue | null, other: OwnValue | null): boolean =>
  JSON.stringify(formValue(one)) === JSON.stringify(formValue(other));
