import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  formatMoney,
  formatPercent,
  fractionDigits,
  fromDatabase,
  LARGEST_AMOUNT,
  numberFormat,
  percentOf,
  sum,
  sumByCurrency,
  times,
  toDatabase,
  toDecimal,
  type Money,
} from "./money";
import { parseAmount, parsePercent } from "./read-amount";

const RUNS = 100_000;
const MAX = Number.MAX_SAFE_INTEGER;
const NBSP = "\u00a0";
const NARROW = "\u202f";

/** Decimals of the tested currencies, listed here so that the tests do not depend on the tested code. */
const DECIMALS = { EUR: 2, USD: 2, CHF: 2, HUF: 2, JPY: 0, BHD: 3, CLF: 4, Punkte: 2 };
type Currency = keyof typeof DECIMALS;

/** An exact fraction, n / d with d > 0. */
type Rational = { n: bigint; d: bigint };

/** Returns plain decimal notation as a fraction. */
function rational(decimal: string): Rational {
  const places = decimal.includes(".") ? decimal.length - decimal.indexOf(".") - 1 : 0;
  return { n: BigInt(decimal.replace(".", "")), d: 10n ** BigInt(places) };
}

/** Returns the nearest integer by comparing both neighbors; a half rounds away from zero. */
function nearest({ n, d }: Rational): bigint {
  const low = n / d - (n % d < 0n ? 1n : 0n);
  const [below, above] = [n - low * d, low * d + d - n];
  return above < below || (above === below && n > 0n) ? low + 1n : low;
}

/** Returns the expected result: the number, or an error if no safe integer can hold it. */
function owed(exact: bigint): unknown {
  return exact > BigInt(MAX) || exact < -BigInt(MAX) ? RangeError : Number(exact);
}

function outcome(calculate: () => number): unknown {
  try {
    return calculate();
  } catch (error) {
    return (error as Error).constructor;
  }
}

const currencies = fc.constantFrom(...(Object.keys(DECIMALS) as Currency[]));
const amounts = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1_000_000, max: 1_000_000 }));

