import { beforeEach, describe, expect, test, vi } from "vitest";
import { day } from "../shared/dates";
import type { CommissionTrace } from "../terms/pricing";
import { readTrace, traceOfDeal } from "./stored-trace";

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
beforeEach(() => void vi.clearAllMocks());

const id = "0199a0c4-7d5e-7000-8000-000000000001";
const commission = { amount: 500, currency: "CHF" };
const read = (commissionTrace: unknown) => readTrace({ id, commissionTrace, commission }, log);

const percentage: CommissionTrace = {
  rule: "percentage",
  base: { amount: 10_000, currency: "EUR" },
  per: "month",
  terms: { id, version: 3, startDate: day("2026-02-28") },
  revShareBp: 1250,
  fixedAmount: null,
  rounding: "half_up",
  result: { amount: 1250, currency: "EUR" },
};
const fixed: CommissionTrace = {
  ...percentage,
  rule: "fixed",
  per: "deal",
  revShareBp: null,
  fixedAmount: 700,
  outweighedBp: 1000,
};
const none: CommissionTrace = { ...percentage, rule: "none", terms: null, revShareBp: null };
const reached = { currency: "EUR", year: 2026, before: 1, adds: 2, reached: 3 };
const tiered: CommissionTrace = {
  ...percentage,
  rule: "tiered",
  tiered: { ...reached, tier: { from: 0, rateBp: 1250 }, next: { from: 9, rateBp: 2000 } },
};
const highest: CommissionTrace = { ...tiered, tiered: { ...tiered.tiered!, next: null } };

describe("[COM-07] the stored trace of a commission", () => {
  test.each([
    ["a percentage", percentage],
    ["a fixed amount beside a percentage that does not count", fixed],
    ["no commission", none],
    ["a tier with one above it", tiered],
    ["the highest tier", highest],
  ])("is read as it was stored: %s", (_name, trace) => {
    expect(read(structuredClone(trace))).toEqual(trace);
    expect(log.error).not.toHaveBeenCalled();
  });

  test.each<[string, unknown]>([
    ["nothing", null],
    ["a text", "percentage"],
    ["a list", []],
    ["an unknown rule", { ...percentage, rule: "unknown" }],
    ["a part of an amount", { ...percentage, base: { amount: 0.5, currency: "EUR" } }],
    ["an amount as a text", { ...percentage, result: { amount: "1", currency: "EUR" } }],
    ["a currency that is too long", { ...percentage, base: { amount: 1, currency: "x".repeat(101) } }],
    ["an unknown period", { ...percentage, per: "year" }],
    ["other rounding", { ...percentage, rounding: "down" }],
    ["terms without an id", { ...percentage, terms: { ...percentage.terms, id: "1" } }],
    ["an invalid date", { ...percentage, terms: { ...percentage.terms, startDate: "2026-02-30" } }],
    ["no percentage at all", { ...percentage, revShareBp: undefined }],
    ["a tier without its percentage", { ...tiered, tiered: { ...tiered.tiered, tier: { from: 0 } } }],
    ["a tier with nothing about the next", { ...tiered, tiered: { ...tiered.tiered, next: undefined } }],
  ])("becomes unknown with the deal's own commission and is logged if it is invalid: %s", (_name, stored) => {
    expect(read(stored)).toEqual({
      rule: "unknown",
      base: commission,
      per: "deal",
      terms: null,
      revShareBp: null,
      fixedAmount: null,
      rounding: "half_up",
      result: commission,
    });
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(Error), deal_id: id },
      "commission trace rejected: invalid format",
    );
  });

  test("takes amount and currency from the columns if it is invalid", () => {
    const row = { id, commissionTrace: {}, commissionAmount: 123n, commissionCurrency: "JPY" };
    expect(traceOfDeal(row, log)).toMatchObject({
      rule: "unknown",
      base: { amount: 123, currency: "JPY" },
      result: { amount: 123, currency: "JPY" },
    });
    expect(traceOfDeal({ ...row, commissionTrace: percentage }, log)).toEqual(percentage);
  });
});
