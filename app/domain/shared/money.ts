/**
 * Money as integer minor units, and the only place that reads, calculates or writes amounts.
 *
 * In code an amount is a safe-integer `number`, in the database a `bigint`. Every calculation runs on
 * `BigInt` and is checked on its way back, so no result is ever a rounded float.
 */

/** An amount in the currency's minor units (cents for EUR, whole yen for JPY) and the currency's code. */
export interface Money {
  amount: number;
  currency: string;
}

/**
 * ISO 4217 minor units of the currencies that do not have two. Written out rather than asked of `Intl`:
 * engines answer with CLDR's everyday digits, which have changed between releases (HUF, COP and IDR went
 * from 2 to 0), and a stored amount must not change its meaning with the ICU version or the browser.
 */
const FRACTION_DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
  }).flatMap(([digits, codes]) => codes.split(" ").map((code): [string, number] => [code, Number(digits)])),
);

/**
 * The largest amount, in minor units, that may be entered. Thousands of such amounts still add up to a safe integer;
 * without it, two slips of the keyboard would put an organisation's totals beyond what can be shown.
 */
export const LARGEST_AMOUNT = 1_000_000_000_000;

const CURRENCY_CODE = /^[A-Za-z]{3}$/;
const LEADING_CURRENCIES = ["EUR", "USD", "CHF"];
const BASIS_POINTS_PER_WHOLE = 10_000n;

/** Longer input is no amount, and the cap keeps hostile text from reaching BigInt's parser. */
const LONGEST_INPUT = 40;

