import { describe, expect, test } from "vitest";
import { commissionKindOf } from "./commission";
import { reversePaymentSchema, setReceiptSchema } from "./commission.schema";

describe("[TRX-03] the address of a receipt", () => {
  const id = "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c";
  const parse = (receipt_url: unknown) => setReceiptSchema.safeParse({ kind: "deal", id: id, receipt_url });

  test.each([
    " https://example.com/a.pdf ",
    "http://example.com",
    "https://example.com/?q=a b",
    "HTTPS://EXAMPLE.COM/X",
    "http://localhost:8080/a.pdf",
    "http://192.0.2.7/a.pdf",
    "http://[2001:db8::1]/a.pdf",
    "https://example.com./a.pdf",
    "https://example.com/@team:a",
  ])("accepts %j", (typed) => {
    expect(parse(typed).data?.receiptUrl).toBe(typed.trim());
  });

  test.each([
    ["file:0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c", "receipt_url_invalid"],
    ["javascript:alert(1)", "receipt_url_invalid"],
    ["  JavaScript:alert(1)", "receipt_url_invalid"],
    ["java\nscript:alert(1)", "receipt_url_invalid"],
    ["data:text/html,<script>alert(1)</script>", "receipt_url_invalid"],
    ["vbscript:x", "receipt_url_invalid"],
    ["file:///etc/passwd", "receipt_url_invalid"],
    ["blob:https://example.com/1", "receipt_url_invalid"],
    ["a.pdf", "receipt_url_host"],
    ["ftp://example.com/a.pdf", "receipt_url_invalid"],
    ["mailto:a@example.com", "receipt_url_invalid"],
    ["example.com:x@evil.example/a", "receipt_url_invalid"],
    ["https://user:pass@example.com/a.pdf", "receipt_url_credentials"],
    ["https://user@example.com/a.pdf", "receipt_url_credentials"],
    ["https://:pass@example.com/a.pdf", "receipt_url_credentials"],
    ["http://x", "receipt_url_host"],
    ["https://receipts/a.pdf", "receipt_url_host"],
    ["https://x./a.pdf", "receipt_url_host"],
  ])("rejects %j with %s", (typed, message) => {
    expect(parse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  test.each([
    ["firma.de/x.pdf", "https://firma.de/x.pdf"],
    [" \u200bwww.firma.de", "https://www.firma.de"],
    ["bücher.example:8443/x?y", "https://bücher.example:8443/x?y"],
    ["//example.com/a.pdf", "https://example.com/a.pdf"],
    ["https:example.com/a.pdf", "https://example.com/a.pdf"],
    ["http:/example.com/a.pdf", "http://example.com/a.pdf"],
  ])("adds https:// to %j", (typed, kept) => expect(parse(typed).data?.receiptUrl).toBe(kept));

  test.each(["", "  \n ", undefined])("accepts %j, because the receipt may be a file", (typed) =>
    expect(parse(typed).data?.receiptUrl).toBeNull(),
  );

  test("rejects an address longer than 2000 characters", () => {
    const { error } = parse(`https://example.com/${"x".repeat(2_000)}`);
    expect(error?.issues.map((issue) => issue.message)).toEqual(['too_long|{"max":2000}']);
  });
});

const id = "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c";
const issues = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

test("[TRX-01] an address names the transaction of a deal or a payment, and no other kind", () => {
  expect(["deal", "payment", "lead", "", undefined].map(commissionKindOf)).toEqual([
    "deal",
    "payment",
    undefined,
    undefined,
    undefined,
  ]);
});

test("[TRX-03] a receipt for another kind of record is rejected as not found", () => {
  const receipt_url = "https://example.com/a.pdf";
  expect(setReceiptSchema.parse({ kind: "payment", id, receipt_url })).toEqual({
    kind: "payment",
    id,
    receiptUrl: receipt_url,
  });
  expect(issues(setReceiptSchema.safeParse({ kind: "lead", id, receipt_url }))).toEqual(["kind: not_found"]);
});

describe("marking a paid commission as not paid", () => {
  const form = { kind: "deal", id, reason: " Paid twice " };

  test("accepts a commission with or without a batch", () => {
    expect(reversePaymentSchema.parse(form)).toEqual({
      kind: "deal",
      id,
      batchId: null,
      reason: "Paid twice",
    });
    const batch_id = "5f0c1c3e-3d0b-4a55-8a8e-6f3b2a1c9d10";
    expect(reversePaymentSchema.parse({ ...form, batch_id }).batchId).toBe(batch_id);
  });

  test("requires a reason of at most 500 characters", () => {
    const refused = (reason: string) => issues(reversePaymentSchema.safeParse({ ...form, reason }));
    expect(refused(" ")).toEqual(["reason: reason_required"]);
    expect(refused("x".repeat(500))).toBeUndefined();
    expect(refused("x".repeat(501))).toEqual(['reason: too_long|{"max":500}']);
  });

  test("rejects an unknown kind or an invalid batch id as not found", () => {
    expect(issues(reversePaymentSchema.safeParse({ ...form, kind: "lead" }))).toEqual(["kind: not_found"]);
    expect(issues(reversePaymentSchema.safeParse({ ...form, batch_id: "1" }))).toEqual(["batch_id: not_found"]);
  });
});
