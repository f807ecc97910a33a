import { expect, test } from "vitest";
import { dealOrders, MAX_SHOWN, shownOf, type DealPayment } from "./deal-view";

test("[LEAD-04] a long schedule is shown around the next month to pay", () => {
  const months = (paid: number, all: number) =>
    Array.from({ length: all }, (_, index) => ({
      state: (index < paid ? "paid" : "due") as DealPayment["state"],
      index,
    }));
  const shown = (paid: number, all: number) => shownOf(months(paid, all)).map(({ index }) => index);
  const from = (first: number) => Array.from({ length: MAX_SHOWN }, (_, index) => first + index);
  expect(MAX_SHOWN).toBe(12);
  expect(dealOrders).toEqual(["close_date", "amount"]);
  expect(shown(0, 3)).toEqual([0, 1, 2]);
  expect(shown(0, 30)).toEqual(from(0));
  expect(shown(1, 30)).toEqual(from(0));
  expect(shown(2, 30)).toEqual(from(1));
  expect(shown(10, 30)).toEqual(from(9));
  expect(shown(25, 30)).toEqual(from(18));
  expect(shown(30, 30)).toEqual(from(18));
  expect(shown(5, 5)).toEqual([0, 1, 2, 3, 4]);
});
