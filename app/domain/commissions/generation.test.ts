import { expect, test } from "vitest";
import { recurringDeals } from "./generation";

test("[COM-03] counts each recurring deal once, with payments or skipped, and does not count payments", () => {
  const counts = {
    created: 50_000,
    filled: 1,
    complete: 20,
    withoutAffiliate: 300,
    withoutCommission: 4_000,
  };
  expect(recurringDeals(counts)).toBe(4_321);
  expect(recurringDeals({ filled: 0, complete: 0, withoutAffiliate: 0, withoutCommission: 0 })).toBe(0);
});
