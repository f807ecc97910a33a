import { formatMoney, fractionDigits } from "./money";
import { parseMinorUnits, parsePercent, readingsOf, toTyped } from "./read-amount";

// What is wrong with something typed that is no amount or no percentage, as a key of the `errors` texts.

/** Readers of no locale, at the command line for one, see amounts as this one writes them. */
const PLAIN_LOCALE = "en";

/** Why a text is no amount of a currency; the examples it leads to are amounts of that currency. */
export function amountProblem(text: string, currency: string, locale?: string): string {
  const readings = readingsOf(text, currency, locale);
  if (readings) return unclear(readings, currency, locale ?? PLAIN_LOCALE);
  // It has more digits than are calculated with.
  if (parseMinorUnits(text, currency, locale) !== null || /^\d{20,}$/.test(text.trim()))
    return "amount_too_large";
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

/** What is wrong with a share of 0 to 100 % that may have one decimal: it is no such share, or too finely divided. */
export function shareProblem(text: string): "range" | "step" | null {
  const basisPoints = parsePercent(text);
  if (basisPoints !== null) return basisPoints > 10_000 ? "range" : basisPoints % 10 === 0 ? null : "step";
  const finer = /^(\d{0,3})[.,]\d+\s*%?$/.exec(text.trim());
  return finer && Number(finer[1]) < 100 ? "step" : "range";
}
