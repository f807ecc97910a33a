import { describe, expect, test } from "vitest";
import { day } from "../shared/dates";
import type { DealContract } from "./deal.schema";
import { requireResolvedCurrency, resolveCurrency } from "./settle-currency";

const once = (currency: string, amount: number): DealContract => ({
  title: "Licence",
  currency,
  amount,
  closeDate: day("2026-03-01"),
  recurring: null,
});
const monthly = (currency: string, mrr: number): DealContract => ({
  ...once(currency, 3 * mrr),
  recurring: { mrr, months: 3, start: day("2026-03-01"), end: day("2026-06-01") },
});

describe("[LEAD-06] the currency of a deal in an organization", () => {
  test("is the entered one, or the default currency if the entered name is ambiguous", () => {
    const euros = once("EUR", 100);
    expect(resolveCurrency(euros, "CAD")).toEqual({ contract: euros, refused: null });
    expect(requireResolvedCurrency(once("$", 12_345), "CAD")).toEqual(once("CAD", 12_345));
    expect(requireResolvedCurrency(monthly("$", 100), "USD")).toEqual(monthly("USD", 100));
  });

  test("is rejected as unclear if the default currency does not match", () => {
    const { contract, refused } = resolveCurrency(once("KR", 100), "EUR");
    expect(contract).toBeNull();
    expect(refused).toMatchObject({
      code: "currency_unclear",
      field: "currency",
      params: { currency: "KR", choices: "SEK, NOK, DKK, ISK" },
    });
    expect(() => requireResolvedCurrency(once("KR", 100), "EUR")).toThrow(refused!);
  });

  test("has the decimals of the resolved currency", () => {
    expect(requireResolvedCurrency(once("KR", 120_000), "ISK")).toEqual(once("ISK", 1_200));
    expect(requireResolvedCurrency(monthly("KR", 10_000), "ISK")).toEqual(monthly("ISK", 100));
    const params = { currency: "ISK" };
    expect(resolveCurrency(once("KR", 120_050), "ISK").refused).toMatchObject({
      code: "amount_invalid_whole",
      field: "amount",
      params,
    });
    const twoMonths = { ...monthly("KR", 10_050), amount: 20_100 };
    expect(resolveCurrency(twoMonths, "ISK").refused).toMatchObject({ field: "mrr", params });
    expect(resolveCurrency(monthly("KR", 10_050), "ISK").refused).toMatchObject({
      code: "amount_invalid_whole",
      field: "mrr",
      params,
    });
  });
});
