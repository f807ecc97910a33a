import { describe, expect, it } from "vitest";
import { cancellationOf } from "~/domain/documents/cancellation";
import type { IssuedDocument } from "~/domain/documents/document";
import { day } from "~/domain/shared/dates";
import { languages } from "~/i18n/languages";
import { creditNote, documentLine, suppliers } from "../../../tests/factories/documents";
import { readPdf } from "../../../tests/support/read-pdf";
import { composeCreditNote } from "./compose-credit-note.server";

const IBAN = "DE89370400440532013000";
const textOf = async (document: IssuedDocument) =>
  (await readPdf((await composeCreditNote(document, IBAN)).pdf)).pages.join(" ");

describe("[PAY-08] the files of a credit note", () => {
  it("are a PDF/A-3b with the same e-invoice inside, always the same bytes", async () => {
    const note = creditNote();
    const { pdf, xml } = await composeCreditNote(note, IBAN);
    const { raw, pages, attachments } = await readPdf(pdf);
    const text = pages.join(" ");
    expect(Buffer.from(attachments!["factur-x.xml"]!.content).equals(Buffer.from(xml!))).toBe(true);
    for (const part of [
      "/AFRelationship /Alternative",
      "<pdfaid:part>3",
      "<fx:ConformanceLevel>EN 16931",
      "/GTS_PDFA1",
    ])
      expect(raw).toContain(part);
    expect(text).toContain("Gutschrift GU-2026-0001");
    expect(text).toContain("DE811907980");
    expect(text).not.toContain(IBAN);
    const again = await composeCreditNote(note, IBAN);
    expect(Buffer.from(again.pdf).equals(Buffer.from(pdf))).toBe(true);
  });

  it.each(languages)("have the German title and what the law asks for in %s", async (language) => {
    const lines = [
      documentLine({ status: "small_business" }),
      documentLine({ status: "small_business", kind: "claim", amount: -1, corrects: "GU-2025-0001" }),
    ];
    const note = creditNote({ language, lines, payee: suppliers.small_business });
    const text = await textOf(note);
    expect(text).toContain("Gutschrift");
    expect(text).toContain("22/123/45678");
    expect(text).toContain("§ 19 UStG");
    expect(text).toContain("GU-2025-0001");
    const canceled = cancellationOf(note, { number: "ST-2026-0001", issuedOn: day("2026-03-01") });
    const other = await textOf(canceled);
    expect(other).toContain("Stornierung der Gutschrift Nr. GU-2026-0001");
    expect(other).toContain("ST-2026-0001");
  });

  it("have no e-invoice for reverse charge without a tax number", async () => {
    const payee = { ...suppliers.foreign_business, taxNumber: null };
    const note = creditNote({ payee, lines: [documentLine({ status: "foreign_business" })] });
    const { pdf, xml } = await composeCreditNote(note, IBAN);
    expect(xml).toBeNull();
    const { attachments, pages } = await readPdf(pdf);
    expect(attachments).toBeNull();
    expect(pages.join(" ")).toContain("Steuerschuldnerschaft des Leistungsempfängers");
  });

  it("are refused for a document that is wrong", async () => {
    await expect(composeCreditNote(creditNote({ gross: 1 }), IBAN)).rejects.toThrow("gross");
  });
});
