import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { day } from "../shared/dates";
import {
  formatNumber,
  patternProblem,
  patternsFromDatabase,
  ratesFromDatabase,
  ratesFromText,
  ratesToDatabase,
  ratesToText,
  seriesKey,
  usualPatterns,
  usualVatRates,
  vatRateOn,
} from "./payer-settings";

describe("[PAY-03] numbers of documents", () => {
  const parts = { year: 2026, affiliate: "12", number: 7 };

  it.each([
    ["AB-{YEAR}-{NUMBER}", "AB-2026-0007", "AB-2026-{NUMBER}"],
    ["{NUMBER}", "0007", "{NUMBER}"],
    ["P{AFFILIATE}-{NUMBER}", "P12-0007", "P12-{NUMBER}"],
    ["{YEAR}{NUMBER}", "20260007", "2026{NUMBER}"],
    ["{NUMBER}a{AFFILIATE}-{YEAR}", "0007a12-2026", "{NUMBER}a12-2026"],
  ])("%s gives %s, counted under %s", (pattern, number, key) => {
    expect(patternProblem(pattern)).toBeNull();
    expect([formatNumber(pattern, parts), seriesKey(pattern, parts)]).toEqual([number, key]);
  });

  it("the number is never cut", () => {
    expect(formatNumber(usualPatterns.statement, { ...parts, number: 123_456 })).toBe("AB-2026-123456");
  });

  it.each([
    ["", "number_pattern_number"],
    ["AB-{YEAR}", "number_pattern_number"],
    ["{NUMBER}{NUMBER}", "number_pattern_number"],
    ["{YEAR}{YEAR}-{NUMBER}", "number_pattern_twice"],
    ["AB/{NUMBER}", "number_pattern_characters"],
    ["ÄB{NUMBER}", "number_pattern_characters"],
    ["A B{NUMBER}", "number_pattern_characters"],
    ["{MONTH}-{NUMBER}", "number_pattern_characters"],
    ["{year}-{NUMBER}", "number_pattern_characters"],
    ["A-B-C-{NUMBER}", "number_pattern_hyphens"],
    ["-{NUMBER}", "number_pattern_hyphens"],
    ["{NUMBER}-", "number_pattern_hyphens"],
    ["ABCDEFGHIJKLMNOPQRSTUVWX{NUMBER}", "number_pattern_long"],
    ["{AFFILIATE}{NUMBER}", "number_pattern_affiliate"],
    ["{NUMBER}1{AFFILIATE}", "number_pattern_affiliate"],
    ["{AFFILIATE}{YEAR}{NUMBER}", "number_pattern_affiliate"],
  ])("rejects %s with %s", (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(problem);
  });

  const pieces = fc.oneof(
    fc.constantFrom("{YEAR}", "{AFFILIATE}", "{NUMBER}"),
    fc.stringMatching(/^[A-Za-z0-9-]{0,4}$/),
    fc.constantFrom("1", "11", "-", "A"),
  );
  const pattern = fc.array(pieces, { maxLength: 6 }).map((texts) => texts.join("") + "{NUMBER}");
  const anyPattern = fc
    .oneof(
      pattern,
      pattern.map((text) => text.replace("{NUMBER}", "")),
    )
    .filter((text) => patternProblem(text) === null);
  // Digits that collide if a boundary can move.
  const anyParts = fc.record({
    year: fc.constantFrom(2011, 2026, 1111),
    affiliate: fc.oneof(fc.constantFrom("1", "11", "111"), fc.integer({ min: 1, max: 999_999 }).map(String)),
    number: fc.oneof(fc.constantFrom(1, 11, 111, 1111, 11_111, 111_111), fc.integer({ min: 1, max: 9_999_999 })),
  });

  it("of every accepted pattern are valid for banks and accounting programs", () => {
    fc.assert(
      fc.property(anyPattern, anyParts, (text, values) => {
        const number = formatNumber(text, values);
        expect(number).toMatch(/^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/);
        expect(number.length).toBeLessThanOrEqual(30);
        expect(number.split("-").length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 2000 },
    );
  });

  it("of every accepted pattern are equal only for the same place of the same counter", () => {
    fc.assert(
      fc.property(anyPattern, anyParts, anyParts, (text, one, other) => {
        if (formatNumber(text, one) !== formatNumber(text, other)) return;
        expect([seriesKey(text, one), one.number]).toEqual([seriesKey(text, other), other.number]);
      }),
      { numRuns: 20_000 },
    );
  });

  it("stored patterns are completed with the usual ones", () => {
    expect(patternsFromDatabase({})).toEqual(usualPatterns);
    expect(patternsFromDatabase({ statement: "X{NUMBER}" })).toMatchObject({ statement: "X{NUMBER}" });
    expect(() => patternsFromDatabase({ statement: 5 })).toThrow();
  });
});

describe("[PAY-03] VAT rates", () => {
  const german = usualVatRates("DE");

  it.each([
    ["2006-12-31", 0],
    ["2007-01-01", 1900],
    ["2020-06-30", 1900],
    ["2020-07-01", 1600],
    ["2020-12-31", 1600],
    ["2021-01-01", 1900],
    ["2026-11-28", 1900],
  ])("in Germany on %s is %i", (on, rate) => {
    expect(vatRateOn(german, day(on))).toBe(rate);
    expect(vatRateOn(german.toReversed(), day(on))).toBe(rate);
  });

  it("are only known for Germany", () => {
    expect([usualVatRates("AT"), usualVatRates(null), vatRateOn([], day("2026-01-01"))]).toEqual([[], [], 0]);
  });

  it("are read as they were written", () => {
    expect(ratesFromText(ratesToText(german))).toEqual(german);
    expect(ratesFromText("")).toEqual([]);
    expect(ratesFromDatabase(ratesToDatabase(german))).toEqual(german);
    expect(ratesFromDatabase(null)).toBeNull();
    expect(() => ratesFromDatabase([{ from: "2026-02-30", rate_bp: 1 }])).toThrow();
  });
});
