import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addMonths, day } from "../shared/dates";
import { MAX_CURRENCY_LENGTH } from "../shared/currency";
import { MAX_ENTRY_LENGTH } from "../shared/fields";
import { LARGEST_AMOUNT } from "../shared/money";
import {
  createDealSchema,
  dealTypes,
  DEFAULT_CONTRACT_MONTHS,
  editDealSchema,
  markDealPaidSchema,
} from "./deal.schema";

const leadId = "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c";
const submissionId = "7c1de0c2-4f7e-4f0a-8c55-6d2b54f5a001";
const oneTime = {
  lead_id: leadId,
  title: "Licence",
  deal_type: "one-time",
  amount: "1.234,56",
  close_date: "2027-03-01",
};
const recurring = {
  lead_id: leadId,
  title: "Hosting",
  deal_type: "recurring",
  mrr: "99,90",
  contract_duration_months: "12",
  contract_start_date: "2027-01-31",
};

/** Returns the messages of a rejected form, each as "field: message". */
function problems(form: Record<string, unknown>): string[] {
  const result = createDealSchema.safeParse(form);
  if (result.success) throw new Error("accepted");
  return result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).sort();
}

describe("[LEAD-06] a one-time deal", () => {
  test("has an amount and a close date, and EUR by default", () => {
    expect(createDealSchema.parse(oneTime)).toEqual({
      leadId,
      title: "Licence",
      currency: "EUR",
      submissionId: null,
      amount: 123_456,
      closeDate: "2027-03-01",
      recurring: null,
    });
  });

  test.each([
    ["1234,5", "EUR", 123_450],
    ["1234.5", "EUR", 123_450],
    ["1,234.50", "EUR", 123_450],
    ["1'234.50", "CHF", 123_450],
    ["1 234,50", "EUR", 123_450],
    [".5", "EUR", 50],
    ["1500", "JPY", 1_500],
    ["1.5000", "BHD", 1_500],
    ["10", "chf", 1_000],
    ["10", "Punkte", 1_000],
    ["10.000.000.000", "EUR", 1e12],
  ])("reads the amount %j %s as %i minor units", (amount, currency, minor) => {
    const deal = createDealSchema.parse({ ...oneTime, amount, currency });
    expect(deal.amount).toBe(minor);
    expect(deal.currency).toBe(currency.toUpperCase());
  });

  test.each(["", "  "])("replaces the currency %j by the default", (currency) => {
    expect(createDealSchema.parse({ ...oneTime, currency }).currency).toBe("EUR");
  });

  test.each([
    [{ amount: "" }, "amount: amount_required"],
    [{ amount: undefined }, "amount: amount_required"],
    [{ amount: "abc" }, "amount: amount_invalid"],
    [{ amount: "1,2,3" }, "amount: amount_invalid"],
    [{ amount: "0.001" }, "amount: amount_invalid"],
    [{ amount: "1.5", currency: "JPY" }, 'amount: amount_invalid_whole|{"currency":"JPY"}'],
    [{ amount: "1.2345", currency: "bhd" }, 'amount: amount_invalid_decimals|{"currency":"BHD","digits":3}'],
    [{ amount: "9".repeat(18) }, 'amount: amount_too_large|{"max":10000000000}'],
    [{ amount: "9".repeat(60) }, 'amount: amount_too_large|{"max":10000000000}'],
    [{ amount: `1,${"9".repeat(60)}` }, "amount: amount_invalid"],
    [{ amount: "10.000.000.000,01" }, 'amount: amount_too_large|{"max":10000000000}'],
    [{ amount: "90071992547409,91" }, 'amount: amount_too_large|{"max":10000000000}'],
    [{ amount: "0" }, "amount: amount_positive"],
    [{ amount: "-1" }, "amount: amount_positive"],
    [{ close_date: "" }, "close_date: close_date_required"],
    [{ close_date: undefined }, "close_date: close_date_required"],
    [{ close_date: "2027-02-29" }, "close_date: date_invalid"],
    [{ title: " \t" }, "title: title_required"],
    [{ title: undefined }, "title: title_required"],
    [{ title: "x".repeat(201) }, `title: too_long|{"max":200}`],
    [{ currency: "x".repeat(21) }, `currency: too_long|{"max":12}`],
    [{ lead_id: "1" }, "lead_id: not_found"],
    [{ deal_type: "weekly" }, "deal_type: deal_type_required"],
    [{ deal_type: undefined }, "deal_type: deal_type_required"],
  ])("rejects %j with %s", (change, message) => {
    expect(problems({ ...oneTime, ...change })).toEqual([message]);
  });

  test("reports all missing fields in one response", () => {
    expect(problems({ deal_type: "one-time", lead_id: leadId })).toEqual([
      "amount: amount_required",
      "close_date: close_date_required",
      "title: title_required",
    ]);
  });

  test("reports wrong amounts together with all other errors", () => {
    const wrong = { ...oneTime, title: " ", amount: "-5", close_date: "soon", currency: "x".repeat(21) };
    expect(problems(wrong)).toEqual([
      "amount: amount_positive",
      "close_date: date_invalid",
      `currency: too_long|{"max":12}`,
      "title: title_required",
    ]);
  });

  test("ignores the fields of the other type", () => {
    expect(createDealSchema.parse({ ...recurring, ...oneTime }).recurring).toBeNull();
  });
});

