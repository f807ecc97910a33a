import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { day } from "../shared/dates";
import { percentOf } from "../shared/money";
import { exceedsBase, priceCommission, wasRounded, type PricedDeal, type PricingTerms, type Tier } from "./pricing";

const deal = (amount: number, currency = "EUR", per: PricedDeal["per"] = "deal"): PricedDeal => ({
  base: { amount, currency },
  per,
  total: amount,
  year: 2027,
});

function terms(rule: Partial<PricingTerms>): PricingTerms {
  return {
    id: "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c",
    version: 3,
    startDate: day("2027-03-01"),
    revShareBp: null,
    fixedAmount: null,
    tiers: null,
    currency: "EUR",
    ...rule,
  };
}

describe("[LEAD-07] the commission of a deal", () => {
  test("uses the fixed amount if the terms have both a fixed amount and a percentage", () => {
    const trace = priceCommission(deal(123_456), terms({ revShareBp: 5_000, fixedAmount: 100 }));
    expect(trace.rule).toBe("fixed");
    expect(trace.result).toEqual({ amount: 100, currency: "EUR" });
  });

  test("is the whole fixed amount, also for a smaller deal", () => {
    const trace = priceCommission(deal(1), terms({ fixedAmount: 50_000 }));
    expect(trace.result).toEqual({ amount: 50_000, currency: "EUR" });
  });

  test("is the percentage of the base without a fixed amount", () => {
    expect(priceCommission(deal(123_456), terms({ revShareBp: 1_000 })).result.amount).toBe(12_346);
    expect(priceCommission(deal(123_456, "EUR", "month"), terms({ revShareBp: 1_000 })).result.amount).toBe(12_346);
  });

  test("is the whole base at 100 % and 0 at 0 %, which is still a rule", () => {
    expect(priceCommission(deal(123_456), terms({ revShareBp: 10_000 })).result.amount).toBe(123_456);
    const none = priceCommission(deal(123_456), terms({ revShareBp: 0 }));
    expect(none.rule).toBe("percentage");
    expect(none.result).toEqual({ amount: 0, currency: "EUR" });
  });

  test("is 0 in the deal's currency without terms", () => {
    const trace = priceCommission(deal(5_000, "CHF"), null);
    expect(trace).toMatchObject({ rule: "none", terms: null, result: { amount: 0, currency: "CHF" } });
  });

  test("is 0 if the terms have neither amount nor percentage", () => {
    const trace = priceCommission(deal(123_456, "EUR", "month"), terms({}));
    expect(trace).toMatchObject({ rule: "none", result: { amount: 0, currency: "EUR" } });
  });

  test("keeps the currency of the terms for a fixed amount and of the deal for a percentage", () => {
    const inDollars = deal(10_000, "USD");
    const fixed = priceCommission(inDollars, terms({ fixedAmount: 700, currency: "CHF" }));
    expect(fixed.result).toEqual({ amount: 700, currency: "CHF" });
    const share = priceCommission(inDollars, terms({ revShareBp: 1_000, currency: "CHF" }));
    expect(share.result).toEqual({ amount: 1_000, currency: "USD" });
  });

  test.each([
    [5, 1_000, 1], // 0.5
    [4, 1_000, 0], // 0.4
    [15, 1_000, 2], // 1.5; rounding half to even also gives 2
    [25, 1_000, 3], // 2.5; rounding half to even gives 2
    [435, 10, 0], // 0.435
    [1_005, 10, 1], // 1.005
    [100_050, 10, 100], // 100.05
    [999_999_999_999, 1_250, 125_000_000_000], // 124999999999.875
  ])("rounds %i at %i basis points half up to %i", (amount, revShareBp, expected) => {
    expect(priceCommission(deal(amount), terms({ revShareBp })).result.amount).toBe(expected);
  });

  test("equals exact arithmetic for any percentage", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), fc.integer({ min: 0, max: 10_000 }), (amount, revShareBp) => {
        const doubled = BigInt(amount) * BigInt(revShareBp) * 2n;
        const exact = (doubled + 10_000n) / 20_000n;
        const { result } = priceCommission(deal(amount), terms({ revShareBp }));
        expect(BigInt(result.amount)).toBe(exact);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("[COM-07] the trace explains the commission", () => {
  test("contains terms version, base, rate, rounding and result for a percentage", () => {
    expect(priceCommission(deal(123_456, "EUR", "month"), terms({ revShareBp: 1_250, currency: "USD" }))).toEqual({
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

  test("names the percentage that does not count beside a fixed amount", () => {
    const trace = priceCommission(deal(123_456), terms({ revShareBp: 1_250, fixedAmount: 9_900 }));
    expect(trace).toMatchObject({ rule: "fixed", per: "deal", revShareBp: null, fixedAmount: 9_900 });
    expect(trace.outweighedBp).toBe(1_250);
    expect(priceCommission(deal(1), terms({ fixedAmount: 9_900 }))).not.toHaveProperty("outweighedBp");
  });

  test("reveals a fixed amount above the revenue of the deal, once or per month", () => {
    const exceeds = (amount: number, rule: Partial<PricingTerms>, currency = "EUR", per?: PricedDeal["per"]) =>
      exceedsBase(priceCommission(deal(amount, currency, per), terms(rule)));
    expect(exceeds(9_899, { fixedAmount: 9_900 })).toBe(true);
    expect(exceeds(9_899, { fixedAmount: 9_900 }, "EUR", "month")).toBe(true);
    expect(exceeds(9_900, { fixedAmount: 9_900 })).toBe(false);
    expect(exceeds(1, { fixedAmount: 9_900 }, "USD")).toBe(false);
    expect(exceeds(1, { revShareBp: 10_000 })).toBe(false);
    expect(exceeds(1, {})).toBe(false);
  });

  test("reveals whether the result was rounded", () => {
    const rounded = (amount: number, revShareBp: number) =>
      wasRounded(priceCommission(deal(amount), terms({ revShareBp })));
    expect(rounded(120_000, 1_000)).toBe(false);
    expect(rounded(123_455, 1_050)).toBe(true);
    expect(rounded(999_999_999_999, 9_990)).toBe(true);
    expect(wasRounded(priceCommission(deal(123_455), terms({ fixedAmount: 7 })))).toBe(false);
    expect(wasRounded(priceCommission(deal(123_455), null))).toBe(false);
  });

  test("reproduces its result from base and rate", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e11 }),
        fc.option(fc.integer({ min: 0, max: 10_000 })),
        fc.option(fc.integer({ min: 1, max: 1e9 })),
        (amount, revShareBp, fixedAmount) => {
          const trace = priceCommission(deal(amount), terms({ revShareBp, fixedAmount }));
          const again = priceCommission(
            { ...deal(0), base: trace.base, per: trace.per },
            terms({
              revShareBp: trace.revShareBp ?? trace.outweighedBp ?? null,
              fixedAmount: trace.fixedAmount,
            }),
          );
          expect(again).toEqual(trace);
        },
      ),
    );
  });
});

const tiers: Tier[] = [
  { from: 0, rateBp: 1_000 },
  { from: 1_000_000, rateBp: 1_200 },
  { from: 2_500_000, rateBp: 1_500 },
];

describe("[AFF-09] tiered terms", () => {
  const after = (before: number, amount: number, currency = "EUR") =>
    priceCommission(deal(amount, currency), terms({ tiers }), [{ year: 2027, currency: "EUR", amount: before }]);

  test.each([
    [0, 1, 1_000],
    [0, 999_999, 1_000],
    [0, 1_000_000, 1_200],
    [999_999, 1, 1_200],
    [999_998, 1, 1_000],
    [700_000, 500_000, 1_200],
    [1_000_000, 1_500_000, 1_500],
    [1_000_000, 1_499_999, 1_200],
    [9_000_000, 100, 1_500],
  ])("after %i, pay for a deal of %i a commission of %i basis points of the whole amount", (before, amount, rateBp) => {
    const trace = after(before, amount);
    expect(trace).toMatchObject({ rule: "tiered", revShareBp: rateBp, fixedAmount: null });
    expect(trace.result).toEqual({ amount: percentOf(amount, rateBp), currency: "EUR" });
  });

  test("record the tier, the next tier, the year and the volume in the trace", () => {
    expect(after(740_000, 500_000)).toEqual({
      rule: "tiered",
      base: { amount: 500_000, currency: "EUR" },
      per: "deal",
      terms: { id: "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c", version: 3, startDate: "2027-03-01" },
      revShareBp: 1_200,
      fixedAmount: null,
      tiered: {
        currency: "EUR",
        year: 2027,
        before: 740_000,
        adds: 500_000,
        reached: 1_240_000,
        tier: { from: 1_000_000, rateBp: 1_200 },
        next: { from: 2_500_000, rateBp: 1_500 },
      },
      rounding: "half_up",
      result: { amount: 60_000, currency: "EUR" },
    });
    expect(after(2_500_000, 1).tiered?.next).toBeNull();
  });

  test("count a recurring deal with its whole worth and pay by the month", () => {
    const recurring: PricedDeal = { ...deal(100_000, "EUR", "month"), total: 1_200_000 };
    expect(priceCommission(recurring, terms({ tiers }))).toMatchObject({
      per: "month",
      revShareBp: 1_200,
      tiered: { adds: 1_200_000, reached: 1_200_000 },
      result: { amount: 12_000, currency: "EUR" },
    });
  });

  test("ignore a deal in another currency and apply the tier reached without it", () => {
    const trace = after(999_999, 5_000_000, "USD");
    expect(trace).toMatchObject({ revShareBp: 1_000, result: { amount: 500_000, currency: "USD" } });
    expect(trace.tiered).toMatchObject({ before: 999_999, adds: 0, reached: 999_999, currency: "EUR" });
  });

  test("count only volume of the deal's year in the currency of the terms", () => {
    const won = [
      { year: 2026, currency: "EUR", amount: 9_000_000 },
      { year: 2027, currency: "USD", amount: 9_000_000 },
      { year: 2027, currency: "EUR", amount: 40 },
    ];
    expect(priceCommission(deal(2), terms({ tiers }), won).tiered).toMatchObject({ before: 40, reached: 42 });
  });

  test("agree with a plain model that sorts the deals into the tiers one by one", () => {
    const aTier = fc.record({
      step: fc.integer({ min: 1, max: 1e9 }),
      rate: fc.integer({ min: 0, max: 1_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(aTier, { minLength: 1, maxLength: 20 }),
        fc.array(fc.record({ amount: fc.integer({ min: 1, max: 1e9 }), euro: fc.boolean() }), {
          maxLength: 30,
        }),
        (steps, deals) => {
          let from = 0;
          const drawn = steps.map(({ step, rate }, index) => {
            from += index === 0 ? 0 : step;
            return { from, rateBp: rate * 10 };
          });
          let won = 0n;
          for (const { amount, euro } of deals) {
            const currency = euro ? "EUR" : "CHF";
            const trace = priceCommission(deal(amount, currency), terms({ tiers: drawn }), [
              { year: 2027, currency: "EUR", amount: Number(won) },
            ]);
            if (euro) won += BigInt(amount);
            let rate = 0n;
            for (const tier of drawn) if (won >= BigInt(tier.from)) rate = BigInt(tier.rateBp);
            const exact = (BigInt(amount) * rate * 2n + 10_000n) / 20_000n;
            expect(trace.result).toEqual({ amount: Number(exact), currency });
            expect(trace.tiered!.before + trace.tiered!.adds).toBe(Number(won));
          }
        },
      ),
    );
  });
});

test("[AFF-09] tiers that do not begin at 0 make pricing throw", () => {
  const broken = terms({ tiers: [{ from: 100, rateBp: 1_000 }] });
  expect(() => priceCommission(deal(99), broken)).toThrow("the first tier does not begin at 0");
});
