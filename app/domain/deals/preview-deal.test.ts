import { expect, test } from "vitest";
import { day } from "../shared/dates";
import { createDealSchema } from "./deal.schema";
import { previewDeal } from "./preview-deal";
import type { PricingTerms } from "./pricing";

const terms: PricingTerms = {
  id: "0199a0c4-7d5e-7000-8000-000000000001",
  version: 1,
  startDate: day("2026-02-03"),
  revShareBp: 1000,
  fixedAmount: null,
  currency: "EUR",
};
const recurring = {
  deal_type: "recurring",
  currency: "EUR",
  mrr: "1.200,50",
  contract_duration_months: "12",
  contract_start_date: "2027-01-31",
};

test("[LEAD-07] the preview of a one-time deal is the percentage of its amount", () => {
  const { commission, total, end } = previewDeal(
    { deal_type: "one-time", currency: "eur", amount: "1.200,00" },
    terms,
  );
  expect(commission).toMatchObject({
    rule: "percentage",
    per: "deal",
    result: { amount: 12_000, currency: "EUR" },
  });
  expect([total, end]).toEqual([null, null]);
});

test("[LEAD-06] of a recurring deal it says total and end, as the deal will have them", () => {
  const preview = previewDeal(recurring, terms);
  const deal = createDealSchema.parse({ ...recurring, lead_id: terms.id, title: "Care plan" });
  expect(preview.total).toEqual({ amount: deal.amount, currency: deal.currency });
  expect(preview.end).toBe(deal.recurring?.end);
  expect(preview.commission).toMatchObject({ per: "month", result: { amount: 12_005, currency: "EUR" } });
});

test("[LEAD-07] what is missing or cannot be read has no preview", () => {
  const nothing = { commission: null, total: null, end: null };
  expect(previewDeal({}, terms)).toEqual(nothing);
  expect(previewDeal({ deal_type: "one-time", amount: "0" }, terms)).toEqual(nothing);
  expect(previewDeal({ ...recurring, contract_duration_months: "0" }, terms)).toMatchObject({
    total: null,
    end: null,
  });
  expect(previewDeal({ ...recurring, mrr: "12,", contract_start_date: "31.02.2027" }, terms)).toEqual(
    nothing,
  );
});

test("[LEAD-06] a contract that would end beyond the calendar is refused and has no end", () => {
  const late = { ...recurring, contract_start_date: "9999-06-01" };
  expect(previewDeal(late, terms).end).toBeNull();
  const { error } = createDealSchema.safeParse({ ...late, lead_id: terms.id, title: "Care plan" });
  expect(error?.issues).toMatchObject([{ path: ["contract_start_date"], message: "date_invalid" }]);
});
