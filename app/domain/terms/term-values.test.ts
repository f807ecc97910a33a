import { describe, expect, test } from "vitest";
import { day } from "../shared/dates";
import { modelOf, termValues } from "./term";

const stored = {
  cadence: "monthly",
  revShareBp: null,
  fixedAmount: null,
  tiers: null,
  currency: "CHF",
  dueWhen: "period",
  holdingDays: 0,
  startDate: day("2027-03-01"),
} as const;
const tiers = [
  { from: 0, rateBp: 1_000 },
  { from: 500_000, rateBp: 1_250 },
];

test.each([
  ["rev_share", { revShareBp: 0 }],
  ["fixed", { fixedAmount: 5_000 }],
  ["both", { revShareBp: 1_000, fixedAmount: 5_000 }],
  ["tiered", { tiers }],
] as const)("[AFF-07] the model %s follows from the stored amounts", (model, amounts) => {
  expect(modelOf({ ...stored, ...amounts })).toBe(model);
});

describe("[AFF-07] the compared values of the form", () => {
  test("contain every field: percentages in basis points, an amount with its currency, all tiers as one value", () => {
    const due = { due_when: "period", holding_days: 0 };
    const common = { currency: "CHF", cadence: "monthly", ...due, start_date: "2027-03-01" };
    expect(termValues({ ...stored, revShareBp: 1_250, fixedAmount: 5_000 })).toEqual({
      ...common,
      model: "both",
      rev_share_percent: "1250",
      fixed_amount: { amount: 5_000, currency: "CHF" },
      tiers: null,
    });
    expect(termValues({ ...stored, tiers })).toEqual({
      ...common,
      model: "tiered",
      rev_share_percent: null,
      fixed_amount: null,
      tiers: "0:1000 500000:1250",
    });
  });

  test("are null in every field without terms", () => {
    const fields = [
      "model",
      "rev_share_percent",
      "fixed_amount",
      "tiers",
      "currency",
      "cadence",
      "due_when",
      "holding_days",
    ];
    expect(termValues(null)).toEqual(Object.fromEntries([...fields, "start_date"].map((name) => [name, null])));
  });
});
