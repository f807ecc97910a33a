import { describe, expect, it } from "vitest";
import type { IssuedDocument } from "~/domain/documents/document";
import { languages } from "~/i18n/languages";
import { canceling, summed } from "../../../tests/support/issued-documents";
import { readPdf } from "../../../tests/support/read-pdf";
import { sampleCreditNote, sampleIban } from "../../../tests/support/sample-credit-note";
import { composeCreditNote, composeCreditNoteText } from "./compose-credit-note.server";

async function filesOf(document: IssuedDocument) {
  const { xml, pdf } = await composeCreditNote(document, sampleIban);
  const pieces: Uint8Array[] = [];
  for await (const piece of pdf) pieces.push(piece);
  return { xml, pdf: Buffer.concat(pieces) };
}

const cancellation = canceling(sampleCreditNote, "C-2026-0001");
const [line] = sampleCreditNote.lines;
const foreign: IssuedDocument = summed({
  ...sampleCreditNote,
  payee: { ...sampleCreditNote.payee, country: "CH", vatId: null, taxNumber: null },
  lines: [{ ...line!, status: "foreign_business", rateBp: 0 }],
});
const wordsOf = async (document: IssuedDocument) => JSON.stringify(await composeCreditNoteText(document));

describe("[PAY-08] a credit note", () => {
  it.each(languages)("has the words of the law beside those of %s, and no silence for consent", async (language) => {
    const text = await composeCreditNoteText({ ...sampleCreditNote, language });
    expect(text.title).toContain("Gutschrift");
    const words = await wordsOf({ ...sampleCreditNote, language });
    for (const part of ["§ 19 UStG", "Kein Ausweis von Umsatzsteuer", "12/345/67890", "DE136695976", "S-2026-0001"])
      expect(words).toContain(part);
    for (const part of ["G-2026-0001", "G-2025-0009", "3000", "4711", "Website", "Rita Regel"])
      expect(words).toContain(part);
    expect(words).not.toContain(sampleIban);
    expect(words).not.toMatch(/14 |genehmigt|accepted|accepté|acepta|credit_note\./);
    expect((await composeCreditNoteText({ ...cancellation, language })).title).toContain(
      "Stornierung der Gutschrift Nr. G-2026-0001",
    );
    expect(await wordsOf({ ...foreign, language })).toContain("Steuerschuldnerschaft des Leistungsempfängers");
  });

  it("[PAY-08] names both VAT ids where the recipient owes the VAT", async () => {
    const payee = { ...sampleCreditNote.payee, country: "FR", vatId: "FR40303265045", taxNumber: null };
    const french = summed({ ...sampleCreditNote, payee, lines: [{ ...line!, status: "eu_business", rateBp: 0 }] });
    const { facts } = await composeCreditNoteText(french);
    expect(facts).toContainEqual({ label: "USt-IdNr. des Leistenden", value: "FR40303265045" });
    expect(facts).toContainEqual({ label: "USt-IdNr. des Empfängers", value: "DE136695976" });
  });

  it("is a PDF/A-3 with its XML as an alternative, and the same bytes each time", async () => {
    const { xml, pdf } = await filesOf(sampleCreditNote);
    const raw = pdf.toString("latin1");
    for (const part of ["/AFRelationship /Alternative", "(factur-x.xml)", "/OutputIntents", "/Subtype /text#2Fxml"])
      expect(raw).toContain(part);
    for (const [name, value] of [
      ["DocumentType", "INVOICE"],
      ["DocumentFileName", "factur-x.xml"],
      ["Version", "1.0"],
      ["ConformanceLevel", "EN 16931"],
    ]) {
      expect(raw).toContain(`<fx:${name}>${value}</fx:${name}>`);
      expect(raw).toContain(`<pdfaProperty:name>${name}</pdfaProperty:name>`);
    }
    expect(raw).toContain("<pdfaid:part>3</pdfaid:part>");
    expect(raw).toContain("<pdfaid:conformance>B</pdfaid:conformance>");
    expect(Buffer.from(xml!).toString()).toContain(sampleIban);
    const { pages } = await readPdf(pdf);
    expect(pages.join(" ")).toContain("Gutschrift Nr. G-2026-0001");
    expect(pages.join(" ")).not.toContain(sampleIban);
    const again = await filesOf(sampleCreditNote);
    expect(again.pdf.equals(pdf)).toBe(true);
    expect(again.xml).toEqual(xml);
  });

  it("is a PDF alone where EN 16931 asks for a tax id that the affiliate does not have", async () => {
    const { xml, pdf } = await filesOf(foreign);
    expect(xml).toBeNull();
    expect(pdf.toString("latin1")).not.toContain("factur-x");
  });

  it("is not written with a problem", async () => {
    const swapped = { ...sampleCreditNote, gross: 1 };
    await expect(composeCreditNote(swapped, sampleIban)).rejects.toThrow("totals");
  });
});
