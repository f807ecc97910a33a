import { z } from "zod";
import { day, type Day } from "../shared/dates";
import { boundedText, storedDay } from "../shared/fields";

// How an organization numbers its documents, and which VAT rates it uses (PAY-03).

/** Documents that are numbered. Each series has a pattern of its own. */
export const numberSeries = ["statement", "credit_note", "cancellation"] as const;
export type NumberSeries = (typeof numberSeries)[number];

export type NumberPatterns = Record<NumberSeries, string>;

/** The patterns of an organization that has not entered its own. */
export const usualPatterns: NumberPatterns = {
  statement: "AB-{YEAR}-{NUMBER}",
  credit_note: "GU-{YEAR}-{NUMBER}",
  cancellation: "ST-{YEAR}-{NUMBER}",
};

/** Returns the name of the form field with the pattern of a series. */
export const patternField = <S extends NumberSeries>(series: S) => `${series}_numbers` as const;

/** Returns what a function makes of each series. */
export const bySeries = <T>(of: (series: NumberSeries) => T) =>
  Object.fromEntries(numberSeries.map((series) => [series, of(series)])) as Record<NumberSeries, T>;

type PatternFields<T> = Record<ReturnType<typeof patternField<NumberSeries>>, T>;

/** Returns the fields with the patterns of all series. */
export const patternFields = <T>(of: (series: NumberSeries) => T) =>
  Object.fromEntries(numberSeries.map((series) => [patternField(series), of(series)])) as PatternFields<T>;

/** Limit for a number. DATEV takes 36 characters and banks 35; a prefix of either still fits. */
const MAX_NUMBER_LENGTH = 30;
/** More make a number hard to tell from its parts (FG Hamburg 3 K 85/14). */
const MAX_HYPHENS = 2;
/** The number is padded to this many digits. */
const PADDED_DIGITS = 4;
/** The longest values that a pattern has to leave room for. */
const longest = { year: 9999, affiliate: "999999", number: 9_999_999 };

const placeholder = /\{(YEAR|AFFILIATE|NUMBER)\}/g;

/** Values of a document number. */
export interface NumberParts {
  /** Year of issue. */
  year: number;
  /** The affiliate's code (affiliate-code.server.ts). */
  affiliate: string;
  /** 1, 2, 3 … of the counter with the {@link seriesKey}. */
  number: number;
}

const fill = (pattern: string, values: Record<string, string>): string =>
  pattern.replace(placeholder, (_, name: string) => values[name] ?? `{${name}}`);

/** Returns the number of a document, for example "AB-2026-0007". */
export const formatNumber = (pattern: string, { year, affiliate, number }: NumberParts): string =>
  fill(pattern, { YEAR: String(year), AFFILIATE: affiliate, NUMBER: String(number).padStart(PADDED_DIGITS, "0") });

/**
 * Returns the key of the counter that a pattern uses: one per year if it names the year, one per affiliate if it names
 * the affiliate. It is the text around the number ("AB-2026-{NUMBER}"), so that two series or an earlier pattern
 * with the same result share a counter, and no number is given twice.
 */
export const seriesKey = (pattern: string, { year, affiliate }: Omit<NumberParts, "number">): string =>
  fill(pattern, { YEAR: String(year), AFFILIATE: affiliate });

/**
 * Returns what is wrong with a pattern, as a key of the `errors` texts; null if nothing is. The numbers have letters,
 * digits and at most two hyphens, because banks and accounting programs take no other characters. None begins with a
 * hyphen, which spreadsheets would calculate. Between the code of
 * the affiliate and the number stands a letter or hyphen: without it, affiliate 1 with number 10001 and affiliate 11
 * with number 1 would get the same one.
 */
export function patternProblem(pattern: string): string | null {
  const names = [...pattern.matchAll(placeholder)].map(([, name]) => name);
  const literal = fill(pattern, { YEAR: "", AFFILIATE: "", NUMBER: "" });
  if (!/^[A-Za-z0-9-]*$/.test(literal)) return "number_pattern_characters";
  if (names.filter((name) => name === "NUMBER").length !== 1) return "number_pattern_number";
  if (new Set(names).size < names.length) return "number_pattern_twice";
  if (literal.split("-").length - 1 > MAX_HYPHENS || /^-|-$/.test(pattern)) return "number_pattern_hyphens";
  if (formatNumber(pattern, longest).length > MAX_NUMBER_LENGTH) return "number_pattern_long";
  const between = /\{AFFILIATE\}(.*)\{NUMBER\}|\{NUMBER\}(.*)\{AFFILIATE\}/.exec(pattern);
  const separator = between && (between[1] ?? between[2] ?? "").replace("{YEAR}", "");
  return separator !== null && !/[A-Za-z-]/.test(separator) ? "number_pattern_affiliate" : null;
}

/** A VAT rate and the first day on which it holds. */
export interface VatRate {
  from: Day;
  /** Basis points: 1900 is 19 %. */
  rateBp: number;
}

/** The most rates that an organization can enter. */
export const MAX_VAT_RATES = 12;

/** Returns the two field names of a rate in the form; rates count from 1. */
export const vatFields = (row: number) => [`vat_from_${row}`, `vat_rate_${row}`] as const;

/** The general rate in Germany (§ 12 (1) UStG), with the lower one of the second half of 2020 (§ 28 (1) UStG). */
const germanRates: readonly VatRate[] = [
  { from: day("2007-01-01"), rateBp: 1900 },
  { from: day("2020-07-01"), rateBp: 1600 },
  { from: day("2021-01-01"), rateBp: 1900 },
];

/** Returns the rates of a payer in this country who has not entered any. */
export const usualVatRates = (country: string | null): readonly VatRate[] => (country === "DE" ? germanRates : []);

/** Returns the rate on a day in basis points, from rates in any order; 0 before the first one. */
export function vatRateOn(rates: readonly VatRate[], on: Day): number {
  const begun = rates.filter(({ from }) => from <= on);
  return begun.reduce<VatRate | null>((last, one) => (last && last.from > one.from ? last : one), null)?.rateBp ?? 0;
}

const storedPatterns = z.partialRecord(z.enum(numberSeries), boundedText(100));
const storedRates = z.array(z.object({ from: storedDay, rate_bp: z.int() })).nullable();

/** Parses stored patterns; a series without one has the usual one. Throws if they are invalid. */
export const patternsFromDatabase = (json: unknown): NumberPatterns => ({
  ...usualPatterns,
  ...storedPatterns.parse(json),
});

/** Parses stored rates; null for those of the country. Throws if they are invalid. */
export const ratesFromDatabase = (json: unknown): VatRate[] | null =>
  storedRates.parse(json)?.map(({ from, rate_bp }) => ({ from, rateBp: rate_bp })) ?? null;

/** Converts rates to what the database stores. */
export const ratesToDatabase = (rates: readonly VatRate[]) =>
  rates.map(({ from, rateBp }) => ({ from, rate_bp: rateBp }));

/** Writes rates as one text, so that a form compares them as one value: "2007-01-01 1900, 2020-07-01 1600". */
export const ratesToText = (rates: readonly VatRate[]): string =>
  rates.map(({ from, rateBp }) => `${from} ${rateBp}`).join(", ");

/** Reads what {@link ratesToText} has written. */
export const ratesFromText = (text: string): VatRate[] =>
  text
    .split(", ")
    .filter(Boolean)
    .map((one) => one.split(" ") as [string, string])
    .map(([from, rateBp]) => ({ from: day(from), rateBp: Number(rateBp) }));
