import { readCurrency, sharedBy } from "./currency";
import { fractionDigits, isSafe, numberFormat, toDecimal, toSafeNumber } from "./money";
import { visibleLines } from "./visible";

// The only module that parses entered amounts and percentages.

/** Longer input is not an amount. The limit also protects BigInt, which takes very long for long texts. */
const MAX_INPUT_LENGTH = 40;

const INTEGER = /^\d+$/;
/** One to three digits without a leading zero, then groups of exactly three, all with the same separator. */
const GROUPED = /^[1-9]\d{0,2}(?:([ '.,])\d{3})(?:\1\d{3})*$/;
/** A single "." or "," before exactly three digits; it may be grouping or decimals. */
const ONE_MARK = /^([1-9]\d{0,2})([.,])(\d{3})$/;
const DECIMAL = /^(.*)([.,])(\d+)$/;

function withoutGrouping(text: string): string {
  return text.replace(/[ '.,]/g, "");
}

interface Split {
  whole: string;
  fraction: string;
}

/**
 * Returns the meaning of a "." or "," before exactly three digits; null if it is ambiguous. It is grouping if the
 * locale groups with this mark and the currency has fewer than three decimals. It is decimals if it is the locale's
 * decimal mark and the currency has three.
 */
function meaningOf(mark: string, digits: number, locale: string | undefined): "grouping" | "decimals" | null {
  if (locale === undefined) return null;
  const { group, decimal } = marksOf(locale);
  if (digits < 3) return mark === group ? "grouping" : null;
  return mark === decimal ? "decimals" : null;
}

/** Returns the marks of a locale's numbers. */
function marksOf(locale: string): { group: string; decimal: string } {
  const parts = numberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1_234_567);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { group: sign("group"), decimal: sign("decimal") };
}

/** Splits "1.234,5" into the digits before and after the decimal mark; null if malformed. */
function splitAtDecimal(text: string, digits: number, locale?: string): Split | null {
  if (INTEGER.test(text)) return { whole: text, fraction: "" };
  const [, before = "", mark, after = ""] = ONE_MARK.exec(text) ?? [];
  if (mark) {
    const meaning = meaningOf(mark, digits, locale);
    if (meaning === "grouping") return { whole: before + after, fraction: "" };
    return meaning === "decimals" ? { whole: before, fraction: after } : null;
  }
  if (GROUPED.test(text)) return { whole: withoutGrouping(text), fraction: "" };
  const [, whole = "", separator, fraction = ""] = DECIMAL.exec(text) ?? [];
  if (!separator) return null;
  if (whole === "" || INTEGER.test(whole)) return { whole, fraction };
  const grouping = GROUPED.exec(whole)?.[1];
  if (grouping === undefined || grouping === separator) return null;
  return { whole: withoutGrouping(whole), fraction };
}

/**
 * Parses an entered or pasted amount of any locale.
 *
 * Decimals follow "." or ","; thousands may be grouped with ".", ",", an apostrophe or a space of any width, always 1-3
 * digits and then groups of exactly three. Allowed around it: whitespace, one leading "-", invisible characters, and
 * the symbol or name of its currency before or after it. The name of another currency is not allowed ({@link
 * otherCurrencyIn}). ".5" is 0.5, but "5," is rejected because it is more likely an unfinished entry.
 *
 * One mark before exactly three digits is ambiguous: "1,005" is a thousand and five in one country and about one in
 * another. It is parsed by the locale (see {@link meaningOf}) and rejected otherwise; {@link readingsOf} returns both
 * meanings. A number with a leading zero is never grouped, so "0.005" EUR has too many decimals, and "0.500" EUR is
 * 0.50.
 *
 * @param locale how the user writes numbers, a BCP 47 tag; without one, an ambiguous amount is rejected.
 * @returns minor units; null if malformed, if it has decimals (other than zeros) that the currency does not have, or if
 * it is outside the safe integer range.
 */
export function parseAmount(text: string, currency: string, locale?: string): number | null {
  const units = parseMinorUnits(text, currency, locale);
  return units !== null && isSafe(units) ? Number(units) : null;
}

/**
 * Parses an amount without the upper limit of {@link parseAmount}, to distinguish an excessive amount from malformed
 * text.
 */
export function parseMinorUnits(text: string, currency: string, locale?: string): bigint | null {
  const typed = bodyOf(text, currency);
  const digits = fractionDigits(currency);
  const parts = typed && splitAtDecimal(typed.body, digits, locale);
  if (!parts || /[1-9]/.test(parts.fraction.slice(digits))) return null;

  const units = BigInt(parts.whole + parts.fraction.slice(0, digits).padEnd(digits, "0"));
  return typed.negative ? -units : units;
}

/** A minus, the text before the digits, the digits with their separators, and the text after them. */
const AROUND = /^(-?)([^\d,'-]*?)(-?)([.,]?\d(?:.*\d)?)(\D*)$/;
/** A symbol or name that may be a currency. */
const NAME = /^[\p{L}\p{Sc}][\p{L}\p{M}\p{Sc}. ]*$/u;

interface Typed {
  body: string;
  negative: boolean;
  /** Symbols and names around the digits, as entered. */
  names: string[];
}

/** Splits an entered text into its parts, with apostrophes, spaces and minus signs normalized; null if malformed. */
function split(text: string): Typed | null {
  // A pasted text may contain additional invisible characters.
  if (text.length > MAX_INPUT_LENGTH * 4) return null;
  // Two cells or lines are two numbers.
  const typed = visibleLines(text.trim())
    .trim()
    .replace(/[’‘ʼ′]/g, "'")
    .replace(/[\p{Zs}]/gu, " ")
    .replace(/\u2212/g, "-");
  if (typed.length > MAX_INPUT_LENGTH) return null;
  const [, minus, before = "", inner, body = "", after = ""] = AROUND.exec(typed) ?? [];
  // One minus, directly before what follows: "-5 €", "-€5", "€ -5".
  if (body === "" || (minus && inner) || (minus && /^ +$/.test(before))) return null;
  // "Fr.500" may be 500 or half a franc.
  if (/\p{L}$/u.test(before) && /^[.,]/.test(body)) return null;
  const names = [before.trim(), after.trim()].filter(Boolean);
  return names.every((name) => NAME.test(name)) ? { body, negative: Boolean(minus || inner), names } : null;
}

/** Returns the symbol or name in an amount that does not belong to its currency, as entered; null if there is none. */
export function otherCurrencyIn(text: string, currency: string): string | null {
  const isOther = (name: string) => {
    const read = readCurrency(name);
    return read !== currency && !sharedBy(name)?.includes(currency) && !sharedBy(currency)?.includes(read);
  };
  return split(text)?.names.find(isOther) ?? null;
}

/** Splits the entered text; null if it names another currency. */
function bodyOf(text: string, currency: string): Typed | null {
  return otherCurrencyIn(text, currency) === null ? split(text) : null;
}

/**
 * Returns the two possible amounts of a text that {@link parseAmount} rejects because its only separator is ambiguous;
 * null for any other text.
 *
 * @returns minor units; with decimals that the currency does not have, rounded half away from zero.
 */
export function readingsOf(
  text: string,
  currency: string,
  locale?: string,
): { grouped: number; decimal: number } | null {
  const typed = bodyOf(text, currency);
  const [, before = "", mark, after = ""] = (typed && ONE_MARK.exec(typed.body)) ?? [];
  const digits = fractionDigits(currency);
  if (!mark || meaningOf(mark, digits, locale)) return null;
  const sign = typed?.negative ? -1n : 1n;
  // Tenths of a minor unit or more, because currencies have at most four decimals.
  const scaled = BigInt(before + after + "0".repeat(digits)) * 10n;
  const units = (scaled / 1000n + 5n) / 10n;
  return {
    grouped: toSafeNumber(sign * BigInt(before + after + "0".repeat(digits))),
    decimal: toSafeNumber(sign * units),
  };
}

/**
 * Formats an amount for an input field: the locale's decimal mark, no grouping, and never ambiguous for {@link
 * parseAmount}.
 *
 * @throws RangeError if the amount is not a safe integer.
 */
export function toInputValue(amount: number, currency: string, locale: string): string {
  return toDecimal(amount, currency).replace(".", marksOf(locale).decimal);
}

/** Decimals and digits before them that a stored number has at most. */
const DECIMALS_OF_NUMBER = 4;
const DIGITS_OF_NUMBER = 12;

/**
 * Parses an entered number without a currency, such as "1.234,5" or "-0.25": grouped as an amount, at most 12 digits
 * and 4 decimals. One mark before exactly three digits is read by the locale, and rejected without one.
 *
 * @returns the number in plain digits with a point, such as "1234.5"; null if malformed.
 */
export function parseDecimal(text: string, locale?: string): string | null {
  const typed = split(text);
  if (!typed || typed.names.length > 0) return null;
  const parts = splitNumber(typed.body, locale);
  if (!parts) return null;
  const whole = parts.whole.replace(/^0+(?=\d)/, "") || "0";
  const fraction = parts.fraction.replace(/0+$/, "");
  if (whole.length > DIGITS_OF_NUMBER || fraction.length > DECIMALS_OF_NUMBER) return null;
  const number = fraction ? `${whole}.${fraction}` : whole;
  return typed.negative && number !== "0" ? `-${number}` : number;
}

function splitNumber(body: string, locale: string | undefined): Split | null {
  const [, before = "", mark, after = ""] = ONE_MARK.exec(body) ?? [];
  if (!mark) return splitAtDecimal(body, 2, locale);
  const { group, decimal } = locale === undefined ? { group: "", decimal: "" } : marksOf(locale);
  if (mark === group) return { whole: before + after, fraction: "" };
  return mark === decimal ? { whole: before, fraction: after } : null;
}

/** Formats a stored number for an input field: the locale's decimal mark, no grouping. */
export function toInputDecimal(number: string, locale: string): string {
  const { decimal } = marksOf(locale);
  // "1.005" would be read as grouped where the point groups, and its trailing zero keeps it a decimal elsewhere.
  const marked = number.replace(".", decimal);
  return ONE_MARK.test(marked) ? `${marked}0` : marked;
}

/**
 * Parses a percentage: "10", "12,5", "12.5 %", ".5". At most two decimals, no grouping, no sign. It has no upper limit;
 * that is the caller's rule.
 *
 * @returns basis points (hundredths of a percent); null if malformed or beyond the safe range.
 */
export function parsePercent(text: string): number | null {
  if (text.length > MAX_INPUT_LENGTH * 4) return null;
  const trimmed = visibleLines(text).trim();
  if (trimmed.length > MAX_INPUT_LENGTH) return null;
  const [match, whole = "", fraction = ""] = /^(\d*)(?:[.,](\d{1,2}))?\s*%?$/.exec(trimmed) ?? [];
  if (match === undefined || whole + fraction === "") return null;
  const basisPoints = BigInt(whole + fraction.padEnd(2, "0"));
  return isSafe(basisPoints) ? Number(basisPoints) : null;
}
