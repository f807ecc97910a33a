import { describe, expect, test } from "vitest";
import { invoiceFromXml, invoicePaths, readDecimal } from "~/domain/payouts/invoice-xml";
import { moreThanLinear } from "../../../tests/support/processor-time";
import { cii, ubl } from "../../../tests/support/invoice-files";
import { readXml } from "./read-xml.server";

const bytes = (xml: string) => new TextEncoder().encode(xml);
const read = (xml: string) => invoiceFromXml(readXml(bytes(xml), invoicePaths));
const sums = { net: 100_00, vat: 19_00, gross: 119_00 };
const facts = { number: "RE-2026-7", issuedOn: "2026-02-01", currency: "EUR", ...sums, references: [] };
const rejected = (xml: string, code: string) => expect(() => read(xml)).toThrow(expect.objectContaining({ code }));

describe("[PAY-17] an e-invoice", () => {
  test.each([
    ["CII", cii()],
    ["UBL with byte order mark and CDATA", ubl()],
    ["UBL without VAT", ubl({ gross: "119.00", net: "119.00", payable: "119.00" }, "")],
    ["a partial invoice", cii({ type: "326" })],
    ["with a reference in CII", cii({ reference: "AB-1" })],
    ["with a reference in UBL", ubl({ reference: "AB-1" })],
    ["VAT a second time in another currency", ubl({}, TAX_TWICE)],
  ])("is read: %s", (name, xml) => {
    const withReference = name.includes("reference") ? { ...facts, references: ["AB-1"] } : facts;
    expect(read(xml)).toEqual(name.includes("without VAT") ? { ...facts, net: 119_00, vat: 0 } : withReference);
  });

  test.each([
    ["another document", '<?xml version="1.0"?><a xmlns="urn:a"/>', "invoice_xml_unknown"],
    ["an invoice of no namespace", cii().replaceAll("urn:un:unece", "urn:x"), "invoice_xml_unknown"],
    ["a credit note", cii({ type: "381" }), "invoice_xml_kind"],
    ["a self-billed invoice", ubl({ type: "389" }), "invoice_xml_kind"],
    ["no number", cii({ number: " " }), "invoice_xml_value"],
    ["a long number", cii({ number: "7".repeat(101) }), "invoice_xml_value"],
    ["a day that does not exist", cii({ date: "20260230" }), "invoice_xml_value"],
    ["a currency in words", cii({ currency: "Euro" }), "invoice_xml_value"],
    ["sums in another currency only", ubl().replaceAll('currencyID="EUR"', 'currencyID="USD"'), "invoice_xml_value"],
    ["a total twice", cii({ gross: "119.00</ram:GrandTotalAmount><ram:GrandTotalAmount>1.00" }), "invoice_xml_value"],
    ["nothing to pay", ubl({ net: "0", vat: "0", gross: "0", payable: "0" }), "invoice_xml_value"],
    ["amounts below zero", cii({ net: "-100.00", vat: "-19.00", gross: "-119.00" }), "invoice_xml_value"],
    ["sums that do not add up", cii({ vat: "18.99" }), "invoice_sum"],
    ["an amount due that is not the total", ubl({ payable: "100.00" }), "invoice_xml_payable"],
  ])("is rejected: %s", (_, xml, code) => rejected(xml, code));

  test("keeps its own currency and its decimals", () => {
    const amounts = { net: "100", vat: "0", gross: "100", payable: "100" };
    expect(read(cii({ currency: "JPY", ...amounts }))).toMatchObject({ currency: "JPY", gross: 100 });
    expect(read(cii({ currency: "BHD", ...amounts }))).toMatchObject({ currency: "BHD", gross: 100_000 });
  });
});

const TAX_TWICE = ["EUR", "CHF"]
  .map((currency) => `<cac:TaxTotal><cbc:TaxAmount currencyID="${currency}">19.00</cbc:TaxAmount></cac:TaxTotal>`)
  .join("");