describe("[M1] money is exact", () => {
  test("[M1] and agrees with an arbitrary-precision model in 100,000 random cases", { timeout: 60_000 }, () => {
    const cases = fc.tuple(
      amounts,
      fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: -20_000, max: 20_000 })),
      fc.oneof(fc.integer({ min: 0, max: 120 }), fc.maxSafeInteger()),
      fc.array(amounts, { maxLength: 4 }),
      currencies,
    );
    let ran = 0;
    fc.assert(
      fc.property(cases, ([amount, basisPoints, count, list, currency]) => {
        ran += 1;
        const decimal = toDecimal(amount, currency);
        const actual = [
          outcome(() => percentOf(amount, basisPoints)),
          outcome(() => times(amount, count)),
          outcome(() => sum(list)),
          rational(decimal),
          parseAmount(decimal, currency, "en"),
          parseAmount(decimal.replace(".", ","), currency, "de"),
        ];
        expect(actual).toEqual([
          owed(nearest({ n: BigInt(amount) * BigInt(basisPoints), d: 10_000n })),
          owed(BigInt(amount) * BigInt(count)),
          owed(list.map(BigInt).reduce((total, each) => total + each, 0n)),
          { n: BigInt(amount), d: 10n ** BigInt(DECIMALS[currency]) },
          amount,
          amount,
        ]);
      }),
      { numRuns: RUNS },
    );
    expect(ran).toBe(RUNS);
  });

  test("[M1] for amounts that binary floats get wrong: 1.005, 10.075, 4.35 × 100", () => {
    expect(parseAmount("1.005", "BHD", "en")).toBe(1005);
    expect(toDecimal(1005, "BHD")).toBe("1.005");
    expect(percentOf(1005, 1000)).toBe(101); // 10.05 at 10 % is 1.005
    expect(parseAmount("10.075", "BHD", "en")).toBe(10_075);
    expect(percentOf(10_075, 1000)).toBe(1008); // 100.75 at 10 % is 10.075
    expect(parseAmount("4.35", "EUR")).toBe(435);
    expect(times(435, 100)).toBe(43_500);
  });

  test("[M1] with a half rounded away from zero, on both sides of it", () => {
    expect([1, 3, -1, -3].map((amount) => percentOf(amount, 5000))).toEqual([1, 2, -1, -2]);
    expect([1, 3, -1, -3].map((amount) => percentOf(amount, 4999))).toEqual([0, 1, 0, -1]);
    expect(percentOf(12_345, 1250)).toBe(1543);
    expect(percentOf(MAX, 10_000)).toBe(MAX);
  });

  test("[M1] with fractions and results outside the safe range rejected", () => {
    for (const value of [0.5, NaN, Infinity, MAX + 1]) {
      expect(() => percentOf(value, 0), `${value}`).toThrow(RangeError);
      expect(() => percentOf(0, value), `${value}`).toThrow(RangeError);
      expect(() => times(value, 0), `${value}`).toThrow(RangeError);
      expect(() => times(0, value), `${value}`).toThrow(RangeError);
      expect(() => sum([value]), `${value}`).toThrow(RangeError);
      expect(() => toDecimal(value, "EUR"), `${value}`).toThrow(RangeError);
      expect(() => toDatabase(value), `${value}`).toThrow(RangeError);
    }
    expect(() => percentOf(MAX, 10_001)).toThrow(RangeError);
    expect(() => times(MAX, 2)).toThrow(RangeError);
    expect(() => sum([MAX, 1])).toThrow(RangeError);
    expect(sum([MAX, 1, -1])).toBe(MAX);
    expect([toDatabase(-MAX), fromDatabase(-BigInt(MAX))]).toEqual([-BigInt(MAX), -MAX]);
    expect(() => fromDatabase(BigInt(MAX) + 1n)).toThrow(RangeError);
    expect(() => fromDatabase(-BigInt(MAX) - 1n)).toThrow(RangeError);
  });

  test("[M1] with totals per currency, in the order EUR, USD, CHF, then alphabetically", () => {
    const money = (list: string): Money[] =>
      list.split("|").map((item) => ({ amount: parseInt(item), currency: item.split(" ")[1]! }));
    const items = money("5 Punkte|100 CHF|7 AUD|30 USD|-7 AUD|1 EUR|2 EUR|9 GBP");
    const expected = money("3 EUR|30 USD|100 CHF|0 AUD|9 GBP|5 Punkte");
    expect(sumByCurrency(items)).toEqual(expected);
    expect(sumByCurrency(items.toReversed())).toEqual(expected);
    expect(sumByCurrency([])).toEqual([]);
    const most = { amount: MAX, currency: "EUR" };
    expect(() => sumByCurrency([most, { amount: 1, currency: "EUR" }])).toThrow(RangeError);
  });

  test("[M1] with the decimals of ISO 4217, whatever the engine's ICU shows", () => {
    const expected = { JPY: 0, KRW: 0, EUR: 2, eur: 2, HUF: 2, COP: 2, BHD: 3, bhd: 3, CLF: 4 };
    for (const [currency, digits] of Object.entries(expected)) expect(fractionDigits(currency)).toBe(digits);
    for (const text of "|ZZZ|Punkte|JPY |toString|IQDX|\u0131qd".split("|")) expect(fractionDigits(text)).toBe(2);
  });
});

