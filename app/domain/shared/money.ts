/**
 * Money as integer minor units; the only module that calculates or formats amounts. read-amount.ts parses them.
 *
 * In code an amount is a safe-integer `number`, in the database a `bigint`. Every calculation runs on `BigInt` and the
 * result is checked, so no result is ever a rounded float.
 */

/** An amount in minor units of the currency (cents for EUR, whole yen for JPY) and the currency's code. */
export interface Money {
  amount: number;
  currency: string;
}

/**
 * ISO 4217 minor units of the currencies that do not have two. They are listed here instead of read from `Intl`,
 * because engines use CLDR's everyday digits. Those have changed between releases (HUF, COP and IDR went from 2 to 0),
 * and a stored amount must not change its meaning with the ICU version or the browser.
 */
const FRACTION_DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
  }).flatMap(([digits, codes]) => codes.split(" ").map((code): [string, number] => [code, Number(digits)])),
);

/**
 * Limit for entered amounts, in minor units. Thousands of such amounts still add up to a safe integer. Without it, two
 * typing errors would make an organization's totals too large to show.
 */
export const LARGEST_AMOUNT = 1_000_000_000_000;

const CURRENCY_CODE = /^[A-Za-z]{3}$/;
const LEADING_CURRENCIES = ["EUR", "USD", "CHF"];
const BASIS_POINTS_PER_WHOLE = 10_000n;

/** Returns whether an amount is in the safe integer range. */
export function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
}

/** @throws RangeError if the number is not a safe integer. */
export function toSafeNumber(value: bigint): number {
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
 * Returns how many decimals a currency has: its ISO 4217 minor unit, whatever the engine's ICU says.
 *
 * @param currency ISO code in any case, or free text.
 * @returns 0 for JPY, 2 for EUR, 3 for BHD; 2 for every code or text that ISO 4217 does not list.
 */
export function fractionDigits(currency: string): number {
  if (!CURRENCY_CODE.test(currency)) return 2;
  return FRACTION_DIGITS.get(currency.toUpperCase()) ?? 2;
}

/**
 * Returns a percentage of an amount.
 *
 * @param amount minor units.
 * @param basisPoints hundredths of a percent, a safe integer: 1250 is 12.5 %.
 * @returns minor units, rounded half away from zero (0.5 becomes 1, -0.5 becomes -1).
 * @throws RangeError if an argument or the result is not a safe integer.
 */
export function percentOf(amount: number, basisPoints: number): number {
  const product = toInteger(amount) * toInteger(basisPoints);
  const magnitude = product < 0n ? -product : product;
  const rounded = (magnitude + BASIS_POINTS_PER_WHOLE / 2n) / BASIS_POINTS_PER_WHOLE;
  return toSafeNumber(product < 0n ? -rounded : rounded);
}

/**
 * Multiplies an amount, for example a monthly payment by the months of a contract.
 *
 * @param amount minor units.
 * @param count a safe integer.
 * @returns minor units.
 * @throws RangeError if an argument or the result is not a safe integer.
 */
export function times(amount: number, count: number): number {
  return toSafeNumber(toInteger(amount) * toInteger(count));
}

/**
 * Adds amounts of one currency; use {@link sumByCurrency} if they may differ.
 *
 * @param amounts minor units.
 * @returns minor units, 0 for an empty list. Only the total must be in range, not every partial sum.
 * @throws RangeError if an amount or the total is not a safe integer.
 */
export function sum(amounts: number[]): number {
  return toSafeNumber(amounts.reduce((total, amount) => total + toInteger(amount), 0n));
}

function rank(currency: string): number {
  const position = LEADING_CURRENCIES.indexOf(currency);
  return position === -1 ? LEADING_CURRENCIES.length : position;
}

/**
 * Returns one total per currency. Codes are compared exactly as written.
 *
 * @returns totals in minor units: EUR, USD, CHF first, then by code unit order, the same in every locale; a currency
 * whose items cancel out stays in the list with 0.
 * @throws RangeError if an amount or a total is not a safe integer.
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
 * Formats an amount in exact decimal notation for exports and inputs: "." before the decimals, no grouping.
 *
 * @param amount minor units.
 * @returns "1234.56", "-0.05"; always with all decimals of the currency, so "1200" for JPY.
 * @throws RangeError if the amount is not a safe integer.
 */
export function toDecimal(amount: number, currency: string): string {
  return decimalText(amount, fractionDigits(currency));
}

/**
 * Formats an amount for people, with the locale's separators and the currency's symbol or code.
 *
 * @param amount minor units.
 * @param currency a three-letter code, or free text, which follows the number after a no-break space.
 * @param locale a BCP 47 tag.
 * @throws RangeError if the amount is not a safe integer or the locale is not a valid tag.
 */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const digits = fractionDigits(currency);
  // A string, because a float cannot hold the last digit of every amount.
  const decimal = decimalText(amount, digits);
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  if (CURRENCY_CODE.test(currency)) {
    return numberFormat(locale, { style: "currency", currency, ...fixed }).format(decimal);
  }
  return `${numberFormat(locale, fixed).format(decimal)}\u00a0${currency}`;
}

/** Formats a number in plain digits with a point, such as "1234.5", with the groups and decimal mark of a locale. */
export function formatDecimal(number: string, locale: string): string {
  const digits = number.split(".")[1]?.length ?? 0;
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return numberFormat(locale, fixed).format(number as `${number}`);
}

/**
 * Converts an amount as the database returns it to minor units.
 *
 * @throws RangeError beyond the safe integer range, rather than losing a cent.
 */
export function fromDatabase(value: bigint): number {
  return toSafeNumber(value);
}

/**
 * Converts an amount to what the database stores.
 *
 * @param amount minor units.
 * @throws RangeError if the amount is not a safe integer.
 */
export function toDatabase(amount: number): bigint {
  return toInteger(amount);
}

/**
 * Formats a percentage for people, with the locale's separator, spacing and sign: "12,5 %", "12.5%".
 *
 * @param basisPoints hundredths of a percent; trailing zero decimals are omitted.
 * @param locale a BCP 47 tag.
 * @throws RangeError if the basis points are not a safe integer or the locale is not a valid tag.
 */
export function formatPercent(basisPoints: number, locale: string): string {
  return numberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(decimalText(basisPoints, 4));
}

/**
 * Formats a percentage in exact decimal notation, without the sign: "12.50".
 *
 * @param basisPoints hundredths of a percent.
 * @throws RangeError if the basis points are not a safe integer.
 */
export function toPercentText(basisPoints: number): string {
  return decimalText(basisPoints, 2);
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Returns a cached format, because creating one takes longer than using it a hundred times. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.style} ${options.currency} ${options.minimumFractionDigits}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    // Currencies are free text, so the cache is limited.
    if (numberFormats.size < 200) numberFormats.set(key, format);
  }
  return format;
}
