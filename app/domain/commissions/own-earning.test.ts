import { describe, expect, test } from "vitest";
import { day } from "../shared/dates";
import { totalsOf, type MonthOfEarnings } from "./own-earning";

const month = (currency: string, paid: number, due: number, planned: number, first = "2026-01-01") =>
  ({ month: day(first), currency, paid, due, waiting: planned / 2, planned }) satisfies MonthOfEarnings;

describe("[POR-08] the sums of an affiliate's months", () => {
  test("are separate for each state and currency", () => {
    const months = [
      month("CHF", 1, 20, 300),
      month("EUR", 4_000, 50_000, 600_000),
      month("EUR", 5_000, 60_000, 700_000, "2026-02-01"),
    ];
    expect(totalsOf(months)).toEqual({
      paid: [
        { amount: 9_000, currency: "EUR" },
        { amount: 1, currency: "CHF" },
      ],
      due: [
        { amount: 110_000, currency: "EUR" },
        { amount: 20, currency: "CHF" },
      ],
      waiting: [
        { amount: 650_000, currency: "EUR" },
        { amount: 150, currency: "CHF" },
      ],
      planned: [
        { amount: 1_300_000, currency: "EUR" },
        { amount: 300, currency: "CHF" },
      ],
    });
  });

  test("leave out a currency with a sum of 0", () => {
    expect(totalsOf([month("EUR", 0, 1, 0), month("USD", 1, 0, 0)])).toEqual({
      paid: [{ amount: 1, currency: "USD" }],
      due: [{ amount: 1, currency: "EUR" }],
      waiting: [],
      planned: [],
    });
    expect(totalsOf([])).toEqual({ paid: [], due: [], waiting: [], planned: [] });
  });
});
