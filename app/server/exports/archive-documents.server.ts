import {
  listAgreedTexts,
  listArchivedDocuments,
  readDocumentBytes,
  type AgreedText,
  type ArchivedDocument,
} from "~/domain/archive/list-documents.server";
import type { DocumentFormat } from "~/domain/documents/document";
import type { StoredFile } from "~/domain/files/file";
import type { AgreementVersion } from "~/domain/payouts/agreement";
import type { Scope } from "~/domain/shared/scope";
import { agreementText } from "~/i18n/agreement-texts.server";
import type { Language } from "~/i18n/languages";
import { listed } from "./archive-files.server";
import type { ArchiveFile } from "./archive-zip.server";
import type { EnterScopes } from "./export-file.server";

/** What an archive contains of issued documents. */
export interface ArchivedDocuments {
  documents: ArchivedDocument[];
  agreements: AgreedText[];
}

/** Reads the list of the documents. Their bytes are read when the ZIP reaches them. */
export const readArchivedDocuments = async (scope: Scope): Promise<ArchivedDocuments> => ({
  documents: await listArchivedDocuments(scope),
  agreements: await listAgreedTexts(scope),
});

/** Returns the place of a document's file in the archive. */
export const documentPath = ({ kind, number }: Pick<ArchivedDocument, "kind" | "number">, format: DocumentFormat) =>
  kind === "statement" ? `documents/statements/${number}.${format}` : `documents/${number}.${format}`;

/** Returns the files of credit notes and cancellations, decrypted, and the texts of the agreements. */
export function documentFiles({ documents, agreements }: ArchivedDocuments, page: EnterScopes["page"]): ArchiveFile[] {
  const files = documents
    .filter(({ kind }) => kind !== "statement")
    .flatMap((document) => [
      ...(document.pdfSha256 === null ? [] : [documentFile(document, "pdf", page)]),
      ...(document.xmlSha256 === null ? [] : [documentFile(document, "xml", page)]),
    ]);
  return [...files, ...agreements.map(agreementFile)];
}

/** Returns the places of the statements, by the id of their file. */
export function statementPaths(documents: readonly ArchivedDocument[], files: readonly StoredFile[]) {
  const paths = new Map(
    documents.flatMap((one) => (one.fileId === null ? [] : [[one.fileId, documentPath(one, "pdf")]])),
  );
  return new Map(files.flatMap(({ id }) => (paths.has(id) ? [[id, paths.get(id)!]] : [])));
}

const documentFile = (document: ArchivedDocument, format: DocumentFormat, page: EnterScopes["page"]): ArchiveFile => ({
  name: documentPath(document, format),
  async *pieces(wrote) {
    const bytes = await page((scope) => readDocumentBytes(scope, document.id, format));
    // Issued documents are never deleted while their organization exists.
    if (!bytes) throw new Error(`document ${document.number} has no ${format} any more`);
    wrote(1);
    yield Buffer.from(bytes);
  },
});

/** Several names of the organization give several texts, so they are numbered. */
function agreementFile({ version, language, payer }: AgreedText, at: number): ArchiveFile {
  const { title, intro, points } = agreementText(language as Language, version as AgreementVersion, payer);
  const text = [title, intro, ...points.map((point) => `${point.title}\n${point.text}`)].join("\n\n");
  return listed(`documents/agreements/${at + 1}-v${version}-${language}.txt`, [text], () => `${text}\n`);
}
