import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { day } from "../shared/dates";
import { priceCommission, type PricingTerms } from "./pricing";

const base = { amount: 123_456, currency: "EUR" };

function terms(rule: Partial<Pick<PricingTerms, "revShareBp" | "fixedAmount" | "currency">>): PricingTerms {
  return {
    id: "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c",
    version: 3,
    startDate: day("2027-03-01"),
    revShareBp: null,
    fixedAmount: null,
    currency: "EUR",
    ...rule,
  };
}

describe("[LEAD-07] the commission of a deal", () => {
  test("the fixed amount wins over the percentage", () => {
    const trace = priceCommission(base, "deal", terms({ revShareBp: 5_000, fixedAmount: 100 }));
    expect(trace.rule).toBe("fixed");
    expect(trace.result).toEqual({ amount: 100, currency: "EUR" });
  });

  test("a fixed amount is owed whole, however small the deal", () => {
    const trace = priceCommission({ amount: 1, currency: "EUR" }, "deal", terms({ fixedAmount: 50_000 }));
    expect(trace.result).toEqual({ amount: 50_000, currency: "EUR" });
  });

  test("without a fixed amount it is the percentage of the base", () => {
    expect(priceCommission(base, "deal", terms({ revShareBp: 1_000 })).result.amount).toBe(12_346);
    expect(priceCommission(base, "month", terms({ revShareBp: 1_000 })).result.amount).toBe(12_346);
  });

  test("the whole base at 100 %, nothing at 0 %, and 0 % is still a rule", () => {
    expect(priceCommission(base, "deal", terms({ revShareBp: 10_000 })).result.amount).toBe(123_456);
    const none = priceCommission(base, "deal", terms({ revShareBp: 0 }));
    expect(none.rule).toBe("percentage");
    expect(none.result).toEqual({ amount: 0, currency: "EUR" });
  });

  test("without terms it is 0 in the deal's currency", () => {
    const trace = priceCommission({ amount: 5_000, currency: "CHF" }, "deal", null);
    expect(trace).toMatchObject({ rule: "none", terms: null, result: { amount: 0, currency: "CHF" } });
  });

  test("terms that name neither amount pay 0", () => {
    const trace = priceCommission(base, "month", terms({}));
    expect(trace).toMatchObject({ rule: "none", result: { amount: 0, currency: "EUR" } });
  });

  test("a fixed amount keeps the terms' currency, a percentage the deal's: nothing is converted", () => {
    const inDollars = { amount: 10_000, currency: "USD" };
    const fixed = priceCommission(inDollars, "deal", terms({ fixedAmount: 700, currency: "CHF" }));
    expect(fixed.result).toEqual({ amount: 700, currency: "CHF" });
    const share = priceCommission(inDollars, "deal", terms({ revShareBp: 1_000, currency: "CHF" }));
    expect(share.result).toEqual({ amount: 1_000, currency: "USD" });
  });

  test.each([
    [5, 1_000, 1], // 0.5
    [4, 1_000, 0], // 0.4
    [15, 1_000, 2], // 1.5, where rounding to even would say 2 as well
    [25, 1_000, 3], // 2.5, where rounding to even would say 2
    [435, 10, 0], // 0.435
    [1_005, 10, 1], // 1.005
    [100_050, 10, 100], // 100.05
    [999_999_999_999, 1_250, 125_000_000_000], // 124999999999.875
  ])("%i at %i basis points rounds half up to %i", (amount, revShareBp, expected) => {
    expect(priceCommission({ amount, currency: "EUR" }, "deal", terms({ revShareBp })).result.amount).toBe(
      expected,
    );
  });

  test("any percentage agrees with exact arithmetic", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e11 }),
        fc.integer({ min: 0, max: 10_000 }),
        (amount, revShareBp) => {
          const doubled = BigInt(amount) * BigInt(revShareBp) * 2n;
          const exact = (doubled + 10_000n) / 20_000n;
          const { result } = priceCommission({ amount, currency: "EUR" }, "deal", terms({ revShareBp }));
          expect(BigInt(result.amount)).toBe(exact);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("[COM-07] the trace explains the commission", () => {
  test("of a percentage: terms version, base, rate, rounding, result", () => {
    expect(priceCommission(base, "month", terms({ revShareBp: 1_250, currency: "USD" }))).toEqual({
      rule: "percentage",
      base: { amount: 123_456, currency: "EUR" },
      per: "month",
      terms: { id: "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c", version: 3, startDate: "2027-03-01" },
      revShareBp: 1_250,
      fixedAmount: null,
      rounding: "half_up",
      result: { amount: 15_432, currency: "EUR" },
    });
  });

  test("of a fixed amount: the share that did not count is left out", () => {
    const trace = priceCommission(base, "deal", terms({ revShareBp: 1_250, fixedAmount: 9_900 }));
    expect(trace).toMatchObject({ rule: "fixed", per: "deal", revShareBp: null, fixedAmount: 9_900 });
  });

  test("base and rate of the trace give its result again", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e11 }),
        fc.option(fc.integer({ min: 0, max: 10_000 })),
        fc.option(fc.integer({ min: 1, max: 1e9 })),
        (amount, revShareBp, fixedAmount) => {
          const trace = priceCommission(
            { amount, currency: "EUR" },
            "deal",
            terms({ revShareBp, fixedAmount }),
          );
          const again = priceCommission(
            trace.base,
            trace.per,
            terms({ revShareBp: trace.revShareBp, fixedAmount: trace.fixedAmount }),
          );
          expect(again).toEqual(trace);
        },
      ),
    );
  });
});
