import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAmount, parsePercent, readingsOf, toInputValue } from "./read-amount";

const RUNS = 100_000;
const MAX = Number.MAX_SAFE_INTEGER;

/** Decimals of the tested currencies, listed here so that the tests do not depend on the tested code. */
const DECIMALS = { EUR: 2, USD: 2, CHF: 2, SEK: 2, HUF: 2, JPY: 0, BHD: 3, CLF: 4, Punkte: 2 };
type Currency = keyof typeof DECIMALS;

/** Every notation of an amount: each grouping mark or none, with each decimal mark or none. */
const FORMS = ["", " ", "'", ".", ","].flatMap((group) =>
  ["", ".", ","]
    .filter((point) => point === "" || point !== group)
    .map((point) => {
      const plain = point === "" ? "\\d+" : "\\d*";
      const whole = group === "" ? plain : `[1-9]\\d{0,2}(\\${group}\\d{3})+`;
      return { group, point, shape: new RegExp(`^${whole}${point && `\\${point}\\d+`}$`) };
    }),
);

/** Grouping and decimal marks by locale, listed here as well. */
const HABITS = { de: ".,", en: ",.", fr: " ,", "de-CH": "'.", es: ".," };
type Reader = keyof typeof HABITS;

/**
 * Returns the units of a text. Only "1.234" fits two notations. Then it is grouping or decimals as in the locale, if
 * the currency has few enough or enough decimals for that.
 */
function reading(text: string, decimals: number, reader: Reader | undefined): bigint | null {
  const body = text.trim().replace(/^-/, "");
  const fitting = FORMS.filter(({ shape }) => shape.test(body));
  const [thousands, tenths] = reader ? HABITS[reader] : [];
  const form = fitting.find(({ group, point }) => {
    if (fitting.length === 1) return true;
    return decimals < 3 ? point === "" && group === thousands : group === "" && point === tenths;
  });
  if (!form) return null;
  const digits = body.replaceAll(form.group, "");
  const [whole = "", fraction = ""] = form.point === "" ? [digits] : digits.split(form.point);
  const scaled = BigInt(whole + fraction) * 10n ** BigInt(decimals);
  const d = 10n ** BigInt(fraction.length);
  if (scaled % d !== 0n || scaled / d > BigInt(MAX)) return null;
  return text.trim().startsWith("-") ? -scaled / d : scaled / d;
}

const readers = fc.constantFrom(undefined, ...(Object.keys(HABITS) as Reader[]));
const currencies = fc.constantFrom(...(Object.keys(DECIMALS) as Currency[]));

