import { describe, expect, test } from "vitest";
import { day } from "../shared/dates";
import type { DealContract } from "./deal.schema";
import { previewEdit, type EditableDeal } from "./preview-edit";
import { priceCommission, type PricingTerms } from "../terms/pricing";

const id = "0199a0c4-7d5e-7000-8000-000000000001";
const terms: PricingTerms = {
  id,
  version: 1,
  startDate: day("2026-01-01"),
  revShareBp: 1000,
  fixedAmount: null,
  tiers: null,
  currency: "EUR",
};
const contract: DealContract = {
  title: "Website",
  currency: "EUR",
  amount: 100_000,
  closeDate: day("2026-03-15"),
  recurring: null,
};
/** The agreed commission differs from the current terms, so the tests reveal which of the two counts. */
const trace = { ...priceCommission(pricedAs(100_000), terms), result: { amount: 77, currency: "EUR" } };

function pricedAs(amount: number) {
  return { base: { amount, currency: "EUR" }, per: "deal" as const, total: amount, year: 2026 };
}

const deal: EditableDeal = {
  id,
  contract,
  trace,
  terms,
  hasAffiliate: true,
  paid: false,
  home: "EUR",
  won: [],
  payments: [],
  ended: null,
};

const recurring: DealContract = {
  ...contract,
  amount: 300_000,
  recurring: { mrr: 100_000, months: 3, start: day("2026-03-15"), end: day("2026-06-15") },
};
const months = ["2026-03-15", "2026-04-15", "2026-05-15"].map(day);
const payments = months.map((period, at) => ({
  id: String(at),
  period,
  amount: { amount: 77, currency: "EUR" },
  paid: at === 0,
}));
const monthly: EditableDeal = { ...deal, contract: recurring, payments };

describe("[LEAD-10] the preview of an edited deal", () => {
  test("keeps the commission while nothing changes that determines the price", () => {
    expect(previewEdit(deal, { ...contract, title: "Shop", closeDate: day("2026-12-31") })).toEqual({
      commission: trace,
      plan: null,
    });
  });

  test("applies the terms under which the deal was won to the new amount", () => {
    const commission = previewEdit(deal, { ...contract, amount: 100_050 })?.commission;
    expect(commission).toMatchObject({ rule: "percentage", per: "deal", terms: { id, version: 1 } });
    expect(commission?.result).toEqual({ amount: 10_005, currency: "EUR" });
    expect(previewEdit({ ...deal, terms: null }, { ...contract, amount: 1 })?.commission).toMatchObject({
      rule: "none",
      result: { amount: 0, currency: "EUR" },
    });
  });

  test("keeps a paid commission", () => {
    expect(previewEdit({ ...deal, paid: true }, { ...contract, amount: 5 })?.commission).toBe(trace);
  });

  test("[AFF-09] counts for tiers the other won volume in the year of the new date", () => {
    const tiers = [
      { from: 0, rateBp: 1000 },
      { from: 150_000, rateBp: 2000 },
    ];
    const tiered = {
      ...deal,
      terms: { ...terms, revShareBp: null, tiers },
      won: [{ year: 2025, amount: 60_000, currency: "EUR" }],
    };
    const rate = (closeDate: string) =>
      previewEdit(tiered, { ...contract, amount: 90_000, closeDate: day(closeDate) })?.commission.revShareBp;
    expect(rate("2025-12-31")).toBe(2000);
    expect(rate("2026-01-01")).toBe(1000);
  });
});

describe("[LEAD-06] [LEAD-10] an ambiguous currency", () => {
  test("resolves to the organization's default currency, and has no preview if that does not match", () => {
    const sent = { ...contract, currency: "$" };
    expect(previewEdit(deal, sent)).toBeNull();
    expect(previewEdit({ ...deal, home: "CAD" }, sent)?.commission.result).toEqual({
      amount: 10_000,
      currency: "CAD",
    });
  });

  test("may stay as stored", () => {
    const unclear = { ...contract, currency: "$" };
    expect(previewEdit({ ...deal, contract: unclear }, unclear)?.commission).toBe(trace);
    expect(previewEdit({ ...deal, contract: unclear }, { ...unclear, amount: 10 })?.commission.base).toEqual({
      amount: 10,
      currency: "$",
    });
  });

  test("that resolves to the deal's own currency changes no price", () => {
    const canadian = { ...deal, contract: { ...contract, currency: "CAD" }, home: "CAD" };
    expect(previewEdit(canadian, { ...contract, currency: "$" })?.commission).toBe(trace);
  });

  test("has no preview if the amount has decimals that the resolved currency does not have", () => {
    const icelandic = { ...deal, home: "ISK" };
    expect(previewEdit(icelandic, { ...contract, currency: "kr", amount: 150 })).toBeNull();
    expect(previewEdit(icelandic, { ...contract, currency: "kr", amount: 200 })?.commission.base.amount).toBe(2);
  });
});

describe("[LEAD-10] the payments of a recurring deal", () => {
  test("follow the new monthly revenue, except paid ones", () => {
    const sent = { ...recurring, amount: 150_000, recurring: { ...recurring.recurring!, mrr: 50_000 } };
    const preview = previewEdit(monthly, sent);
    expect(preview?.commission).toMatchObject({ per: "month", result: { amount: 5_000, currency: "EUR" } });
    expect(preview?.plan).toMatchObject({
      changed: payments.slice(1),
      removed: [],
      added: [],
      kept: 0,
      paid: 1,
    });
  });

  test("follow the new duration, and months with the same commission stay", () => {
    const longer = { ...recurring.recurring!, months: 4, end: day("2026-07-15") };
    const preview = previewEdit({ ...monthly, paid: true }, { ...recurring, amount: 400_000, recurring: longer });
    expect(preview?.plan).toMatchObject({
      changed: [],
      removed: [],
      added: ["2026-06-15"],
      kept: 2,
      paid: 1,
    });
  });

  test("are removed without an affiliate", () => {
    const plan = previewEdit({ ...monthly, hasAffiliate: false }, recurring)?.plan;
    expect(plan).toMatchObject({ removed: payments.slice(1), added: [], kept: 0, paid: 1 });
  });
});
