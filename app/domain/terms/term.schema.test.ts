import { describe, expect, test } from "vitest";
import texts from "~/i18n/de/errors.json";
import { day } from "../shared/dates";
import { cadences, termCurrencies, usualTermCurrency } from "./term";
import { commonTermsSchema, saveTermsSchema, standardTermsSchema, termCurrency, termsSchema } from "./term.schema";
import { MAX_TIERS, tierFields } from "./tiers";

const affiliateId = "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c";
const form = { affiliate_id: affiliateId, start_date: "2027-03-01" };

/** Returns the messages of a rejected form, each as "field: key", sorted by field. */
function problems(fields: Record<string, unknown>): string[] {
  const result = saveTermsSchema.safeParse({ ...form, ...fields });
  if (result.success) throw new Error("accepted");
  return result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).sort();
}

describe("[AFF-07] the contract terms form", () => {
  test("uses the defaults ad-hoc, revenue share and EUR", () => {
    expect(saveTermsSchema.parse({ ...form, rev_share_percent: "10" })).toEqual({
      affiliateId,
      cadence: "ad-hoc",
      dueWhen: "period",
      holdingDays: 0,
      revShareBp: 1_000,
      fixedAmount: null,
      tiers: null,
      currency: "EUR",
      startDate: "2027-03-01",
    });
  });

  test("keeps only the amounts of the chosen model and ignores the other field", () => {
    const amounts = { rev_share_percent: "12,5", fixed_amount: "99,90" };
    expect(saveTermsSchema.parse({ ...form, ...amounts, model: "rev_share" })).toMatchObject({
      revShareBp: 1_250,
      fixedAmount: null,
    });
    expect(saveTermsSchema.parse({ ...form, ...amounts, model: "fixed" })).toMatchObject({
      revShareBp: null,
      fixedAmount: 9_990,
    });
    expect(saveTermsSchema.parse({ ...form, ...amounts, model: "both" })).toMatchObject({
      revShareBp: 1_250,
      fixedAmount: 9_990,
    });
    expect(
      saveTermsSchema.parse({ ...form, model: "rev_share", rev_share_percent: "5", fixed_amount: "x" }),
    ).toMatchObject({ revShareBp: 500, fixedAmount: null });
    expect(
      saveTermsSchema.parse({ ...form, model: "fixed", rev_share_percent: "500", fixed_amount: "1" }),
    ).toMatchObject({
      revShareBp: null,
      fixedAmount: 100,
    });
  });

  test.each([
    ["0", 0],
    ["100", 10_000],
    ["100,0", 10_000],
    ["0.1", 10],
    ["12.5 %", 1_250],
    [" 12,50 ", 1_250],
    ["99,9", 9_990],
  ])("reads the revenue share %j as %i basis points", (typed, basisPoints) => {
    expect(saveTermsSchema.parse({ ...form, rev_share_percent: typed }).revShareBp).toBe(basisPoints);
  });

  test.each([
    ["", "rev_share_required"],
    ["   ", "rev_share_required"],
    [undefined, "rev_share_required"],
    ["100.1", "rev_share_range"],
    ["101", "rev_share_range"],
    ["-1", "rev_share_range"],
    ["ten", "rev_share_range"],
    ["1e1", "rev_share_range"],
    ["NaN", "rev_share_range"],
    ["9".repeat(30), "rev_share_range"],
    ["12.55", "rev_share_step"],
    ["12.345", "rev_share_step"],
    ["12,345 %", "rev_share_step"],
    ["100.001", "rev_share_range"],
    ["0,01", "rev_share_step"],
  ])("rejects the revenue share %j with %s", (typed, message) => {
    expect(problems({ model: "rev_share", rev_share_percent: typed })).toEqual([`rev_share_percent: ${message}`]);
    expect(problems({ model: "both", rev_share_percent: typed, fixed_amount: "1" })).toEqual([
      `rev_share_percent: ${message}`,
    ]);
  });

  test.each([
    ["0.01", "EUR", 1],
    ["1.234,56", "CHF", 123_456],
    ["1,234.56", "USD", 123_456],
    ["50", "EUR", 5_000],
    ["10.000.000,00", "EUR", 1_000_000_000],
  ])("reads the fixed amount %j %s as %i", (typed, currency, minor) => {
    expect(saveTermsSchema.parse({ ...form, model: "fixed", fixed_amount: typed, currency }).fixedAmount).toBe(minor);
  });

  test.each([
    ["", "fixed_amount_required"],
    [undefined, "fixed_amount_required"],
    ["0", "fixed_amount_positive"],
    ["0,00", "fixed_amount_positive"],
    ["-5", "fixed_amount_positive"],
    ["10.000.000,01", 'amount_too_large|{"max":10000000}'],
    ["10.000.000.000,01", 'amount_too_large|{"max":10000000}'],
    ["0.001", "amount_invalid"],
    ["0.005", "amount_invalid"],
    ["many", "amount_invalid"],
    ["9".repeat(19), 'amount_too_large|{"max":10000000}'],
    ["1e3", "amount_invalid"],
  ])("rejects the fixed amount %j with %s", (typed, message) => {
    expect(problems({ model: "fixed", fixed_amount: typed })).toEqual([`fixed_amount: ${message}`]);
    expect(problems({ model: "both", rev_share_percent: "5", fixed_amount: typed })).toEqual([
      `fixed_amount: ${message}`,
    ]);
  });

  test("requires both amounts in one response for the model with both", () => {
    expect(problems({ model: "both" })).toEqual([
      "fixed_amount: fixed_amount_required",
      "rev_share_percent: rev_share_required",
    ]);
  });

  test("[PAY-13] [PAY-18] accepts when a commission is due, with 0 to 90 holding days", () => {
    const due = (fields: object) => {
      const { dueWhen, holdingDays } = saveTermsSchema.parse({ ...form, rev_share_percent: "1", ...fields });
      return [dueWhen, holdingDays];
    };
    expect(due({ due_when: "customer_paid", holding_days: "90" })).toEqual(["customer_paid", 90]);
    expect(due({ holding_days: "" })).toEqual(["period", 0]);
    for (const days of ["-1", "91", "1.5", "x", "1e1"]) {
      expect(problems({ rev_share_percent: "1", holding_days: days })).toEqual(["holding_days: holding_days_invalid"]);
    }
    expect(problems({ rev_share_percent: "1", due_when: "never" })).toEqual(["due_when: due_when_required"]);
  });

  test("accepts every offered cadence and currency, and rejects others", () => {
    expect(cadences).toEqual(["ad-hoc", "monthly", "quarterly", "yearly"]);
    expect(termCurrencies).toEqual(["EUR", "USD", "CHF"]);
    for (const cadence of cadences) {
      expect(saveTermsSchema.parse({ ...form, rev_share_percent: "1", cadence }).cadence).toBe(cadence);
    }
    // New terms start with the organization's default currency if it is offered.
    for (const currency of termCurrencies) expect(usualTermCurrency(currency)).toBe(currency);
    for (const other of ["GBP", "", "eur"]) expect(usualTermCurrency(other)).toBe("EUR");
    for (const currency of termCurrencies) {
      expect(saveTermsSchema.parse({ ...form, rev_share_percent: "1", currency }).currency).toBe(currency);
    }
    expect(problems({ rev_share_percent: "1", cadence: "weekly" })).toEqual(["cadence: cadence_required"]);
    expect(problems({ rev_share_percent: "1", currency: "GBP" })).toEqual(["currency: currency_required"]);
    expect(problems({ rev_share_percent: "1", model: "free" })).toEqual(["model: model_required"]);
  });

  test.each([
    ["", "start_date_required"],
    ["2027-02-29", "date_invalid"],
    ["31.04.2027", "date_invalid"],
    ["tomorrow", "date_invalid"],
  ])("rejects the start date %j with %s", (typed, message) => {
    expect(problems({ rev_share_percent: "1", start_date: typed })).toEqual([`start_date: ${message}`]);
  });

  test.each([
    ["20.11.2026", "start_date_past"],
    ["21.11.2026", null],
    ["21.11.2036", null],
    ["22.11.2036", "start_date_far"],
    ["31.12.9999", "start_date_far"],
  ])("on 2026-11-21 validates the start date %j with %s", (start_date, message) => {
    const input = { ...form, rev_share_percent: "1", start_date };
    const issues = termsSchema(day("2026-11-21")).safeParse(input).error?.issues ?? [];
    const expected = message ? [["start_date", message]] : [];
    expect(issues.map((issue) => [issue.path.join("."), issue.message])).toEqual(expected);
  });

  test("accepts a start date with the day first", () => {
    expect(saveTermsSchema.parse({ ...form, rev_share_percent: "1", start_date: "1.3.2027" }).startDate).toBe(
      "2027-03-01",
    );
  });

  test("reports an ambiguous amount in its currency, or in EUR without an offered currency", () => {
    const asked = (currency: string, fields: object) =>
      problems({ currency, ...fields }).filter((problem) => problem.includes("amount_unclear"));
    const fixed = { model: "fixed", fixed_amount: "1.005" };
    const tiered = { model: "tiered", tier_rate_1: "1", tier_from_2: "1.005", tier_rate_2: "2" };
    for (const fields of [fixed, tiered]) {
      expect(asked("CHF", fields)).toEqual([expect.stringContaining("CHF\u00a01,005.00")]);
      expect(asked("GBP", fields)).toEqual([expect.stringContaining("€1,005.00")]);
    }
  });

  test("accepts the name of an offered currency and requires one otherwise", () => {
    expect(termCurrency.parse(" Euro ")).toBe("EUR");
    for (const none of [undefined, ""]) expect(termCurrency.parse(none)).toBe("EUR");
    for (const wrong of [7, null, "GBP", "x".repeat(101), "CHF".padStart(101)]) {
      const messages = termCurrency.safeParse(wrong).error?.issues.map(({ message }) => message);
      expect(messages, String(wrong)).toEqual(["currency_required"]);
    }
  });

  test("reports an invalid id as not found", () => {
    expect(problems({ rev_share_percent: "1", affiliate_id: "1' or '1'='1" })).toEqual(["affiliate_id: not_found"]);
  });

  test("reports all errors of every kind in one response", () => {
    const wrong = {
      affiliate_id: affiliateId,
      model: "both",
      rev_share_percent: "200",
      fixed_amount: "0",
      currency: "GBP",
      cadence: "never",
      start_date: "2027-02-30",
    };
    expect(problems(wrong)).toEqual([
      "cadence: cadence_required",
      "currency: currency_required",
      "fixed_amount: fixed_amount_positive",
      "rev_share_percent: rev_share_range",
      "start_date: date_invalid",
    ]);
    expect(problems({ model: "tiered", start_date: "", tier_rate_1: "x", tier_from_2: "y" })).toEqual([
      "start_date: start_date_required",
      "tier_from_2: amount_invalid",
      "tier_rate_1: tier_rate_range",
      "tier_rate_2: tier_rate_required",
    ]);
  });

  test("rejects a past start date with all other errors, if today is known", () => {
    const late = { ...form, start_date: "2027-02-28", rev_share_percent: "" };
    const result = termsSchema(day("2027-03-01")).safeParse(late);
    expect(result.error?.issues.map((issue) => issue.message).sort()).toEqual([
      "rev_share_required",
      "start_date_past",
    ]);
    expect(termsSchema(day("2027-03-01")).safeParse({ ...form, rev_share_percent: "1" }).success).toBe(true);
  });

  test("uses the sentences of the specification", () => {
    expect(texts.rev_share_required).toBe("Revenue Share ist erforderlich");
    expect(texts.rev_share_range).toBe("Revenue Share muss zwischen 0 und 100% liegen");
    expect(texts.fixed_amount_required).toBe("Fixbetrag ist erforderlich");
    expect(texts.fixed_amount_positive).toBe("Fixbetrag muss größer als 0 sein");
  });
});