describe("[LEAD-06] a recurring deal", () => {
  test("has the total MRR × months, ends after its months and is won when it starts", () => {
    expect(createDealSchema.parse({ ...recurring, submission_id: submissionId })).toEqual({
      leadId,
      title: "Hosting",
      currency: "EUR",
      submissionId,
      amount: 119_880,
      closeDate: "2027-01-31",
      recurring: { mrr: 9_990, months: 12, start: "2027-01-31", end: "2028-01-31" },
    });
  });

  test("lasts 12 months by default", () => {
    expect(DEFAULT_CONTRACT_MONTHS).toBe(12);
  });

  test.each([
    ["2027-01-31", "1", "2027-02-28"],
    ["2028-01-31", "1", "2028-02-29"],
    ["2027-01-31", "2", "2027-03-31"],
    ["2028-02-29", "12", "2029-02-28"],
    ["29.02.2028", "48", "2032-02-29"],
    ["2027-08-31", "600", "2077-08-31"],
  ])("that starts on %s and lasts %s months ends on %s", (contract_start_date, contract_duration_months, end) => {
    const deal = createDealSchema.parse({ ...recurring, contract_start_date, contract_duration_months });
    expect(deal.recurring?.end).toBe(end);
  });

  test("has the correct total and end for any input", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 1, max: 600 }),
        fc.date({ min: new Date("1970-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
        (mrr, months, date) => {
          const start = day(date.toISOString().slice(0, 10));
          const deal = createDealSchema.parse({
            ...recurring,
            mrr: `${Math.floor(mrr / 100)},${String(mrr % 100).padStart(2, "0")}`,
            contract_duration_months: String(months),
            contract_start_date: start,
          });
          expect(BigInt(deal.amount)).toBe(BigInt(mrr) * BigInt(months));
          expect(deal.recurring).toEqual({ mrr, months, start, end: addMonths(start, months) });
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    [{ mrr: "" }, "mrr: mrr_required"],
    [{ mrr: "free" }, "mrr: amount_invalid"],
    [{ mrr: "0,00" }, "mrr: amount_positive"],
    [{ mrr: "10.000.000.000,01" }, 'mrr: amount_too_large|{"max":833333333}'],
    [{ mrr: "5.000.000.000,01", contract_duration_months: "2" }, 'mrr: amount_too_large|{"max":5000000000}'],
    [{ contract_duration_months: "" }, "contract_duration_months: duration_required"],
    [{ contract_duration_months: undefined }, "contract_duration_months: duration_required"],
    [{ contract_duration_months: "0" }, "contract_duration_months: duration_invalid"],
    [{ contract_duration_months: "-1" }, "contract_duration_months: duration_invalid"],
    [{ contract_duration_months: "1.5" }, "contract_duration_months: duration_invalid"],
    [{ contract_duration_months: "1e2" }, "contract_duration_months: duration_invalid"],
    [{ contract_duration_months: "601" }, `contract_duration_months: duration_too_long|{"max":600}`],
    [{ contract_duration_months: "99999" }, "contract_duration_months: duration_invalid"],
    [{ contract_start_date: "" }, "contract_start_date: contract_start_required"],
    [{ contract_start_date: "31.02.2027" }, "contract_start_date: date_invalid"],
    // The end would be beyond the calendar.
    [{ contract_start_date: "9999-06-01" }, "contract_start_date: date_invalid"],
  ])("rejects %j with %s", (change, message) => {
    expect(problems({ ...recurring, ...change })).toEqual([message]);
  });

  test("reports errors of every kind in one response", () => {
    const none = { contract_duration_months: "", contract_start_date: "" };
    expect(problems({ ...recurring, title: "", mrr: "1,2,3", ...none })).toEqual([
      "contract_duration_months: duration_required",
      "contract_start_date: contract_start_required",
      "mrr: amount_invalid",
      "title: title_required",
    ]);
    expect(problems({ ...recurring, mrr: "1,5", currency: "\x01jpy", contract_start_date: "9999-06-01" })).toEqual([
      "contract_start_date: date_invalid",
      'mrr: amount_invalid_whole|{"currency":"JPY"}',
    ]);
  });

  test("rejects an invalid submission id", () => {
    expect(createDealSchema.safeParse({ ...recurring, submission_id: "again" }).success).toBe(false);
  });
});

describe("[LEAD-10] editing a deal", () => {
  const { lead_id: _, ...fields } = recurring;
  const edit = { ...fields, deal_id: submissionId };

  test("accepts the same fields by the same rules for the named deal", () => {
    const { leadId: _lead, submissionId: _form, ...contract } = createDealSchema.parse(recurring);
    expect(editDealSchema.parse(edit)).toEqual({ ...contract, dealId: submissionId });
    expect(editDealSchema.parse({ ...edit, ...oneTime }).recurring).toBeNull();
    const refused = editDealSchema.safeParse({ ...edit, title: "", mrr: "0", deal_id: "1" });
    expect(refused.error?.issues.map(({ path, message }) => [path[0], message]).sort()).toEqual([
      ["deal_id", "not_found"],
      ["mrr", "amount_positive"],
      ["title", "title_required"],
    ]);
  });
});

describe("[LEAD-06] the limits of a deal", () => {
  test("are the types one-time and recurring", () => {
    expect(dealTypes).toEqual(["one-time", "recurring"]);
  });

  test("are a title of 200 characters and a currency that fits beside an amount", () => {
    for (const form of [oneTime, recurring]) {
      expect(createDealSchema.parse({ ...form, title: "x".repeat(200) }).title).toHaveLength(200);
      expect(problems({ ...form, title: "x".repeat(201) })).toEqual(['title: too_long|{"max":200}']);
      const longest = "P".repeat(MAX_CURRENCY_LENGTH);
      expect(createDealSchema.parse({ ...form, currency: longest }).currency).toBe(longest);
      expect(problems({ ...form, currency: `${longest}P` })).toEqual([
        `currency: too_long|{"max":${MAX_CURRENCY_LENGTH}}`,
      ]);
    }
  });

  test("allow amounts up to the longest possible entry", () => {
    expect(problems({ ...oneTime, amount: "9".repeat(MAX_ENTRY_LENGTH) })).toEqual([
      'amount: amount_too_large|{"max":10000000000}',
    ]);
    expect(problems({ ...oneTime, amount: "9".repeat(MAX_ENTRY_LENGTH + 1) })).toEqual([
      `amount: too_long|{"max":${MAX_ENTRY_LENGTH}}`,
    ]);
  });

  test("keep the whole contract within what can be calculated exactly", () => {
    const months = 7;
    const most = Math.floor(LARGEST_AMOUNT / months);
    const form = (minor: number) => ({
      ...recurring,
      contract_duration_months: String(months),
      mrr: `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, "0")}`,
    });
    expect(createDealSchema.parse(form(most)).recurring?.mrr).toBe(most);
    expect(problems(form(most + 1))).toEqual([`mrr: amount_too_large|{"max":${Math.floor(most / 100)}}`]);
  });

  test("ignore a duration that was entered before the type was changed", () => {
    const amount = String(LARGEST_AMOUNT / 100);
    const left = { contract_duration_months: "600", contract_start_date: "9999-12-01" };
    expect(createDealSchema.parse({ ...oneTime, amount, ...left }).amount).toBe(LARGEST_AMOUNT);
  });

  test("allow a contract that ends on the last days of the calendar", () => {
    const last = { contract_duration_months: "1", contract_start_date: "9999-11-30" };
    expect(createDealSchema.parse({ ...recurring, ...last }).recurring?.start).toBe("9999-11-30");
    expect(problems({ ...recurring, ...last, contract_start_date: "9999-12-01" })).toEqual([
      "contract_start_date: date_invalid",
    ]);
  });
});

test("[TRX-04] paying requires a valid deal id", () => {
  expect(markDealPaidSchema.parse({ deal_id: leadId })).toBe(leadId);
  expect(markDealPaidSchema.safeParse({ deal_id: "1" }).success).toBe(false);
});