describe("[M1] parsing amounts", () => {
  test("[M1] accepts the same texts as trying every notation", { timeout: 60_000 }, () => {
    const digits = fc.integer({ min: 0, max: 99_999 }).map(String);
    const three = fc.integer({ min: 0, max: 999 }).map((each) => String(each).padStart(3, "0"));
    const mark = fc.constantFrom(".", ",", " ", "'");
    const shaped = fc
      .tuple(
        fc.constantFrom("", "", "-"),
        fc.oneof(digits, fc.constantFrom("", "0", "00")),
        fc.array(fc.tuple(mark, fc.oneof({ weight: 4, arbitrary: three }, digits)), { maxLength: 3 }),
        fc.constantFrom("", "", "0", "00", ",", "."),
      )
      .map(([sign, head, tail, end]) => sign + head + tail.flat().join("") + end);
    let understood = 0;
    fc.assert(
      fc.property(shaped, currencies, readers, (text, currency, reader) => {
        const expected = reading(text, DECIMALS[currency], reader);
        if (expected !== null) understood += 1;
        expect(parseAmount(text, currency, reader)).toBe(expected === null ? null : Number(expected));
      }),
      { numRuns: RUNS },
    );
    expect(understood).toBeGreaterThan(RUNS / 10);
  });

  const understood: [Currency, number, string][] = [
    ["EUR", 123_456, "1.234,56|1,234.56|1 234,56|1'234.56|1’234.56|1234.56|1\u00a0234,56|1\u202f234,56"],
    ["EUR", 123_456_789, "1,234,567.89|1.234.567,89|1\u202f234\u202f567,89|1234567,89"],
    ["EUR", 1250, "12,5|12.5|12,50|12.5000|  12.5\t|\u00a012.5\u202f"],
    ["EUR", 120_000, "1200|1 200|1200,0|1.200,00"],
    ["EUR", 123_450, "1.234,5|1,234.5000|1234.500"],
    ["EUR", 123_456_700, "1.234.567|1,234,567"],
    ["EUR", 50, "0.500|.5|,50|0,5|00,5"],
    ["EUR", -1250, "-12,50|-12.5| -12,5 "],
    ["EUR", -5, " -0,05 |-,05"],
    ["EUR", 0, "0|-0|0,00|000"],
    ["EUR", MAX, "90071992547409.91|90.071.992.547.409,91"],
    ["EUR", -MAX, "-90071992547409.91"],
    [
      "EUR",
      123_456,
      "1.234,56 €|1.234,56\u00a0€|€1,234.56|€ 1.234,56|EUR 1 234,56|1.234,56 Euro|\u200e1.234,56\u202f€|\u202a1.234,56 €\u202c|1\u200b.234,56|1\u2007234,56",
    ],
    ["EUR", -500, "-5 €|-€5|€ -5|\u22125"],
    ["USD", 500, "$5|US$ 5|5 USD|5 dollars|USD 5"],
    ["CHF", 123_450, "Fr. 1'234.50|CHF 1’234.50|1'234.50 Franken|SFr. 1'234.50"],
    ["SEK", 123_450, "1 234,50 kr|1 234,50 kr.|SEK 1234,5"],
    ["Punkte", 123_400, "1234"],
    ["BHD", 1234, "1,2340"],
    ["BHD", 1_234_000, "1 234|1'234|1234"],
    ["BHD", 1_234_567_000, "1.234.567"],
    ["JPY", 1234, "1 234|1234"],
    ["JPY", 1, "1.00"],
  ];
  test.each(understood)("[M1] gives %s %i for %j", (currency, amount, texts) => {
    for (const text of texts.split("|")) expect(parseAmount(text, currency), text).toBe(amount);
  });

  /** One mark before three digits is grouping or decimals, depending on the locale. Null: ambiguous. */
  const either: [string, Currency, string | undefined, number | null][] = [
    ["1.005", "EUR", "de", 100_500],
    ["1,005", "EUR", "de", null],
    ["1,005", "EUR", "en", 100_500],
    ["1.005", "EUR", "en", null],
    ["1.005", "EUR", "fr", null],
    ["1,005", "EUR", "fr", null],
    ["1.005", "EUR", "es", 100_500],
    ["1,005", "EUR", "es", null],
    ["1.005", "CHF", "de-CH", null],
    ["1,005", "CHF", "de-CH", null],
    ["-1,005", "EUR", "de", null],
    ["999.999", "EUR", "de", 99_999_900],
    ["1.234", "JPY", "de", 1234],
    ["1,234", "JPY", "de", null],
    ["1.234", "BHD", "de", null],
    ["1,234", "BHD", "de", 1234],
    ["1.234", "BHD", "en", 1234],
    ["1,234", "BHD", "en", null],
    ["1.234", "Punkte", "de", 123_400],
    ["1.005", "EUR", undefined, null],
    ["1,005", "EUR", undefined, null],
    ["0.500", "EUR", undefined, 50],
    ["1.234.567", "EUR", "en", 123_456_700],
  ];
  test.each(either)("[M1] of %j %s with the locale %s gives %s", (text, currency, locale, amount) => {
    expect(parseAmount(text, currency, locale)).toBe(amount);
    const readings = readingsOf(text, currency, locale);
    if (amount === null) expect(readings).not.toBeNull();
    else expect(readings).toBeNull();
  });

  test("[M1] returns both meanings of an ambiguous text, with decimals rounded", () => {
    expect(readingsOf("1,005", "EUR", "de")).toEqual({ grouped: 100_500, decimal: 101 });
    expect(readingsOf("1.004", "EUR", "en")).toEqual({ grouped: 100_400, decimal: 100 });
    expect(readingsOf("-1.005", "EUR", "en")).toEqual({ grouped: -100_500, decimal: -101 });
    expect(readingsOf("1,500", "JPY", "de")).toEqual({ grouped: 1500, decimal: 2 });
    expect(readingsOf("1,499", "JPY", "de")).toEqual({ grouped: 1499, decimal: 1 });
    expect(readingsOf("1.005", "BHD", "de")).toEqual({ grouped: 1_005_000, decimal: 1005 });
    expect(readingsOf("1.005", "CLF", "de")).toEqual({ grouped: 10_050_000, decimal: 10_050 });
    for (const text of ["1005", "1,05", "x", "0,005", "1.005.005"]) expect(readingsOf(text, "EUR")).toBeNull();
  });

  test("[M1] restores the amount with which a form was filled", () => {
    for (const locale of ["de", "en", "fr", "es", "de-CH", "fr-CH", "es-MX"]) {
      for (const currency of ["EUR", "JPY", "BHD", "CLF"]) {
        for (const amount of [0, 5, 1005, 100_500, 123_456_789]) {
          expect(parseAmount(toInputValue(amount, currency, locale), currency, locale)).toBe(amount);
        }
      }
    }
  });

  const malformed: [Currency, string][] = [
    ["EUR", "| |-|.|,|5,|5.|1.234,|--5|- 5|+5|5-|-5-|€ - 5|(5)|5 €,|5 € 5|Fr.5|5 h|1\t234"],
    ["EUR", "0.005|0,001|.123|1234.567|1.234,567|12.345,678|0.123.456|0 123"],
    ["EUR", "12.34.56|1.23.456|1.2345.678|1234.567.890|1.234.56|1,234,56|1,23,456.00|12 34|1'234'56"],
    ["EUR", "1.234 567|1 234.567,00|1,234'567.00|1..5|1,,5|1.,5|1  234|1\n234"],
    ["EUR", "1e3|1E3|Infinity|-Infinity|NaN|0x10|0b1|1_000|10n|١٢|१२|½|１２"],
    ["EUR", `90071992547409.92|-90071992547409.92|${"9".repeat(30)}|${"0".repeat(41)}`],
    ["JPY", "1.5|1,50|9007199254740992"],
    ["BHD", "1.2345"],
  ];
  test.each(malformed)("[M1] rejects %s %j", (currency, texts) => {
    for (const text of texts.split("|")) expect(parseAmount(text, currency), text).toBeNull();
  });

  test("[M1] accepts 40 characters, and rejects longer amounts and percentages", () => {
    for (const read of [(text: string) => parseAmount(text, "EUR"), parsePercent]) {
      expect(read("0".repeat(40))).toBe(0);
      expect(read("0".repeat(41))).toBeNull();
    }
    expect(readingsOf(`${" ".repeat(50)}1.005`, "EUR")).not.toBeNull();
    expect(readingsOf("1.005".padStart(41, "0"), "EUR")).toBeNull();
  });

  test("[M1] converts percentages to basis points", () => {
    const percentages: [number, string][] = [
      [1000, "10|10 %|10%|10,00| 10 |010"],
      [1250, "12,5|12.5|12.5 %|12,50%|12,5\u00a0%|12,5\u202f%"],
      [50, ".5|0,5|00,5%"],
      [0, "0|0,00 %"],
    ];
    for (const [basisPoints, texts] of percentages) {
      for (const text of texts.split("|")) expect(parsePercent(text), text).toBe(basisPoints);
    }
    const malformed = "|%| |5,|-1|-0|+1|1.234|12.500|1 000|1.000,5|5%%|% 5|1e2|NaN|Infinity|0x1|١٢|90071992547409.92";
    for (const text of malformed.split("|")) expect(parsePercent(text), text).toBeNull();
    expect(parsePercent("9".repeat(50))).toBeNull();
  });
});
