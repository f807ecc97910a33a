import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachXmlChanged } from "../../../tests/support/changed-fields";
import { anyDocument, canceling, summed } from "../../../tests/support/issued-documents";
import { isNightly } from "../../../tests/support/nightly";
import { sampleCreditNote, sampleIban } from "../../../tests/support/sample-credit-note";
import { day } from "../shared/dates";
import { writeCii } from "./cii";
import { ciiInvoice } from "./cii-invoice";
import type { IssuedDocument } from "./document";
import { documentProblems } from "./document-problems";
import { readCii } from "./read-cii";

const iban = sampleIban;
const example = sampleCreditNote;
const { payer } = example;
const line = example.lines[0]!;
const written = (document: IssuedDocument) => writeCii(ciiInvoice(document, iban));

describe("[PAY-08] the file of a credit note", () => {
  it("names the affiliate as seller, both groups of VAT and what a claim corrects", () => {
    const xml = written(example);
    expect(xml).toMatch(/<ram:SellerTradeParty>\s*<ram:ID>4711<\/ram:ID>\s*<ram:Name>Rita Regel</);
    expect(xml).toMatch(/<ram:BuyerTradeParty>\s*<ram:Name>Nordlicht Media GmbH</);
    expect(xml).toContain("<ram:TypeCode>389</ram:TypeCode>");
    expect(xml).toContain("<ram:Content>Gutschrift Nr. G-2026-0001</ram:Content>");
    expect(xml).toContain("Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG");
    expect(xml).toContain('<ram:BilledQuantity unitCode="C62">-1</ram:BilledQuantity>');
    expect(readCii(xml)).toMatchObject({
      references: [{ number: "G-2025-0009", issuedOn: null }],
      groups: [
        { category: "S", rate: "19.00", net: "100.05", vat: "19.01" },
        { category: "E", rate: "0.00", net: "-10.02", vat: "0.00", reasonCode: null },
      ],
      net: "90.03",
      vat: "19.01",
      gross: "109.04",
    });
    expect(documentProblems(example, xml, iban)).toEqual([]);
  });

  it("[PAY-10] takes a credit note back with its number, opposite quantities and no account", () => {
    const cancellation = canceling(example, "C-2026-0001");
    const xml = written(cancellation);
    expect(documentProblems(cancellation, xml, iban)).toEqual([]);
    expect(readCii(xml)).toMatchObject({
      typeCode: "389",
      notes: ["Stornierung der Gutschrift Nr. G-2026-0001"],
      references: [{ number: "G-2026-0001", issuedOn: "2026-11-28" }],
      account: null,
      lines: [{ quantity: "-1", price: "100.03" }, { quantity: "-1" }, { quantity: "1", amount: "10.02" }],
      gross: "-109.04",
    });
  });

  it("has no problem and says what the document says, whatever that is", () => {
    const isRight = fc.property(anyDocument(isNightly ? 200 : 30), ({ document, iban: number }) => {
      const invoice = ciiInvoice(document, number);
      const xml = writeCii(invoice);
      expect(readCii(xml)).toEqual(invoice);
      expect(documentProblems(document, xml, number)).toEqual([]);
    });
    fc.assert(isRight, { numRuns: isNightly ? 1_000 : 60, endOnFailure: true });
  }, 600_000);

  it("refuses other markup", () => {
    const xml = written(example);
    for (const other of [
      xml.replace("?>", '?><!DOCTYPE x [<!ENTITY a "b">]>'),
      xml.replace("<ram:TypeCode>389", "<!-- --><ram:TypeCode>389"),
      xml.replace("<ram:TypeCode>389", "<ram:Name>x</ram:Name><ram:TypeCode>389"),
      xml.replaceAll("ReusableAggregate", "Other"),
      "",
    ])
      expect(documentProblems(example, other, iban)).toEqual(["file"]);
  });
});

