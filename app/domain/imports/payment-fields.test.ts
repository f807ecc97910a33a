import { expect, test } from "vitest";
import { paymentRowSchema, readFileDay, readFileMonth } from "./payment-fields";

test.each([
  ["2026-03-02", "2026-03-02"],
  ["02.03.2026", "2026-03-02"],
  ["2.3.26", "2026-03-02"],
  ["02/03/2026", "2026-03-02"],
  ["2026-03-02 00:00:00", "2026-03-02"],
  ["2026-03-02T10:15:00Z", "2026-03-02"],
  ["Mar 2, 2026", "2026-03-02"],
  ["2. März 2026", "2026-03-02"],
  ["2 mars 2026", "2026-03-02"],
  ["2 de marzo de 2026", "2026-03-02"],
  ["03/15/2026", null],
  ["31.02.2026", null],
  ["44987", null],
])("[PAY-18] a file's day %s is %s", (text, day) => {
  expect(readFileDay(text)).toBe(day);
});

test.each([
  ["2026-03", "2026-03-01"],
  ["03/2026", "2026-03-01"],
  ["3.2026", "2026-03-01"],
  ["2026-03-17", "2026-03-01"],
  ["17.03.2026", "2026-03-01"],
  ["March 2026", "2026-03-01"],
  ["Mrz 26", "2026-03-01"],
  ["marzo de 2026", "2026-03-01"],
  ["février 2026", "2026-02-01"],
  ["13/2026", null],
  ["2026", null],
  ["March", null],
])("[PAY-18] a file's month %s is %s", (text, month) => {
  expect(readFileMonth(text)).toBe(month);
});

test("[PAY-18] only the day is required in a row of a customer's payment", () => {
  expect(paymentRowSchema.safeParse({ paid_on: "2.3.2026" }).data).toMatchObject({
    paid_on: "2026-03-02",
    month: null,
    invoice_number: null,
    invoiced_on: null,
  });
  const { error } = paymentRowSchema.safeParse({ paid_on: "", month: "x", invoiced_on: "y" });
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ["month", "import_month_invalid"],
    ["paid_on", "customer_paid_on_required"],
    ["invoiced_on", "date_invalid"],
  ]);
});
