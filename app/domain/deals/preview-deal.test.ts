import { describe, expect, test } from "vitest";
import { day } from "../shared/dates";
import { createDealSchema } from "./deal.schema";
import { previewDeal as previewFor, type DealEntry } from "./preview-deal";
import type { PricingTerms, WonVolume } from "../terms/pricing";

const terms: PricingTerms = {
  id: "0199a0c4-7d5e-7000-8000-000000000001",
  version: 1,
  startDate: day("2026-02-03"),
  revShareBp: 1000,
  fixedAmount: null,
  tiers: null,
  currency: "EUR",
};
const recurring = {
  deal_type: "recurring",
  currency: "EUR",
  mrr: "1.200,50",
  contract_duration_months: "12",
  contract_start_date: "2027-01-31",
};

/** A German user of an organization with the default currency EUR. */
const reader = { locale: "de", home: "EUR" };
const previewDeal = (entry: DealEntry, by: PricingTerms | null, won?: WonVolume[]) =>
  previewFor(entry, reader, by, won);

test("[LEAD-07] the preview of a one-time deal is the percentage of its amount", () => {
  const { commission, total, end } = previewDeal({ deal_type: "one-time", currency: "eur", amount: "1.200,00" }, terms);
  expect(commission).toMatchObject({
    rule: "percentage",
    per: "deal",
    result: { amount: 12_000, currency: "EUR" },
  });
  expect([total, end]).toEqual([null, null]);
});

test("[LEAD-06] the preview of a recurring deal has the total and the end of the created deal", () => {
  const preview = previewDeal(recurring, terms);
  const deal = createDealSchema.parse({ ...recurring, lead_id: terms.id, title: "Care plan" });
  expect(preview.total).toEqual({ amount: deal.amount, currency: deal.currency });
  expect(preview.end).toBe(deal.recurring?.end);
  expect(preview.commission).toMatchObject({ per: "month", result: { amount: 12_005, currency: "EUR" } });
});

test("[LEAD-07] missing or unreadable values have no preview", () => {
  const nothing = { commission: null, total: null, end: null };
  expect(previewDeal({}, terms)).toEqual(nothing);
  expect(previewDeal({ deal_type: "one-time", amount: "0" }, terms)).toEqual(nothing);
  expect(previewDeal({ ...recurring, contract_duration_months: "0" }, terms)).toMatchObject({
    total: null,
    end: null,
  });
  expect(previewDeal({ ...recurring, mrr: "12,", contract_start_date: "31.02.2027" }, terms)).toEqual(nothing);
});

test("[LEAD-06] a contract that would end beyond the calendar is rejected and has no end", () => {
  const late = { ...recurring, contract_start_date: "9999-06-01" };
  expect(previewDeal(late, terms).end).toBeNull();
  const { error } = createDealSchema.safeParse({ ...late, lead_id: terms.id, title: "Care plan" });
  expect(error?.issues).toMatchObject([{ path: ["contract_start_date"], message: "date_invalid" }]);
});

describe("[AFF-09] the preview with tiered terms", () => {
  const tiered = {
    ...terms,
    revShareBp: null,
    tiers: [
      { from: 0, rateBp: 1_000 },
      { from: 1_000_000, rateBp: 1_200 },
    ],
  };
  const won = [
    { year: 2026, currency: "EUR", amount: 900_000 },
    { year: 2027, currency: "EUR", amount: 0 },
  ];
  const oneTime = { deal_type: "one-time", currency: "EUR", amount: "1.000,00", close_date: "2026-12-31" };

  test("follows the year of the entered date", () => {
    const rate = (entry: DealEntry) => previewDeal(entry, tiered, won).commission?.revShareBp;
    expect(rate(oneTime)).toBe(1_200);
    expect(rate({ ...oneTime, close_date: "01.01.2027" })).toBe(1_000);
    expect(rate({ ...recurring, contract_start_date: "2026-01-01" })).toBe(1_200);
    expect(rate({ ...recurring, contract_start_date: "2027-01-01" })).toBe(1_200);
    expect(rate({ ...recurring, contract_start_date: "2027-01-01", contract_duration_months: "8" })).toBe(1_000);
  });

  test("needs date and duration, which other terms do not need", () => {
    for (const entry of [
      { ...oneTime, close_date: "" },
      { ...recurring, contract_start_date: "" },
      { ...recurring, contract_duration_months: "" },
    ]) {
      expect(previewDeal(entry, tiered, won).commission).toBeNull();
      expect(previewDeal(entry, terms, won).commission).not.toBeNull();
    }
  });
});

test("[LEAD-07] an ambiguous amount or currency has no preview", () => {
  const entry = { deal_type: "one-time", amount: "1000", currency: "EUR" };
  const result = (change: DealEntry, by = reader) => previewFor({ ...entry, ...change }, by, terms).commission?.result;
  expect(result({ amount: "1.005" })).toEqual({ amount: 10_050, currency: "EUR" });
  expect(result({ amount: "1,005" })).toBeUndefined();
  expect(result({ amount: "1,005" }, { ...reader, locale: "en" })).toEqual({
    amount: 10_050,
    currency: "EUR",
  });
  expect(result({ amount: "1.005" }, { ...reader, locale: "en" })).toBeUndefined();
  expect(result({ currency: "€" })).toEqual({ amount: 10_000, currency: "EUR" });
  expect(result({ currency: "$" })).toBeUndefined();
  expect(result({ currency: "$" }, { ...reader, home: "CAD" })).toEqual({ amount: 10_000, currency: "CAD" });
  expect(result({ currency: "kr", amount: "1.000" }, { ...reader, home: "ISK" })).toEqual({
    amount: 100,
    currency: "ISK",
  });
});

test("[LEAD-06] the smallest amount and the last contract are previewed, partial months are not", () => {
  expect(previewDeal({ ...recurring, mrr: "0,01" }, terms).total).toEqual({ amount: 12, currency: "EUR" });
  expect(previewDeal({ ...recurring, mrr: "0" }, terms).total).toBeNull();
  const last = { ...recurring, contract_duration_months: "1", contract_start_date: "9999-11-30" };
  expect(previewDeal(last, terms).end).toBe("9999-12-30");
  for (const text of ["1e1", "1.5", "-2", "0", ""]) {
    expect(previewDeal({ ...recurring, contract_duration_months: text }, terms).total, text).toBeNull();
  }
});

test("[LEAD-06] a total that cannot be calculated exactly is not shown", () => {
  const most = { ...recurring, mrr: "9.999.999.999", contract_duration_months: "9999" };
  expect(previewDeal(most, terms)).toMatchObject({
    total: null,
    commission: { base: { amount: 999_999_999_900 } },
  });
});

test("[AFF-09] a one-time deal counts once toward its tier", () => {
  const tiers = [
    { from: 0, rateBp: 1_000 },
    { from: 1_000_000, rateBp: 1_200 },
  ];
  const entry = { deal_type: "one-time", currency: "EUR", amount: "6.000", close_date: "2026-12-31" };
  expect(previewDeal(entry, { ...terms, revShareBp: null, tiers }).commission?.revShareBp).toBe(1_000);
});