describe("[I18N-03] formatting money and percentages", () => {
  test("[I18N-03] uses the locale's separators, symbol and spacing", () => {
    expect(formatMoney(123_456, "EUR", "de")).toBe(`1.234,56${NBSP}€`);
    expect(formatMoney(-123_456, "EUR", "de-DE")).toBe(`-1.234,56${NBSP}€`);
    expect(formatMoney(123_456, "EUR", "en")).toBe("€1,234.56");
    expect(formatMoney(-5, "USD", "en-US")).toBe("-$0.05");
    expect(formatMoney(123_456, "EUR", "fr")).toBe(`1${NARROW}234,56${NBSP}€`);
    expect(formatMoney(1_234_567, "EUR", "es")).toBe(`12.345,67${NBSP}€`);
  });

  test("[I18N-03] shows exactly the decimals of a currency, up to the largest amounts", () => {
    expect(formatMoney(1200, "JPY", "en")).toBe("¥1,200");
    expect(formatMoney(1005, "BHD", "en")).toBe(`BHD${NBSP}1.005`);
    expect(formatMoney(123_450, "HUF", "en")).toBe(`HUF${NBSP}1,234.50`);
    expect(formatMoney(12_340, "CLF", "en")).toBe(`CLF${NBSP}1.2340`);
    expect(formatMoney(MAX, "EUR", "en")).toBe("€90,071,992,547,409.91");
    expect(formatMoney(-MAX, "BHD", "de")).toBe(`-9.007.199.254.740,991${NBSP}BHD`);
    expect(formatMoney(MAX, "Punkte", "de")).toBe(`90.071.992.547.409,91${NBSP}Punkte`);
    expect(() => formatMoney(1.5, "EUR", "de")).toThrow(RangeError);
  });

  test("[I18N-03] writes a currency that Intl rejects after the number", () => {
    expect(formatMoney(123_456, "Punkte", "de")).toBe(`1.234,56${NBSP}Punkte`);
    expect(formatMoney(-123_450, "Punkte", "en")).toBe(`-1,234.50${NBSP}Punkte`);
    expect(formatMoney(100, "€", "en")).toBe(`1.00${NBSP}€`);
    expect(formatMoney(100, "ZZZ", "en")).toBe(`ZZZ${NBSP}1.00`);
  });

  test("[I18N-03] shows at most two decimals of a percentage, with the locale's spacing", () => {
    expect(formatPercent(1250, "de")).toBe(`12,5${NBSP}%`);
    expect(formatPercent(1225, "en")).toBe("12.25%");
    expect(formatPercent(1000, "en")).toBe("10%");
    expect(formatPercent(1, "fr")).toBe(`0,01${NBSP}%`);
    expect(formatPercent(MAX, "en")).toBe("90,071,992,547,409.91%");
    expect(() => formatPercent(12.5, "de")).toThrow(RangeError);
    fc.assert(
      fc.property(fc.nat(1_000_000), (basisPoints) => {
        expect(parsePercent(formatPercent(basisPoints, "de").replaceAll(".", ""))).toBe(basisPoints);
      }),
    );
  });
});

test("[M1] 0 is written without a sign, and sums are ordered by currency", () => {
  expect(formatMoney(0, "EUR", "de")).toBe(`0,00${NBSP}€`);
  expect(toDecimal(0, "EUR")).toBe("0.00");
  expect(LARGEST_AMOUNT).toBe(1_000_000_000_000);
  const items = ["USD", "CHF", "EUR", "CAD"].map((currency) => ({ amount: 1, currency }));
  expect(sumByCurrency(items).map(({ currency }) => currency)).toEqual(
    sumByCurrency(items.toReversed()).map(({ currency }) => currency),
  );
});

test("a number format is cached, and many different currencies do not fill the memory", () => {
  const euros = { style: "currency", currency: "EUR", minimumFractionDigits: 2 } as const;
  expect(numberFormat("en", euros)).toBe(numberFormat("en", euros));
  expect(numberFormat("en", euros)).not.toBe(numberFormat("de", euros));
  const tried = Array.from({ length: 300 }, (_, index) => ({
    style: "currency" as const,
    currency: `A${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}`,
  }));
  const first = tried.map((options) => numberFormat("en", options));
  const kept = tried.filter((options, index) => numberFormat("en", options) === first[index]);
  expect(kept.length).toBeGreaterThan(100);
  expect(kept.length).toBeLessThanOrEqual(200);
  expect(numberFormat("en", tried.at(-1)!)).not.toBe(first.at(-1));
});
