import { describe, expect, test } from "vitest";
import { invoiceStatusOf, isPayable } from "./invoice-status";
import { differencesOf, namedStatement, type ExpectedInvoice } from "./own-invoice";
import { enteredInvoiceSchema } from "./own-invoice.schema";

const expected: ExpectedInvoice = { net: 100_00, vat: 19_00, gross: 119_00, currency: "EUR", number: "AB-2026-0001" };

describe("[PAY-17] an invoice beside its statement", () => {
  test.each([
    [{}, []],
    [{ net: 99_99, vat: 19_01 }, ["net", "vat"]],
    [{ vat: 0, gross: 100_00 }, ["vat", "gross"]],
    [{ currency: "CHF" }, ["net", "vat", "gross", "currency"]],
    [{ currency: "eur" }, ["net", "vat", "gross", "currency"]],
    [{ statement: "AB-2026-0001" }, []],
    [{ statement: "AB-2026-0002" }, ["statement"]],
  ])("%j differs in %j", (change, fields) => {
    expect(differencesOf({ ...expected, statement: null, ...change }, expected)).toEqual(fields);
  });

  test.each([
    [[], null],
    [["", "4711", "Website 2026", "AB"], null],
    [["AB-2026-0001"], "AB-2026-0001"],
    [["4711", "Abrechnung ab-2026-0001, März"], "AB-2026-0001"],
    [["AB-2026-0002"], "AB-2026-0002"],
    [["AB-2026-0002", "AB-2026-0001"], "AB-2026-0001"],
    [["XY-2026-0001"], null],
  ])("%j names the statement %s", (references, named) => {
    expect(namedStatement(references, "AB-2026-0001")).toBe(named);
  });

  test.each([
    ["open", null, null, null, true],
    ["open", "needed", null, "missing", false],
    ["open", "needed", "waiting", "waiting", false],
    ["open", "needed", "refused", "refused", false],
    ["open", "accepted", "accepted", "accepted", true],
    ["paid", "accepted", "accepted", "accepted", false],
    ["void", "needed", "void", null, false],
    ["returned", "accepted", "accepted", null, false],
  ] as const)("a payout that is %s with %s and %s is %s", (state, need, latest, status, payable) => {
    const invoice = invoiceStatusOf({ state, need }, latest);
    expect(invoice).toBe(status);
    expect(isPayable({ state, invoice })).toBe(payable);
  });
});

describe("[PAY-17] the values of a PDF", () => {
  const form = { number: "RE-7", issued_on: "2026-02-01", net: "1.000,00", vat: "190,00", gross: "1.190,00" };
  const read = (change: Record<string, string> = {}) =>
    enteredInvoiceSchema("EUR", "de-DE").safeParse(
      Object.fromEntries(Object.entries({ ...form, ...change }).filter(([, value]) => value)),
    );

  test("are read as their writer writes numbers, without VAT as 0", () => {
    const facts = { number: "RE-7", issuedOn: "2026-02-01", currency: "EUR", net: 1_000_00, references: [] };
    expect(read().data).toEqual({ ...facts, vat: 190_00, gross: 1_190_00 });
    expect(read({ vat: "", gross: "1000" }).data).toEqual({ ...facts, vat: 0, gross: 1_000_00 });
  });

  test("are all asked for at once", () => {
    const fields = enteredInvoiceSchema("EUR", "de-DE")
      .safeParse({})
      .error?.issues.map(({ path }) => path.join());
    expect(fields).toEqual(["number", "issued_on", "net", "gross"]);
  });

  test.each([
    ["number", "", "invoice_number_required"],
    ["issued_on", "", "invoice_day_required"],
    ["issued_on", "soon", "date_invalid"],
    ["net", "", "amount_required"],
    ["net", "-1000", "amount_positive"],
    ["vat", "-190", "amount_positive"],
    ["gross", "1.190,01", "invoice_sum"],
  ])("are rejected at %s: “%s”", (field, value, message) => {
    expect(read({ [field]: value }).error?.issues).toEqual([expect.objectContaining({ path: [field], message })]);
  });
});
