import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pdf } from "../../../tests/support/files";
import { bomb, pdfWith, rawPdf } from "../../../tests/support/invoice-pdfs";
import { attachedInvoice } from "./pdf-attachment.server";

const xml = "<rsm:CrossIndustryInvoice>ä</rsm:CrossIndustryInvoice>";

describe("[PAY-17] the e-invoice in a PDF", () => {
  test.each(["factur-x.xml", "ZUGFeRD-invoice.xml", "xrechnung.xml"])("is found as %s", async (name) => {
    const found = await attachedInvoice(await pdfWith({ "notes.xml": "<a/>", [name]: xml }));
    expect(found?.toString()).toBe(xml);
  });

  test("is found in a file that was written by hand, compressed or not", async () => {
    expect((await attachedInvoice(rawPdf(deflateSync(Buffer.from(xml)))))?.toString()).toBe(xml);
    expect((await attachedInvoice(rawPdf(Buffer.from(xml), { filter: "[]" })))?.toString()).toBe(xml);
  });

  test("is not there without an attachment of such a name, or with an empty one", async () => {
    for (const file of [pdf(), await pdfWith({ "notes.xml": xml }), await pdfWith({ "factur-x.xml": "" })])
      expect(await attachedInvoice(file)).toBeNull();
  });

  test.each([
    ["no PDF", () => Buffer.from("<html></html>")],
    ["nothing", () => Buffer.alloc(0)],
    ["half a PDF", () => rawPdf(deflateSync(Buffer.from(xml.repeat(100)))).subarray(0, 300)],
    ["a bomb", () => rawPdf(bomb())],
    ["a bomb in a bomb", () => rawPdf(bomb(2), { filter: "[/FlateDecode/FlateDecode]" })],
    ["many attachments", () => rawPdf(deflateSync(Buffer.alloc(20 * 1024 * 1024)), { name: "a.xml", count: 100 })],
    ["a large attachment", () => rawPdf(deflateSync(Buffer.alloc(3 * 1024 * 1024, "a")))],
    [
      "a file that names itself",
      () => Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 1 0 R/Names 1 0 R>>endobj\ntrailer<</Root 1 0 R>>"),
    ],
  ])("is not read from %s, within limits of time and memory", async (_, file) => {
    const started = performance.now();
    expect(await attachedInvoice(file(), { memory: 32 * 1024 * 1024, time: 60_000 })).toBeNull();
    expect(performance.now() - started).toBeLessThan(12_000);
  });

  test("is not read after its time, or when too many files wait, and others are read afterwards", async () => {
    const file = await pdfWith({ "factur-x.xml": xml });
    expect(await attachedInvoice(file, { time: 1 })).toBeNull();
    const both = await Promise.all([attachedInvoice(file), attachedInvoice(file, { waiting: 1 })]);
    expect(both.map((found) => found?.toString() ?? null)).toEqual([xml, null]);
    expect((await attachedInvoice(file))?.toString()).toBe(xml);
  });
});
