import { describe, expect, test } from "vitest";
import type { Deal } from "#prisma";
import { day } from "../shared/dates";
import {
  changesOf,
  contractChanges,
  contractValues,
  dealColumns,
  pricedDeal,
  samePrice,
  storedContract,
} from "./deal-contract";
import type { DealContract } from "./deal.schema";
import { priceCommission } from "../terms/pricing";

const once: DealContract = {
  title: "Licence",
  currency: "EUR",
  amount: 100_000,
  closeDate: day("2026-03-01"),
  recurring: null,
};
const monthly: DealContract = {
  title: "Hosting",
  currency: "EUR",
  amount: 30_000,
  closeDate: day("2026-03-15"),
  recurring: { mrr: 10_000, months: 3, start: day("2026-03-15"), end: day("2026-06-15") },
};

describe("[LEAD-10] the contract of a deal", () => {
  test("is read from its columns as it was written to them", () => {
    for (const contract of [once, monthly]) {
      const columns = dealColumns(contract, priceCommission(pricedDeal(contract), null));
      expect(storedContract(columns as unknown as Deal)).toEqual(contract);
      expect(columns).toMatchObject({ commissionAmount: 0n, commissionCurrency: "EUR" });
    }
  });

  test("fills the form of its deal type", () => {
    expect(contractValues(once)).toEqual({
      title: "Licence",
      currency: "EUR",
      close_date: "2026-03-01",
      amount: { amount: 100_000, currency: "EUR" },
    });
    expect(contractValues(monthly)).toEqual({
      title: "Hosting",
      currency: "EUR",
      mrr: { amount: 10_000, currency: "EUR" },
      contract_duration_months: 3,
      contract_start_date: "2026-03-15",
    });
  });

  test("is priced per deal or per month, and again only when a value that determines the price changes", () => {
    const per = { base: { amount: 100_000, currency: "EUR" }, per: "deal", total: 100_000, year: 2026 };
    expect(pricedDeal(once)).toEqual(per);
    expect(pricedDeal(monthly)).toEqual({
      base: { amount: 10_000, currency: "EUR" },
      per: "month",
      total: 30_000,
      year: 2026,
    });
    expect(samePrice(once, { ...once, title: "Other", closeDate: day("2026-12-31") })).toBe(true);
    expect(samePrice(once, { ...once, amount: 100_001 })).toBe(false);
    expect(samePrice(once, { ...once, currency: "USD" })).toBe(false);
    expect(samePrice(once, { ...once, closeDate: day("2027-01-01") })).toBe(false);
    const { recurring } = monthly;
    expect(samePrice(monthly, { ...monthly, recurring: { ...recurring!, mrr: 10_001 } })).toBe(false);
    expect(samePrice(monthly, { ...monthly, amount: 40_000 })).toBe(false);
  });

  test("is logged with the changed fields only, each before and after", () => {
    expect(contractChanges(once, once)).toEqual({});
    expect(contractChanges(once, { ...once, title: "Shop", amount: 1 })).toEqual({
      title_before: "Licence",
      title_after: "Shop",
      amount_before: 100_000,
      amount_after: 1,
    });
    expect(changesOf({ a: 1, b: null, c: "x" }, { a: 1, b: 2, c: null as unknown as string })).toEqual({
      b_before: null,
      b_after: 2,
      c_before: "x",
      c_after: null,
    });
  });
});
