import { describe, expect, test } from "vitest";
import de from "~/i18n/de/errors.json";
import en from "~/i18n/en/errors.json";
import es from "~/i18n/es/errors.json";
import fr from "~/i18n/fr/errors.json";
import { parseDay } from "./dates";
import { amountProblem, shareProblem, parseAmountInput } from "./amount-problem";
import { parseAmount } from "./read-amount";

describe("[LEAD-06] the problem of an amount", () => {
  test.each([
    ["ten", "EUR", "amount_invalid"],
    ["0.005", "EUR", "amount_invalid"],
    ["1.234,567", "BANANAS", "amount_invalid"],
    ["10.50", "JPY", 'amount_invalid_whole|{"currency":"JPY"}'],
    ["1.23456", "KWD", 'amount_invalid_decimals|{"currency":"KWD","digits":3}'],
    ["9".repeat(18), "EUR", 'amount_too_large|{"max":10000000000}'],
    ["-" + "9".repeat(20), "EUR", 'amount_too_large|{"max":10000000000}'],
    ["9".repeat(500), "JPY", 'amount_too_large|{"max":1000000000000}'],
    ["9".repeat(39) + "x", "EUR", "amount_invalid"],
    ["$1,234.56", "EUR", 'amount_other_currency|{"typed":"$","currency":"EUR"}'],
    ["1 234,56 kr", "EUR", 'amount_other_currency|{"typed":"kr","currency":"EUR"}'],
    ["1.234,56 CHF", "EUR", 'amount_other_currency|{"typed":"CHF","currency":"EUR"}'],
    ["€ 5", "USD", 'amount_other_currency|{"typed":"€","currency":"USD"}'],
    ["5 hours", "EUR", "amount_invalid"],
  ])("is for %j %s: %s", (text, currency, key) => {
    expect(amountProblem(text, currency)).toBe(key);
  });

  test('is "unclear" if a separator may mean thousands or decimals, with both amounts and how to enter them', () => {
    const asked = (text: string, currency: string, locale?: string) => {
      const [key, params] = amountProblem(text, currency, locale).split("|");
      expect(key).toBe("amount_unclear");
      return JSON.parse(params!) as unknown;
    };
    expect(asked("1,005", "EUR", "de")).toEqual({
      grouped: "1.005,00\u00a0€",
      decimal: "1,01\u00a0€",
      type_grouped: "1005,00",
      type_decimal: "1,01",
    });
    expect(asked("1.005", "EUR", "en")).toEqual({
      grouped: "€1,005.00",
      decimal: "€1.01",
      type_grouped: "1005.00",
      type_decimal: "1.01",
    });
    // Without a locale, amounts are shown in English notation.
    const plain = { grouped: "¥1,500", type_grouped: "1500", type_decimal: "2" };
    expect(asked("1.500", "JPY")).toMatchObject(plain);
  });

  test("has a sentence whose example is an amount of the currency", () => {
    const exampleOf = (sentence: string) => /\d[\d.,\s]*\d/.exec(sentence)![0];
    for (const [locale, texts] of Object.entries({ de, en, es, fr })) {
      expect(parseAmount(exampleOf(texts.amount_invalid), "EUR", locale)).toBe(1_234_56);
      expect(parseAmount(exampleOf(texts.amount_invalid_whole), "JPY", locale)).toBe(1_234);
      expect(parseAmount(exampleOf(texts.amount_invalid_decimals), "BHD", locale)).toBe(1_234_567);
      expect(parseAmount(exampleOf(texts.amount_invalid_decimals), "UYW", locale)).toBe(12_345_670);
    }
    for (const texts of [de, es, fr]) expect(parseDay(exampleOf(texts.date_invalid))).toBe("2027-03-01");
    expect(en.date_invalid).toContain("Mar 1, 2027");
  });
});

test.each([
  ["12.5", null],
  ["100 %", null],
  ["12.55", "step"],
  ["12,345", "step"],
  ["0.001 %", "step"],
  ["100.01", "range"],
  ["100.001", "range"],
  ["12.345.6", "range"],
  ["-1", "range"],
  ["ten", "range"],
])("[AFF-07] the problem of a share of %j is %s", (text, problem) => {
  expect(shareProblem(text)).toBe(problem);
});

test("[LEAD-06] [AFF-07] every entered amount is more than 0 and at most the maximum", () => {
  const largest = { amount: 1_000_000_000_000, problem: null };
  expect(parseAmountInput("10000000000", "EUR")).toEqual(largest);
  expect(parseAmountInput("10000000000.01", "EUR")).toEqual({
    amount: null,
    problem: 'amount_too_large|{"max":10000000000}',
  });
  expect(parseAmountInput("5,00", "EUR", { most: 499 })).toEqual({
    amount: null,
    problem: 'amount_too_large|{"max":4}',
  });
  expect(parseAmountInput("1000000000000", "JPY")).toEqual(largest);
  expect(parseAmountInput("0", "EUR")).toEqual({ amount: null, problem: "amount_positive" });
  expect(parseAmountInput("-1", "EUR", { notPositive: "fixed_amount_positive" })).toEqual({
    amount: null,
    problem: "fixed_amount_positive",
  });
  expect(parseAmountInput("0", "EUR", { notPositive: null })).toEqual({ amount: 0, problem: null });
  expect(parseAmountInput("1.5", "JPY")).toMatchObject({
    problem: expect.stringMatching(/^amount_invalid_whole/),
  });
  expect(parseAmountInput("1.005", "EUR", { locale: "de" })).toEqual({ amount: 100_500, problem: null });
  expect(parseAmountInput("1.005", "EUR")).toMatchObject({ problem: expect.stringMatching(/^amount_unclear/) });
});