test("[AFF-09] the form has fields for the maximum number of tiers", () => {
  const typed = Array.from({ length: MAX_TIERS }, (_, index) => {
    const [from, rate] = tierFields(index + 1);
    return { [from]: String(index), [rate]: "5" };
  });
  const terms = saveTermsSchema.parse({ ...form, model: "tiered", ...Object.assign({}, ...typed) });
  expect(terms.tiers?.map(({ from }) => from)).toEqual(typed.map((_, index) => index * 100));
});

describe("[WORK-05] terms that belong to no single affiliate", () => {
  const typed = { model: "rev_share", rev_share_percent: "12,5", currency: "EUR" };

  test("as the standard have no start date", () => {
    const { rules } = standardTermsSchema("de").parse({ ...typed, start_date: "2020-01-01" });
    expect(rules).toEqual({
      cadence: "ad-hoc",
      revShareBp: 1_250,
      fixedAmount: null,
      tiers: null,
      currency: "EUR",
      dueWhen: "period",
      holdingDays: 0,
    });
  });

  test("of several affiliates need a start date that is not past, and take their repeated ids", () => {
    const schema = commonTermsSchema(day("2026-03-20"), "de");
    const form = { ...typed, affiliate_id: ["a", "b"], start_date: "2026-03-20" };
    expect(schema.parse(form).rules).toMatchObject({ revShareBp: 1_250, startDate: "2026-03-20" });
    const problems = (start_date: string) =>
      schema.safeParse({ ...form, start_date }).error?.issues.map(({ message }) => message);
    expect(problems("2026-03-19")).toEqual(["start_date_past"]);
    expect(problems("")).toEqual(["start_date_required"]);
  });
});
