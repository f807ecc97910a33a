import { documentProblems } from "~/domain/documents/check-document";
import { germanTitle, hasEInvoice, writeCii } from "~/domain/documents/cii";
import type { IssuedDocument } from "~/domain/documents/document";
import { creditNoteText } from "~/i18n/credit-note-words";
import { mailFormat } from "../mail/notice-mail.server";
import { readerLanguage } from "../mail/texts.server";
import { renderPdf, type PdfExtras } from "./pdf.server";
import { documentTexts } from "./texts.server";

/** The files of a document. `xml` is null where no e-invoice is possible. */
export interface CreditNoteFiles {
  pdf: Uint8Array;
  xml: Uint8Array | null;
}

/** The name that Factur-X and ZUGFeRD prescribe. */
const XML_NAME = "factur-x.xml";

const FX = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

/** The schema of these properties, which PDF/A asks for, and their values (Factur-X 1.08, section 6.2). */
const metadata = `<rdf:Description rdf:about="" xmlns:fx="${FX}">
<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${XML_NAME}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${FX}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${["DocumentFileName", "DocumentType", "Version", "ConformanceLevel"]
  .map(
    (name) => `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${name}</pdfaProperty:description></rdf:li>`,
  )
  .join("")}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`;

/**
 * Writes the files of a document in the affiliate's language: the e-invoice, and the PDF/A-3b with the e-invoice
 * inside. `iban` is the whole account number, null if unknown. The same parts give the same bytes. Throws an error of
 * this program if its own check finds something wrong.
 */
export async function composeCreditNote(document: IssuedDocument, iban: string | null): Promise<CreditNoteFiles> {
  const xml = hasEInvoice(document) ? writeCii(document, iban) : null;
  const problems = documentProblems(document, xml, iban);
  if (problems.length > 0) throw new Error(`document ${document.number}: ${problems.join(", ")}`);
  const language = readerLanguage(document.language);
  const text = creditNoteText(language, await documentTexts(language), mailFormat(language), document);
  const bytes = xml === null ? null : Buffer.from(xml);
  const extras: PdfExtras = bytes
    ? {
        attachments: [
          {
            name: XML_NAME,
            mimeType: "text/xml",
            description: germanTitle(document),
            relationship: "Alternative",
            bytes,
          },
        ],
        metadata,
      }
    : {};
  const pieces: Uint8Array[] = [];
  for await (const piece of renderPdf(text, extras)) pieces.push(piece);
  return { pdf: Buffer.concat(pieces), xml: bytes };
}
