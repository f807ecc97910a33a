import { expect, test } from "vitest";
import type { PricingTerms } from "../terms/pricing";
import { day } from "../shared/dates";
import { calculatorSchemaFor, estimateCommission } from "./calculator";

const none: PricingTerms = {
  id: "0199a0c4-7d5e-7000-8000-000000000001",
  version: 1,
  startDate: day("2026-02-03"),
  revShareBp: null,
  fixedAmount: null,
  tiers: null,
  currency: "EUR",
};
const ask = (fields: Record<string, string>) => calculatorSchemaFor("de").parse({ currency: "EUR", ...fields });
const refused = (fields: Record<string, string>) =>
  calculatorSchemaFor("de")
    .safeParse({ currency: "EUR", ...fields })
    .error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);

test("[POR-04] the calculator shows percentage and fixed amount side by side, and the commission of a deal", () => {
  const both = { ...none, revShareBp: 1_000, fixedAmount: 5_000 };
  expect(estimateCommission(ask({ amount: "1.000" }), both, 2026, [])).toMatchObject({
    pays: { rule: "fixed", result: { amount: 5_000, currency: "EUR" } },
    percentage: { amount: 10_000, currency: "EUR" },
    fixed: { amount: 5_000, currency: "EUR" },
  });
});

test("[POR-04] [AFF-09] the calculator applies the tier that this year's volume reaches with the deal", () => {
  const tiers = [
    { from: 0, rateBp: 1_000 },
    { from: 1_000_000, rateBp: 1_200 },
  ];
  const estimate = (fields: Record<string, string>) =>
    estimateCommission(ask(fields), { ...none, tiers }, 2026, [
      { year: 2026, currency: "EUR", amount: 400_000 },
      { year: 2026, currency: "CHF", amount: 9_000_000 },
    ]);
  expect(estimate({ amount: "5.999,99" })).toMatchObject({
    pays: { revShareBp: 1_000, tiered: { before: 400_000, reached: 999_999 } },
    percentage: { amount: 60_000, currency: "EUR" },
    fixed: null,
  });
  expect(estimate({ amount: "6000" }).pays).toMatchObject({ revShareBp: 1_200, result: { amount: 72_000 } });
  const monthly = { amount: "500", deal_type: "recurring" };
  expect(estimate(monthly).pays).toMatchObject({ revShareBp: 1_200, result: { amount: 6_000 } });
  expect(estimate({ ...monthly, contract_duration_months: "11" }).pays.revShareBp).toBe(1_000);
  expect(estimate({ amount: "99999", currency: "USD" }).pays).toMatchObject({
    revShareBp: 1_000,
    tiered: { adds: 0 },
  });
});

test("[POR-04] an invalid deal has no estimate", () => {
  expect(refused({ amount: "" })).toEqual(["amount: amount_required"]);
  expect(refused({ amount: "x" })).toEqual(["amount: amount_invalid"]);
  expect(refused({ amount: "0" })).toEqual(["amount: amount_positive"]);
  expect(refused({ amount: "10.000.000.000,01" })).toEqual(['amount: amount_too_large|{"max":10000000000}']);
  const monthly = { amount: "1", deal_type: "recurring" };
  for (const months of ["0", "601", "1.5", "x"]) {
    expect(refused({ ...monthly, contract_duration_months: months })).toEqual([
      "contract_duration_months: duration_invalid",
    ]);
  }
  expect(refused({ amount: "1", contract_duration_months: "x" })).toBeUndefined();
});

test("[POR-04] the input is a one-time deal by default, or a month of a contract of 1 to 600 months", () => {
  expect(ask({ amount: "10" })).toEqual({
    base: { amount: 1_000, currency: "EUR" },
    per: "deal",
    total: 1_000,
  });
  const monthly = { amount: "10", deal_type: "recurring" };
  expect(ask(monthly)).toMatchObject({ per: "month", total: 12_000 });
  expect(ask({ ...monthly, contract_duration_months: "600" })).toMatchObject({ total: 600_000 });
  expect(refused({ ...monthly, deal_type: "barter" })).toEqual(["deal_type: deal_type_required"]);
});

test("[POR-04] the worth of a whole contract stays within the largest amount", () => {
  expect(ask({ amount: "10.000.000.000,00" }).total).toBe(1_000_000_000_000);
  const monthly = { deal_type: "recurring", contract_duration_months: "16" };
  expect(ask({ ...monthly, amount: "625.000.000,00" }).total).toBe(1_000_000_000_000);
  expect(refused({ ...monthly, amount: "625.000.000,01" })).toEqual(['amount: amount_too_large|{"max":625000000}']);
});

test("[POR-04] terms with a fixed amount only have no percentage, however small the deal", () => {
  const terms = { ...none, fixedAmount: 5_000, currency: "CHF" };
  expect(estimateCommission(ask({ amount: "0,01" }), terms, 2026, [])).toMatchObject({
    percentage: null,
    fixed: { amount: 5_000, currency: "CHF" },
  });
});
