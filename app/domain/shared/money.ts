/**
 * Money as integer minor units, and the only place that calculates or writes amounts; read-amount.ts reads them.
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
 * without it, two slips of the keyboard would put an organization's totals beyond what can be shown.
 */
export const LARGEST_AMOUNT = 1_000_000_000_000;

const CURRENCY_CODE = /^[A-Za-z]{3}$/;
const LEADING_CURRENCIES = ["EUR", "USD", "CHF"];
const BASIS_POINTS_PER_WHOLE = 10_000n;

/** Whether an amount can be calculated with. */
export function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
}

/** @throws RangeError when the number is not a safe integer. */
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
 * How many decimals a currency has: its ISO 4217 minor unit, whatever the engine's ICU says.
 *
 * @param currency ISO code in any case, or free text.
 * @returns 0 for JPY, 2 for EUR, 3 for BHD; 2 for every code or text ISO 4217 does not list.
 */
export function fractionDigits(currency: string): number {
  if (!CURRENCY_CODE.test(currency)) return 2;
  return FRACTION_DIGITS.get(currency.toUpperCase()) ?? 2;
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
 * A percentage for people to read, with the locale's separator, spacing and sign: "12,5 %", "12.5%".
 *
 * @param basisPoints hundredths of a percent; decimals that are zero are left out.
 * @param locale a BCP 47 tag.
 * @throws RangeError when the basis points are not a safe integer or the locale is not a valid tag.
 */
export function formatPercent(basisPoints: number, locale: string): string {
  return numberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(decimalText(basisPoints, 4));
}

/**
 * The exact decimal notation of a percentage, without the sign: "12.50".
 *
 * @param basisPoints hundredths of a percent.
 * @throws RangeError when the basis points are not a safe integer.
 */
export function toPercentText(basisPoints: number): string {
  return decimalText(basisPoints, 2);
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Making a format takes longer than using it a hundred times. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.style} ${options.currency} ${options.minimumFractionDigits}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    // Currencies are free text: whoever tries all of them fills no memory.
    if (numberFormats.size < 200) numberFormats.set(key, format);
  }
  return format;
}
