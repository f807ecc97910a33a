import { describe, expect, test } from "vitest";
import { setReceiptSchema } from "./transaction.schema";

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
  ])("%j is an address", (typed) => {
    expect(parse(typed).data?.receiptUrl).toBe(typed.trim());
  });

  test.each([
    ["", "receipt_url_required"],
    ["  \n ", "receipt_url_required"],
    [undefined, "receipt_url_required"],
    ["javascript:alert(1)", "receipt_url_invalid"],
    ["  JavaScript:alert(1)", "receipt_url_invalid"],
    ["java\nscript:alert(1)", "receipt_url_invalid"],
    ["data:text/html,<script>alert(1)</script>", "receipt_url_invalid"],
    ["vbscript:x", "receipt_url_invalid"],
    ["file:///etc/passwd", "receipt_url_invalid"],
    ["blob:https://example.com/1", "receipt_url_invalid"],
    ["//example.com/a.pdf", "receipt_url_invalid"],
    ["example.com/a.pdf", "receipt_url_invalid"],
    ["https://user:pass@example.com/a.pdf", "receipt_url_credentials"],
    ["https://user@example.com/a.pdf", "receipt_url_credentials"],
    ["https://:pass@example.com/a.pdf", "receipt_url_credentials"],
    ["http://x", "receipt_url_host"],
    ["https://receipts/a.pdf", "receipt_url_host"],
    ["https://x./a.pdf", "receipt_url_host"],
  ])("%j: %s", (typed, message) => {
    expect(parse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  test("an address of more than 2000 characters is too long", () => {
    const { error } = parse(`https://example.com/${"x".repeat(2_000)}`);
    expect(error?.issues.map((issue) => issue.message)).toEqual(['too_long|{"max":2000}']);
  });
});