const INTEGER = /^\d+$/;
/** One to three digits without a leading zero, then groups of exactly three, all with the same separator. */
const GROUPED = /^[1-9]\d{0,2}(?:([ '.,])\d{3})(?:\1\d{3})*$/;
/** A single "." or "," before exactly three digits: grouping or decimals, the currency decides. */
const AMBIGUOUS = /^\d{1,3}[.,]\d{3}$/;
const DECIMAL = /^(.*)([.,])(\d+)$/;

function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
}

function toSafeNumber(value: bigint): number {
  if (!isSafe(value)) throw new RangeError(`Outside the safe integer range: ${value}`);
  return Number(value);
}

function toInteger(value: number): bigint {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a safe integer: ${value}`);
  return BigInt(value);
}

function decimalText(value: number, digits: number): `${number}` {
  const units = toInteger(value);
  const sign = units < 0n ? "-" : "";
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  const fraction = digits === 0 ? "" : `.${text.slice(-digits)}`;
  return `${sign}${whole}${fraction}` as `${number}`;
}

/**
 * How many decimals a currency has: its ISO 4217 minor unit, whatever the engine's ICU says.
 *
 * @param currency ISO code in any case, or free text.
 * @returns 0 for JPY, 2 for EUR, 3 for BHD; 2 for every code or text ISO 4217 does not list.
 */
export function fractionDigits(currency: string): number {
  if (!CURRENCY_CODE.test(currency)) return 2;
  return FRACTION_DIGITS.get(currency.toUpperCase()) ?? 2;
}

function withoutGrouping(text: string): string {
  return text.replace(/[ '.,]/g, "");
}

/** Splits "1.234,5" into digits before and after the decimal separator; null when malformed. */
function splitAtDecimal(text: string, digits: number): { whole: string; fraction: string } | null {
  if (INTEGER.test(text)) return { whole: text, fraction: "" };
  if (GROUPED.test(text) && !(digits >= 3 && AMBIGUOUS.test(text))) {
    return { whole: withoutGrouping(text), fraction: "" };
  }
  const [, whole, separator, fraction] = DECIMAL.exec(text) ?? [];
  if (whole === undefined || separator === undefined || fraction === undefined) return null;
  if (whole === "" || INTEGER.test(whole)) return { whole, fraction };
  const grouping = GROUPED.exec(whole)?.[1];
  if (grouping === undefined || grouping === separator) return null;
  return { whole: withoutGrouping(whole), fraction };
}

/**
 * Reads an amount as people type or paste it, whatever their locale.
 *
 * Decimals follow "." or ","; thousands may be grouped with ".", ",", an apostrophe or a blank (also
 * no-break or thin), always 1-3 digits and then groups of exactly three. Blanks around it and one leading
 * "-" are fine; ".5" is 0.5, but "5," is refused because it is more likely an unfinished entry.
 *
 * One separator before exactly three digits is grouping for currencies with fewer than three decimals
 * ("1.234" EUR is 1234.00) and a decimal separator for the others ("1.234" BHD is 1.234). A number with a
 * leading zero is never grouped, so "0.005" EUR has too many decimals while "0.500" EUR is 0.50.
 *
 * @returns minor units; null when not understood, when it has decimals (other than zeros) the currency
 *   does not have, or when it leaves the safe integer range.
 */
export function parseAmount(text: string, currency: string): number | null {
  const units = parseMinorUnits(text, currency);
  return units !== null && isSafe(units) ? Number(units) : null;
}

/** {@link parseAmount} without its upper bound, to tell what is too much from what is no amount at all. */
export function parseMinorUnits(text: string, currency: string): bigint | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_INPUT) return null;
  const negative = trimmed.startsWith("-");
  const body = trimmed
    .slice(negative ? 1 : 0)
    .replace(/’/g, "'")
    .replace(/[\u00a0\u2009\u202f]/g, " ");

  const digits = fractionDigits(currency);
  const parts = splitAtDecimal(body, digits);
  if (parts === null || /[1-9]/.test(parts.fraction.slice(digits))) return null;

  const units = BigInt(parts.whole + parts.fraction.slice(0, digits).padEnd(digits, "0"));
  return negative ? -units : units;
}

/**
 * A percentage of an amount.
 *
 * @param amount minor units.
 * @param basisPoints hundredths of a percent, a safe integer: 1250 is 12.5 %.
 * @returns minor units, rounded half away from zero (0.5 becomes 1, -0.5 becomes -1).
 * @throws RangeError when an argument or the result is not a safe integer.
 */
export function percentOf(amount: number, basisPoints: number): number {
  const product = toInteger(amount) * toInteger(basisPoints);
  const magnitude = product < 0n ? -product : product;
  const rounded = (magnitude + BASIS_POINTS_PER_WHOLE / 2n) / BASIS_POINTS_PER_WHOLE;
  return toSafeNumber(product < 0n ? -rounded : rounded);
}

/**
 * An amount taken several times, for example a monthly instalment over a contract.
 *
 * @param amount minor units.
 * @param count a safe integer.
 * @returns minor units.
 * @throws RangeError when an argument or the result is not a safe integer.
 */
export function times(amount: number, count: number): number {
  return toSafeNumber(toInteger(amount) * toInteger(count));
}

/**
 * Adds amounts of one currency; use {@link sumByCurrency} when they may differ.
 *
 * @param amounts minor units.
 * @returns minor units, 0 for none. Only the total has to be in range, not every partial sum.
 * @throws RangeError when an amount or the total is not a safe integer.
 */
export function sum(amounts: number[]): number {
  return toSafeNumber(amounts.reduce((total, amount) => total + toInteger(amount), 0n));
}

function rank(currency: string): number {
  const position = LEADING_CURRENCIES.indexOf(currency);
  return position === -1 ? LEADING_CURRENCIES.length : position;
}

/**
 * One total per currency, never across currencies. Codes are compared exactly as written.
 *
 * @returns totals in minor units: EUR, USD, CHF first, then by code unit order, the same in every locale;
 *   a currency whose items cancel out stays in the list with 0.
 * @throws RangeError when an amount or a total is not a safe integer.
 */
export function sumByCurrency(items: Money[]): Money[] {
  const amounts = new Map<string, number[]>();
  for (const { amount, currency } of items) {
    const known = amounts.get(currency);
    if (known) known.push(amount);
    else amounts.set(currency, [amount]);
  }
  return [...amounts]
    .map(([currency, values]) => ({ amount: sum(values), currency }))
    .sort((a, b) => rank(a.currency) - rank(b.currency) || (a.currency < b.currency ? -1 : 1));
}

/**
 * The exact decimal notation for exports and inputs: "." before the decimals, no grouping.
 *
 * @param amount minor units.
 * @returns "1234.56", "-0.05"; always with all the currency's decimals, so "1200" for JPY.
 * @throws RangeError when the amount is not a safe integer.
 */
export function toDecimal(amount: number, currency: string): string {
  return decimalText(amount, fractionDigits(currency));
}

/**
 * An amount for people to read, with the locale's separators and the currency's symbol or code.
 *
 * @param amount minor units.
 * @param currency a three-letter code, or free text, which follows the number after a no-break space.
 * @param locale a BCP 47 tag.
 * @throws RangeError when the amount is not a safe integer or the locale is not a valid tag.
 */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const digits = fractionDigits(currency);
  // As text, because a float could not carry every amount's last digit.
  const decimal = decimalText(amount, digits);
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  if (CURRENCY_CODE.test(currency)) {
    return numberFormat(locale, { style: "currency", currency, ...fixed }).format(decimal);
  }
  return `${numberFormat(locale, fixed).format(decimal)}\u00a0${currency}`;
}

/**
 * An amount as the database returns it.
 *
 * @returns minor units.
 * @throws RangeError beyond the safe integer range, rather than losing a cent.
 */
export function fromDatabase(value: bigint): number {
  return toSafeNumber(value);
}

/**
 * An amount as the database stores it.
 *
 * @param amount minor units.
 * @throws RangeError when the amount is not a safe integer.
 */
export function toDatabase(amount: number): bigint {
  return toInteger(amount);
}

/**
 * Reads a percentage: "10", "12,5", "12.5 %", ".5". At most two decimals, no grouping, no sign. There is
 * no upper bound here; what a percentage may be is the caller's rule.
 *
 * @returns basis points (hundredths of a percent); null when not understood or beyond the safe range.
 */
export function parsePercent(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_INPUT) return null;
  const [match, whole = "", fraction = ""] = /^(\d*)(?:[.,](\d{1,2}))?\s*%?$/.exec(trimmed) ?? [];
  if (match === undefined || whole + fraction === "") return null;
  const basisPoints = BigInt(whole + fraction.padEnd(2, "0"));
  return isSafe(basisPoints) ? Number(basisPoints) : null;
}

/**
 * A percentage for people to read, with the locale's separator, spacing and sign: "12,5 %", "12.5%".
 *
 * @param basisPoints hundredths of a percent; decimals that are zero are left out.
 * @param locale a BCP 47 tag.
 * @throws RangeError when the basis points are not a safe integer or the locale is not a valid tag.
 */
export function formatPercent(basisPoints: number, locale: string): string {
  return numberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(
    decimalText(basisPoints, 4),
  );
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Making a format takes longer than using it a hundred times. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.style} ${options.currency} ${options.minimumFractionDigits}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    // Currencies are free text: whoever tries all of them fills no memory.
    if (numberFormats.size < 200) numberFormats.set(key, format);
  }
  return format;
}
