import { isCurrency } from "./currency";
import { formatMoney, fractionDigits, LARGEST_AMOUNT } from "./money";
import { otherCurrencyIn, parseAmount, parseMinorUnits, parsePercent, readingsOf, toInputValue } from "./read-amount";
import { visibleLines } from "./visible";

// Rules for entered amounts and percentages. A problem is a key of the `errors` texts.

/** For messages without a user's locale, for example on the command line. */
const PLAIN_LOCALE = "en";

export interface AmountRule {
  /** How the user writes numbers; a BCP 47 tag. */
  locale?: string | undefined;
  /** Maximum in minor units; default {@link LARGEST_AMOUNT}. */
  most?: number;
  /** The problem for an amount of 0 or less; null if such amounts are allowed. */
  notPositive?: string | null;
}

/**
 * Parses and checks an entered amount. Every form with an amount uses this rule. Returns minor units, or the problem.
 */
export function parseAmountInput(
  text: string,
  currency: string,
  { locale, most = LARGEST_AMOUNT, notPositive = "amount_positive" }: AmountRule = {},
): { amount: number; problem: null } | { amount: null; problem: string } {
  const amount = parseAmount(text, currency, locale);
  if (amount === null) return { amount, problem: amountProblem(text, currency, locale, most) };
  if (amount <= 0 && notPositive !== null) return { amount: null, problem: notPositive };
  if (amount > most) return { amount: null, problem: tooLarge(most, currency) };
  return { amount, problem: null };
}

/** Names the maximum in whole units of the currency. */
const tooLarge = (most: number, currency: string): string =>
  `amount_too_large|${JSON.stringify({ max: Math.floor(most / 10 ** fractionDigits(currency)) })}`;

/** Returns why a text is not an amount of a currency, as a key of the `errors` texts with its parameters. */
export function amountProblem(text: string, currency: string, locale?: string, most: number = LARGEST_AMOUNT): string {
  const typed = otherCurrencyIn(text, currency);
  // A text such as "5 hours" contains no other currency, so it is not an amount.
  if (typed !== null && isCurrency(typed)) return `amount_other_currency|${JSON.stringify({ typed, currency })}`;
  const readings = readingsOf(text, currency, locale);
  if (readings) return unclear(readings, currency, locale ?? PLAIN_LOCALE);
  // The text is an amount above the safe integers.
  if (parseMinorUnits(text, currency, locale) !== null || /^\d{20,}$/.test(text.trim()))
    return tooLarge(most, currency);
  const digits = fractionDigits(currency);
  if (digits === 2) return "amount_invalid";
  if (digits === 0) return `amount_invalid_whole|${JSON.stringify({ currency })}`;
  return `amount_invalid_decimals|${JSON.stringify({ currency, digits })}`;
}

/** Returns the problem of an ambiguous amount, with both meanings and how to enter each. */
function unclear(amounts: { grouped: number; decimal: number }, currency: string, locale: string): string {
  const { grouped, decimal } = amounts;
  return `amount_unclear|${JSON.stringify({
    grouped: formatMoney(grouped, currency, locale),
    decimal: formatMoney(decimal, currency, locale),
    type_grouped: toInputValue(grouped, currency, locale),
    type_decimal: toInputValue(decimal, currency, locale),
  })}`;
}

/** Checks a share from 0 to 100 % with at most one decimal. "range": not such a share. "step": too many decimals. */
export function shareProblem(text: string): "range" | "step" | null {
  const basisPoints = parsePercent(text);
  if (basisPoints !== null) return basisPoints > 10_000 ? "range" : basisPoints % 10 === 0 ? null : "step";
  const finer = /^(\d{0,3})[.,]\d+\s*%?$/.exec(visibleLines(text).trim());
  return finer && Number(finer[1]) < 100 ? "step" : "range";
}
