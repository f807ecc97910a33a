import type { DocumentFormat, DocumentKind } from "../documents/document";
import { fromDatabase } from "../shared/money";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** An issued document in the data archive. */
export interface ArchivedDocument {
  /** Of the document, or of the payout with the statement. */
  id: string;
  kind: DocumentKind | "statement";
  number: string;
  /** A day, such as 2026-12-31. */
  issuedOn: string;
  /** Company and name of the affiliate, as they were then. */
  affiliate: string;
  /** Minor units. */
  gross: number;
  currency: string;
  /** The file of a statement; null if it does not exist yet. */
  fileId: string | null;
  /** Of the bytes, in hex; null if there is no such file. */
  pdfSha256: string | null;
  xmlSha256: string | null;
}

/** Returns all issued documents and statements, by day and number. Throws `forbidden`. */
export async function listArchivedDocuments(scope: Scope): Promise<ArchivedDocument[]> {
  requireOwner(scope);
  const documents = await scope.db.$queryRaw<(Omit<ArchivedDocument, "gross"> & { gross: bigint })[]>`
    select d.id, d.kind, d.number, d.issued_on::text as "issuedOn",
      concat_ws(', ', d.content #>> '{payee,company}', d.content #>> '{payee,name}') as affiliate,
      d.gross, d.currency, null as "fileId", f.pdf_sha256 as "pdfSha256", f.xml_sha256 as "xmlSha256"
    from document d left join document_file f on f.org_id = ${scope.orgId}::uuid and f.document_id = d.id
    where d.org_id = ${scope.orgId}::uuid order by d.issued_on, d.number`;
  const statements = await scope.db.$queryRaw<(Omit<ArchivedDocument, "gross"> & { gross: bigint })[]>`
    select p.id, 'statement' as kind, p.number, p.statement ->> 'issuedOn' as "issuedOn",
      concat_ws(', ', p.statement #>> '{payee,company}', p.statement #>> '{payee,name}') as affiliate,
      p.gross, p.statement ->> 'currency' as currency, f.id as "fileId", f.sha256 as "pdfSha256",
      null as "xmlSha256"
    from payout p left join file f on f.org_id = ${scope.orgId}::uuid and f.id = p.file_id
    where p.org_id = ${scope.orgId}::uuid and p.number is not null and p.statement is not null
    order by "issuedOn", p.number`;
  return [...documents, ...statements].map((one) => ({ ...one, gross: fromDatabase(one.gross) }));
}

/** Reads the bytes of a document's file; null if there are none. Throws `forbidden`. */
export async function readDocumentBytes(
  scope: Scope,
  documentId: string,
  format: DocumentFormat,
): Promise<Uint8Array | null> {
  requireOwner(scope);
  const file = await scope.db.documentFile.findFirst({
    where: { documentId },
    select: { pdf: format === "pdf", xml: format === "xml", keyId: true },
  });
  const sealed = file && (format === "pdf" ? file.pdf : file.xml);
  return sealed ? scope.bankData.openBytes(sealed, file.keyId) : null;
}

/** A text that affiliates have agreed to. */
export interface AgreedText {
  version: number;
  language: string;
  /** The name of the organization in the text. */
  payer: string;
}

/** Returns each text of the agreement to self-billing that an affiliate has accepted, once. Throws `forbidden`. */
export async function listAgreedTexts(scope: Scope): Promise<AgreedText[]> {
  requireOwner(scope);
  return scope.db.selfBillingAgreement.findMany({
    distinct: ["version", "language", "payer"],
    orderBy: [{ version: "asc" }, { language: "asc" }, { payer: "asc" }],
    select: { version: true, language: true, payer: true },
  });
}
