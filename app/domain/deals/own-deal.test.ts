import { expect, test } from "vitest";
import { day, type Day } from "../shared/dates";
import { commissionState, reasonOf } from "./own-deal";
import { priceCommission, type PricingTerms } from "../terms/pricing";

const terms: PricingTerms = {
  id: "0199a0c4-7d5e-7000-8000-000000000001",
  version: 1,
  startDate: day("2026-02-03"),
  revShareBp: null,
  fixedAmount: null,
  tiers: null,
  currency: "EUR",
};

const today = day("2026-03-20");

/** Returns the reason shown for a deal of `amount` cents. */
function reason(amount: number, by: PricingTerms | null): string {
  const base = { amount, currency: "EUR" };
  const trace = priceCommission({ base, per: "deal", total: amount, year: 2026 }, by);
  return reasonOf({
    trace,
    state: commissionState(
      { commission: trace.result, paid: false, closeDate: today, due: today, ended: null },
      null,
      today,
    ),
  });
}

test("[POR-03] a deal without a commission reports missing terms only if there were none", () => {
  expect(reason(100_000, null)).toBe("none");
  expect(reason(100_000, { ...terms, revShareBp: 0 })).toBe("zero");
  expect(reason(4, { ...terms, revShareBp: 1_000 })).toBe("zero");
  expect(reason(4, { ...terms, tiers: [{ from: 0, rateBp: 1_000 }] })).toBe("zero");
  expect(reason(100_000, { ...terms, revShareBp: 1_000 })).toBe("due");
});

test("[COM-02] the commission of a one-time deal that closes later is planned until that day", () => {
  const commission = { amount: 10_000, currency: "EUR" };
  const stateOf = (closeDate: string, paid = false, due: Day | null = day(closeDate)) =>
    commissionState({ commission, paid, closeDate: day(closeDate), due, ended: null }, null, today);
  expect(stateOf("2026-03-21")).toBe("planned");
  expect(stateOf("2026-03-20")).toBe("due");
  expect(stateOf("2026-03-21", true)).toBe("paid");
  expect(stateOf("2026-03-20", false, null)).toBe("waiting");
});

test("[POR-03] the commission of a recurring deal is due, running, paid or not yet scheduled", () => {
  const stateOf = (paid: number, due: number, planned: number, amount = 1_000, waiting = 0) =>
    commissionState(
      { commission: { amount, currency: "EUR" }, paid: false, closeDate: today, due: today, ended: null },
      { paid, due, waiting, planned },
      today,
    );
  expect(stateOf(0, 1, 0)).toBe("due");
  expect(stateOf(2, 1, 3)).toBe("due");
  expect(stateOf(2, 1, 3, 1_000, 1)).toBe("due");
  expect(stateOf(2, 0, 3, 1_000, 1)).toBe("waiting");
  expect(stateOf(2, 0, 1)).toBe("running");
  expect(stateOf(0, 0, 3)).toBe("running");
  expect(stateOf(1, 0, 0)).toBe("paid");
  expect(stateOf(0, 0, 0)).toBe("scheduling");
  expect(stateOf(0, 1, 0, 0)).toBe("none");
});
