import { expect, test } from "vitest";
import { rankChoices, rankOf } from "./rank-choice";

const deals = (...currencies: string[]) => ({
  deals: { count: 1, amounts: currencies.map((currency) => ({ amount: 100, currency })) },
});

test("[REP-01] ranks affiliates by each currency of the period, the organization's own first, by deals or by leads", () => {
  expect(rankChoices(deals("CHF", "EUR", "USD"), "EUR")).toEqual(["EUR", "CHF", "USD", "deals", "leads"]);
  expect(rankChoices(deals("CHF", "USD"), "EUR")).toEqual(["CHF", "USD", "deals", "leads"]);
  expect(rankChoices(deals(), "EUR")).toEqual(["deals", "leads"]);
  expect(["deals", "leads", "CHF"].map(rankOf)).toEqual(["deals", "leads", { currency: "CHF" }]);
});
