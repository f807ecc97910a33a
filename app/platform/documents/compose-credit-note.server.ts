import { writeCii } from "~/domain/documents/cii";
import { ciiInvoice } from "~/domain/documents/cii-invoice";
import type { IssuedDocument } from "~/domain/documents/document";
import { documentProblems } from "~/domain/documents/document-problems";
import { fileGapOf, treatmentIn } from "~/domain/documents/treatment";
import type { DocumentText } from "~/i18n/document-text";
import { creditNoteText } from "~/i18n/credit-note-words";
import { mailFormat } from "../mail/notice-mail.server";
import { readerLanguage } from "../mail/texts.server";
import { renderPdf, type PdfExtras } from "./pdf.server";
import { documentTexts } from "./texts.server";

/** The name that readers of ZUGFeRD look for. */
export const CREDIT_NOTE_XML = "factur-x.xml";

export interface CreditNoteFiles {
  /** The file of EN 16931; null if the document can only be a PDF (treatment.ts). */
  xml: Uint8Array | null;
  pdf: AsyncGenerator<Uint8Array>;
}

/** Writes a credit note or its cancellation as text. A page and the PDF show the same. */
export async function composeCreditNoteText(document: IssuedDocument): Promise<DocumentText> {
  const language = readerLanguage(document.language);
  return creditNoteText(language, await documentTexts(language), mailFormat(language), document);
}

/**
 * Writes the files of a credit note or its cancellation (PAY-08, PAY-10): the XML file, and a PDF/A-3b that contains
 * it. The same document always gives the same bytes.
 *
 * @param iban whole number of the account; null if nothing is transferred.
 * @throws Error if the document has a problem (document-problems.ts), naming each.
 */
export async function composeCreditNote(
  document: IssuedDocument,
  iban: string | null,
  extras: Pick<PdfExtras, "logo"> = {},
): Promise<CreditNoteFiles> {
  const xml = isFilePossible(document) ? writeCii(ciiInvoice(document, iban)) : null;
  const problems = documentProblems(document, xml, iban);
  if (problems.length > 0) throw new Error(`credit note ${document.number} has problems: ${problems.join(", ")}`);
  const text = await composeCreditNoteText(document);
  if (xml === null) return { xml, pdf: renderPdf(text, extras) };
  const bytes = new TextEncoder().encode(xml);
  const file = { name: CREDIT_NOTE_XML, mimeType: "text/xml", description: text.title, bytes };
  // DATEV refuses a file that is related as data.
  const attachments = [{ ...file, relationship: "Alternative" } as const];
  return { xml: bytes, pdf: renderPdf(text, { ...extras, attachments, metadata: facturXMetadata }) };
}

function isFilePossible(document: IssuedDocument): boolean {
  const { payer, payee, currency, lines } = document;
  return lines.every(({ status }) => {
    const treatment = treatmentIn(document, status);
    return typeof treatment !== "string" && fileGapOf(treatment, payer, payee, currency) === null;
  });
}

const FX = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";
const properties: [name: string, value: string, description: string][] = [
  ["DocumentType", "INVOICE", "The type of the hybrid document"],
  ["DocumentFileName", CREDIT_NOTE_XML, "The name of the embedded XML file"],
  ["Version", "1.0", "The version of the standard"],
  ["ConformanceLevel", "EN 16931", "The conformance level of the XML file"],
];

/** The four properties of Factur-X, and the schema that PDF/A requires for properties of its own. */
const facturXMetadata = `<rdf:Description rdf:about="" xmlns:fx="${FX}">
${properties.map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`).join("\n")}
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${FX}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${properties
  .map(
    ([name, , description]) => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`,
  )
  .join("\n")}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
