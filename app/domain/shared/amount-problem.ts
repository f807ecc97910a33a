import { isCurrency } from "./currency";
import { formatMoney, fractionDigits, LARGEST_AMOUNT } from "./money";
import { otherCurrencyIn, parseAmount, parseMinorUnits, parsePercent, readingsOf, toTyped } from "./read-amount";
import { visibleLines } from "./visible";

// The rules for amounts and percentages that people type. What is wrong is a key of the `errors` texts.

/** Used in messages when the reader has no locale, for example at the command line. */
const PLAIN_LOCALE = "en";

export interface AmountRule {
  /** How the reader writes numbers, a BCP 47 tag. */
  locale?: string | undefined;
  /** The largest amount, in minor units; default {@link LARGEST_AMOUNT}. */
  most?: number;
  /** The problem of an amount of 0 or less; null when such amounts are fine. */
  notPositive?: string | null;
}

/**
 * Reads and checks an amount that somebody has typed. Every form with an amount uses this rule.
 *
 * @returns minor units, or the problem.
 */
export function typedAmount(
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

/** Says the largest amount in whole units of the currency. */
const tooLarge = (most: number, currency: string): string =>
  `amount_too_large|${JSON.stringify({ max: Math.floor(most / 10 ** fractionDigits(currency)) })}`;

/** Why a text is not an amount of a currency, as a key of the `errors` texts with its parameters. */
export function amountProblem(text: string, currency: string, locale?: string, most: number = LARGEST_AMOUNT): string {
  const typed = otherCurrencyIn(text, currency);
  // What is no currency either is no amount: "5 hours".
  if (typed !== null && isCurrency(typed)) return `amount_other_currency|${JSON.stringify({ typed, currency })}`;
  const readings = readingsOf(text, currency, locale);
  if (readings) return unclear(readings, currency, locale ?? PLAIN_LOCALE);
  // It is an amount, but larger than a safe integer.
  if (parseMinorUnits(text, currency, locale) !== null || /^\d{20,}$/.test(text.trim()))
    return tooLarge(most, currency);
  const digits = fractionDigits(currency);
  if (digits === 2) return "amount_invalid";
  if (digits === 0) return `amount_invalid_whole|${JSON.stringify({ currency })}`;
  return `amount_invalid_decimals|${JSON.stringify({ currency, digits })}`;
}

/** Asks which of two amounts is meant, and says how to type either. */
function unclear(amounts: { grouped: number; decimal: number }, currency: string, locale: string): string {
  const { grouped, decimal } = amounts;
  return `amount_unclear|${JSON.stringify({
    grouped: formatMoney(grouped, currency, locale),
    decimal: formatMoney(decimal, currency, locale),
    type_grouped: toTyped(grouped, currency, locale),
    type_decimal: toTyped(decimal, currency, locale),
  })}`;
}

/** Checks a share from 0 to 100 % with at most one decimal. "range": it is no such share. "step": too many decimals. */
export function shareProblem(text: string): "range" | "step" | null {
  const basisPoints = parsePercent(text);
  if (basisPoints !== null) return basisPoints > 10_000 ? "range" : basisPoints % 10 === 0 ? null : "step";
  const finer = /^(\d{0,3})[.,]\d+\s*%?$/.exec(visibleLines(text).trim());
  return finer && Number(finer[1]) < 100 ? "step" : "range";
}
