import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { day } from "../shared/dates";
import { agency, creditNote, documentLine, suppliers } from "../../../tests/factories/documents";
import { anyDocument } from "../../../tests/factories/random-documents";
import { cancellationOf } from "./cancellation";
import { documentProblems } from "./check-document";
import { hasEInvoice, writeCii } from "./cii";
import { keptUntil } from "./keeping";
import { taxStatuses } from "./tax-status";
import { treatmentOf } from "./treatment";

const IBAN = "DE89370400440532013000";

describe("[PAY-08] the treatment of a supply", () => {
  it.each([
    ["regular", "DE", "S", null, "9"],
    ["small_business", "DE", "E", "small_business", null],
    ["eu_business", "AT", "AE", "reverse_charge", "506"],
    ["foreign_business", "CH", "AE", "reverse_charge", "511"],
    ["foreign_business", "GB", "AE", "reverse_charge", "511"],
  ] as const)("of a %s in %s", (status, country, category, sentence, datevKey) => {
    expect(treatmentOf(status, "DE", country)).toMatchObject({ category, sentence, datevKey });
  });

  it.each([
    ["regular", "AT"],
    ["regular", "CH"],
    ["small_business", "AT"],
    ["small_business", "US"],
    ["eu_business", "DE"],
    ["eu_business", "CH"],
    ["foreign_business", "DE"],
    ["foreign_business", "FR"],
    ...["DE", "AT", "CH"].map((country) => ["private", country] as const),
  ] as const)("has no document for a %s in %s", (status, country) => {
    expect(treatmentOf(status, "DE", country)).toBeNull();
  });

  it.each([null, "AT", "CH"])("has no document for a payer in %s", (payer) => {
    for (const status of taxStatuses)
      for (const country of ["DE", "AT", "CH"]) expect(treatmentOf(status, payer, country)).toBeNull();
  });
});

test("[PAY-08] reverse charge has an e-invoice only with tax numbers of both sides", () => {
  const swiss = suppliers.foreign_business;
  const lines = [documentLine({ status: "foreign_business" })];
  expect(hasEInvoice(creditNote({ lines, payee: swiss }))).toBe(true);
  expect(hasEInvoice(creditNote({ lines, payee: { ...swiss, taxNumber: null } }))).toBe(false);
  expect(hasEInvoice(creditNote({ lines, payee: swiss, payer: { ...agency, vatId: null } }))).toBe(false);
  expect(hasEInvoice(creditNote({ payer: { ...agency, vatId: null } }))).toBe(true);
});

test("[PAY-16] documents are kept for eight years after the year of their issue", () => {
  expect(keptUntil(day("2026-01-01"))).toBe("2034-12-31");
  expect(keptUntil(day("2026-12-31"))).toBe("2034-12-31");
});

test("[PAY-10] a credit note and its cancellation are zero together", () => {
  const note = creditNote({ lines: [documentLine({ amount: 33_33 }), documentLine({ kind: "claim", amount: -1_01 })] });
  const canceled = cancellationOf(note, { number: "ST-2026-0001", issuedOn: day("2026-03-01") });
  expect(canceled).toMatchObject({ kind: "cancellation", cancels: { number: note.number, issuedOn: note.issuedOn } });
  expect([note.net + canceled.net, note.vatTotal + canceled.vatTotal, note.gross + canceled.gross]).toEqual([0, 0, 0]);
  expect(writeCii(canceled, IBAN)).toContain("Stornierung der Gutschrift Nr. GU-2026-0001");
});

describe("[PAY-08] the own check of a document", () => {
  const account = (iban: string) => ({ holder: "Ada", country: iban.slice(0, 2), end: iban.slice(-4) });

  it("finds nothing wrong with any document", () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        expect(documentProblems(document, writeCii(document, IBAN), IBAN)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ["lines", { lines: [documentLine({ amount: 1 })] }],
    ["vat", { vat: [{ status: "regular", rateBp: 1900, net: 100_00, vat: 19_01 }] }],
    ["rate", { vat: [{ status: "regular", rateBp: 0, net: 100_00, vat: 0 }] }],
    ["groups", { vat: [{ status: "regular", rateBp: 1900, net: 99_99, vat: 19_00 }] }],
    ["net", { net: 1 }],
    ["vat_total", { vatTotal: 1 }],
    ["gross", { gross: 119_01 }],
    ["sign", { gross: -119_00 }],
    ["kind", { kind: "cancellation" }],
    ["treatment", { payee: { ...suppliers.regular, country: "AT" } }],
    ["account", { account: account("DE00000000000000001111") }],
    ["days", { lines: [documentLine({ from: day("2026-02-01") })] }],
  ] as const)("names %s", (name, wrong) => {
    expect(documentProblems({ ...creditNote(), ...wrong } as ReturnType<typeof creditNote>, null, IBAN)).toContain(
      name,
    );
  });

  it("notices another value in each element of the e-invoice that matters", () => {
    const note = creditNote({ lines: [documentLine(), documentLine({ kind: "claim", amount: -1_00 })] });
    const canceled = cancellationOf(note, { number: "ST-2026-0001", issuedOn: day("2026-03-01") });
    const unnoticed = new Set<string>();
    for (const document of [note, canceled]) {
      const xml = writeCii(document, IBAN);
      for (const { 0: leaf, index, 1: name } of xml.matchAll(/<(\w+:\w+)(?: [^<>]*)?>([^<>]+)<\/\1>/g)) {
        const changed = leaf.replace(/>([^<>])/, (_, first: string) => `>${first === "1" ? "2" : "1"}`);
        const damaged = xml.slice(0, index) + changed + xml.slice(index + leaf.length);
        if (documentProblems(document, damaged, IBAN).length === 0) unnoticed.add(name!);
      }
    }
    // Texts, and codes that the published rules check.
    expect([...unnoticed].sort()).toEqual([
      "ram:AccountName",
      "ram:CategoryCode",
      "ram:CityName",
      "ram:Content",
      "ram:Description",
      "ram:ID",
      "ram:LineID",
      "ram:LineOne",
      "ram:Name",
      "ram:PaymentReference",
      "ram:PostcodeCode",
      "ram:RateApplicablePercent",
      "ram:TypeCode",
    ]);
  });
});
