import { describe, expect, test } from "vitest";
import { markPaidSchema, payAllDueSchema, payPaymentsSchema } from "./commission.schema";

const id = "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c";
const receiptUrl = "https://receipts.example/1.pdf";
const problems = (answer: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  answer.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("[COM-06] the forms that mark commissions paid", () => {
  test("accepts one commission of a deal or of a month", () => {
    expect(markPaidSchema.parse({ kind: "deal", id })).toEqual({ deals: [id] });
    expect(markPaidSchema.parse({ kind: "payment", id })).toEqual({ payments: [id] });
    expect(problems(markPaidSchema.safeParse({ kind: "lead", id: "1" }))).toEqual(["kind: not_found", "id: not_found"]);
  });

  test("accepts several commissions, at least 1 and at most 500, or all that match", () => {
    const chosen = { payments: [], deals: [], all: false, receiptUrl: null };
    expect(payPaymentsSchema.parse({ payment_id: [id] })).toEqual({ ...chosen, payments: [id] });
    expect(payPaymentsSchema.parse({ deal_id: [id] })).toEqual({ ...chosen, deals: [id] });
    expect(payPaymentsSchema.parse({ all: "1" })).toEqual({ ...chosen, all: true });
    expect(payPaymentsSchema.parse({ deal_id: [id], receipt_url: receiptUrl }).receiptUrl).toBe(receiptUrl);
    expect(problems(payPaymentsSchema.safeParse({}))).toEqual(["payment_id: payments_required"]);
    const many = (count: number) => ({ payment_id: Array<string>(count).fill(id) });
    expect(payPaymentsSchema.parse(many(500)).payments).toHaveLength(500);
    expect(problems(payPaymentsSchema.safeParse(many(501)))).toEqual(['payment_id: too_many_payments|{"max":500}']);
    expect(problems(payPaymentsSchema.safeParse({ deal_id: [id], receipt_url: "ftp://x.example" }))).toEqual([
      "receipt_url: receipt_url_invalid",
    ]);
    expect(problems(payPaymentsSchema.safeParse({ deal_id: [id], receipt_url: "x".repeat(2_001) }))).toEqual([
      'receipt_url: too_long|{"max":2000}',
    ]);
  });

  test("accepts all due commissions in the version that was shown, with one receipt or none", () => {
    const version = "QX2_-a81";
    expect(payAllDueSchema.parse({ version, receipt_url: "" })).toEqual({ version, receiptUrl: null });
    expect(payAllDueSchema.parse({ version, receipt_url: receiptUrl })).toEqual({ version, receiptUrl });
    const receiptProblems = (receipt_url: string) => problems(payAllDueSchema.safeParse({ version, receipt_url }));
    expect(receiptProblems("ftp://x.example")).toEqual(["receipt_url: receipt_url_invalid"]);
    expect(receiptProblems("x".repeat(2_001))).toEqual(['receipt_url: too_long|{"max":2000}']);
    for (const version of [undefined, 3, "x".repeat(101)]) {
      expect(problems(payAllDueSchema.safeParse({ version }))).toEqual(["version: payments_changed"]);
    }
  });
});