describe("[PAY-08] the problems of a document", () => {
  const cancellation = canceling(example, "C-2026-0001");
  const claim = example.lines[2]!;
  it.each<[string, IssuedDocument, string | null, string[]]>([
    ["no name", { ...example, payee: { ...example.payee, name: " " } }, iban, ["seller"]],
    ["no town of the payer", { ...example, payer: { ...payer, town: "" } }, iban, ["buyer"]],
    ["no tax id", { ...example, payee: { ...example.payee, taxNumber: null } }, iban, ["tax_id"]],
    ["a number with three hyphens", { ...example, number: "G-2-0-1" }, iban, ["number"]],
    ["no statement", { ...example, statement: "" }, iban, ["statement"]],
    ["a reference", { ...example, cancels: cancellation.cancels }, iban, ["reference"]],
    ["a cancellation without one", { ...cancellation, cancels: null }, iban, ["reference"]],
    ["a cancellation of itself", { ...cancellation, number: "G-2026-0001" }, iban, ["reference"]],
    ["a payer abroad", { ...example, payer: { ...payer, country: "AT" } }, iban, ["treatment"]],
    ["a period that ends before", { ...example, lines: [{ ...line, to: day("2026-10-01") }] }, iban, ["period"]],
    ["a claim that pays", { ...example, lines: [line, { ...claim, amount: 3 }] }, iban, ["lines"]],
    ["a rate of zero", summed({ ...example, lines: [{ ...line, rateBp: 0 }] }), iban, ["treatment"]],
    ["VAT by line", { ...example, vat: [{ ...example.vat[0]!, vat: 1_902 }, example.vat[1]!] }, iban, ["vat"]],
    ["another gross", { ...example, gross: example.gross + 1 }, iban, ["totals"]],
    ["nothing to pay", summed({ ...example, lines: [claim] }), iban, ["totals"]],
    ["another account", example, "DE89370400440532013001", ["account"]],
    ["no account number", example, null, ["account"]],
    ["a currency by symbol", { ...example, currency: "€" }, iban, ["currency"]],
  ])("of %s are named", (_, document, number, expected) => {
    expect(documentProblems(document, null, number)).toEqual(expect.arrayContaining(expected));
    expect(documentProblems(example, null, iban)).toEqual([]);
  });

  it("are found in a file with any other text, attribute or number of elements", () => {
    for (const [document, number] of [[example, iban] as const, [cancellation, null] as const]) {
      const xml = writeCii(ciiInvoice(document, number));
      const changed = eachXmlChanged(xml);
      expect(changed.length).toBeGreaterThan(230);
      const unnoticed = changed.filter((one) => documentProblems(document, one.xml, number).length === 0);
      expect(unnoticed.map(({ path }) => path)).toEqual([]);
    }
  });

  it("name each part of the file that differs from the document", () => {
    const xml = written(example);
    for (const [from, to, expected] of [
      ["Rita Regel</ram:Name>", "Nordlicht Media GmbH</ram:Name>", "seller"],
      [">Nordlicht Media GmbH<", ">Rita Regel<", "buyer"],
      ["<ram:TypeCode>389", "<ram:TypeCode>380", "type_code"],
      [">G-2026-0001</ram:ID>", ">G-2026-0002</ram:ID>", "number"],
      ["20261128", "20261127", "issued_on"],
      [">Gutschrift Nr.", ">Credit note No.", "title"],
      ["<ram:IssuerAssignedID>G-2025-0009", "<ram:IssuerAssignedID>G-2025-0008", "reference"],
      ["20261005", "20261004", "period"],
      ["<ram:LineTotalAmount>100.03", "<ram:LineTotalAmount>100.04", "lines"],
      ["<ram:CategoryCode>E", "<ram:CategoryCode>O", "lines"],
      ["<ram:CalculatedAmount>19.01", "<ram:CalculatedAmount>19.00", "vat"],
      ["<ram:GrandTotalAmount>109.04", "<ram:GrandTotalAmount>109.05", "file"],
      [">DE89370400440532013000", ">DE02120300000000202051", "account"],
      [">EUR<", ">USD<", "file"],
    ] as const) {
      const changed = xml.replace(from, to);
      expect(changed, from).not.toBe(xml);
      expect(documentProblems(example, changed, iban), from).toContain(expected);
    }
  });
});