describe("[PAY-17] hostile XML", () => {
  const DECLARED = '<?xml version="1.0"?>';
  const bomb = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
  test.each([
    ["a document type", cii().replace("<rsm:Cross", "<!DOCTYPE invoice><rsm:Cross")],
    ["an entity bomb", `${DECLARED}<!DOCTYPE a [<!ENTITY l0 "x">${bomb}]><a xmlns="urn:a">&l9;</a>`],
    [
      "a file as an entity",
      `${DECLARED}<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a xmlns="urn:a">&f;</a>`,
    ],
    ["an entity without a document type", cii({ number: "&own;" })],
    ["an entity of HTML", cii({ number: "&nbsp;1" })],
    ["an entity declaration by itself", cii().replace("<rsm:Cross", '<!ENTITY a "b"><rsm:Cross')],
    ["a stylesheet", cii().replace("<rsm:Cross", '<?xml-stylesheet href="https://evil.example/a.xsl"?><rsm:Cross')],
    ["a script", cii({}, '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>')],
    ["an image", cii({}, '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["another encoding", cii().replace("UTF-8", "ISO-8859-1")],
    ["an end that is missing", cii().slice(0, -20)],
    ["two roots", cii() + cii().slice(cii().indexOf("<rsm"))],
    ["a prefix that is not declared", cii({}, "<x:a/>")],
    ["text that is too long", cii({ number: "7".repeat(501) })],
    ["deep nesting", `${DECLARED}${'<a xmlns="urn:a">'.repeat(200_000)}`],
    ["deep nesting inside an invoice", cii({}, "<ram:A>".repeat(41) + "</ram:A>".repeat(41))],
    ["thousands of totals", cii({ gross: "1</ram:GrandTotalAmount><ram:GrandTotalAmount>".repeat(5_000) })],
  ])("is rejected: %s", (_, xml) => {
    expect(readXml(bytes(xml), invoicePaths)).toBeNull();
    rejected(xml, "invoice_xml_broken");
  });

  test("is rejected: bytes that are not UTF-8", () => {
    expect(readXml(Buffer.from(cii(), "utf-16le"), invoicePaths)).toBeNull();
    expect(readXml(Buffer.from(cii(), "latin1"), invoicePaths)).toBeNull();
  });

  const shapes: [name: string, of: (length: number) => string][] = [
    [
      "attributes",
      (length) => cii({}, `<ram:A ${Array.from({ length: length / 10 }, (_, at) => `a${at}="b"`).join(" ")}/>`),
    ],
    ["an open attribute", (length) => `${DECLARED}<a xmlns="urn:a" b="${"x".repeat(length)}`],
    ["elements side by side", (length) => cii({}, "<ram:A/>".repeat(length / 8))],
    ["an attachment", (length) => cii({}, `<ram:A>${"QUJD".repeat(length / 4)}</ram:A>`)],
    ["angle brackets", (length) => `${DECLARED}${"<".repeat(length)}`],
    ["an open comment", (length) => `${DECLARED}<!--${"- ".repeat(length / 2)}`],
    ["an open CDATA section", (length) => `${DECLARED}<a xmlns="urn:a"><![CDATA[${"]]".repeat(length / 2)}`],
    ["references", (length) => cii({}, `<ram:A>${"&#65;".repeat(length / 5)}</ram:A>`)],
    ["an open name", (length) => `${DECLARED}<${"a".repeat(length)}`],
    ["blanks", (length) => cii({ number: `7${" ".repeat(length)}` })],
  ];
  test.each(shapes)("takes time linear in its length: %s", async (_, of) => {
    const make = (length: number) => bytes(of(length));
    const read = (xml: Uint8Array) => readXml(xml, invoicePaths);
    expect(await moreThanLinear(make, read, { lengths: [8_192, 65_536, 524_288] })).toBeNull();
  });
});

test.each([
  ["119.00", "EUR", 119_00],
  ["119", "EUR", 119_00],
  ["+119.5", "EUR", 119_50],
  ["119.", "EUR", 119_00],
  [".5", "EUR", 50],
  ["0119.0000", "EUR", 119_00],
  ["10000000000", "EUR", 1_000_000_000_000],
  ["119.001", "EUR", null],
  ["119.5", "JPY", null],
  ["1,190.00", "EUR", null],
  ["119,00", "EUR", null],
  ["1.19E2", "EUR", null],
  ["-1.00", "EUR", null],
  ["0x10", "EUR", null],
  ["INF", "EUR", null],
  ["NaN", "EUR", null],
  ["١٢٣", "EUR", null],
  ["1 000", "EUR", null],
  ["", "EUR", null],
  [".", "EUR", null],
  ["10000000000.01", "EUR", null],
  ["9".repeat(31), "EUR", null],
])("[PAY-17] the decimal %s in %s is %s", (text, currency, amount) => {
  expect(readDecimal(text, currency)).toBe(amount);
});

test("[PAY-17] a decimal of a million digits is rejected in no more than linear time", async () => {
  const digits = (length: number) => "9".repeat(length);
  expect(readDecimal(digits(1_000_000), "EUR")).toBeNull();
  const read = (text: string) => readDecimal(text, "EUR");
  expect(await moreThanLinear(digits, read, { lengths: [125_000, 1_000_000] })).toBeNull();
});
