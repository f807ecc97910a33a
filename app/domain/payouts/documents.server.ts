import { createHash } from "node:crypto";
import { eraseAccounts } from "../affiliates/erase-payee.server";
import { recordAudit } from "../audit/record-audit.server";
import type { DocumentFormat, DocumentKind, IssuedDocument } from "../documents/document";
import type { ObjectionState, ObjectionView } from "../documents/objection";
import { dayFromDate, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { recordId } from "../shared/fields";
import { fromDatabase } from "../shared/money";
import { actingAffiliate, requireProof, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { differencesOf } from "./check-document";
import type { Statement } from "./statement";

/** A credit note or cancellation on a page. */
export interface DocumentView {
  id: string;
  kind: DocumentKind;
  number: string;
  issuedOn: Day;
  /** Minor units. */
  gross: number;
  currency: string;
  /** Number of the document that cancels it; null for none. */
  canceledBy: string | null;
  /** Those that were made. */
  formats: DocumentFormat[];
  /** The latest first. */
  objections: ObjectionView[];
}

/** Reads the documents of a payout, for staff or its affiliate, in the order of their issue. Throws `forbidden`. */
export async function readDocuments(scope: Scope, payoutId: string): Promise<DocumentView[]> {
  if (scope.actor.kind !== "affiliate") requireStaff(scope);
  const documents = await scope.db.document.findMany({
    where: { payoutId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: {
      cancellation: { select: { number: true } },
      files: { select: { xmlSize: true } },
      objections: { orderBy: { raisedAt: "desc" } },
    },
  });
  return documents.map((one) => ({
    id: one.id,
    kind: one.kind as DocumentKind,
    number: one.number,
    issuedOn: dayFromDate(one.issuedOn),
    gross: fromDatabase(one.gross),
    currency: one.currency,
    canceledBy: one.cancellation?.number ?? null,
    formats: one.files.flatMap(({ xmlSize }): DocumentFormat[] => (xmlSize === null ? ["pdf"] : ["pdf", "xml"])),
    objections: one.objections.map(({ id, state, reason, raisedAt, answer }) => {
      return { id, state: state as ObjectionState, reason, raisedAt: raisedAt.toISOString(), answer };
    }),
  }));
}

/** The bytes of a document's file. */
/** A document of the acting affiliate with the formats of its files. */
export type OwnDocument = Pick<DocumentView, "id" | "number" | "formats">;

/** Limit for the documents of one list. */
const MAX_DOCUMENTS = 1_000;

/** Lists the acting affiliate's documents that have files, the latest first. Throws `forbidden`. */
export async function listOwnDocuments(scope: Scope): Promise<OwnDocument[]> {
  const affiliateId = actingAffiliate(scope);
  const files = await scope.db.documentFile.findMany({
    where: { affiliateId },
    select: { xmlSize: true, document: { select: { id: true, number: true } } },
    orderBy: { document: { createdAt: "desc" } },
    take: MAX_DOCUMENTS,
  });
  return files.map(({ xmlSize, document }) => ({ ...document, formats: xmlSize === null ? ["pdf"] : ["pdf", "xml"] }));
}

export interface LoadedDocument {
  name: string;
  format: DocumentFormat;
  bytes: Uint8Array;
}

/**
 * Reads a file of a document for a download, which is recorded for staff; null if there is none. `id` may be any value.
 * Throws `proof_required` (only staff), `forbidden`.
 */
export async function loadDocument(scope: Scope, id: unknown, format: DocumentFormat): Promise<LoadedDocument | null> {
  const isOwn = scope.actor.kind === "affiliate";
  if (!isOwn) {
    requireStaff(scope);
    requireProof(scope, "document.load");
  }
  const { data: documentId } = recordId.safeParse(id);
  const file =
    documentId &&
    (await scope.db.documentFile.findFirst({
      where: { documentId },
      select: {
        pdf: format === "pdf",
        pdfSha256: true,
        xml: format === "xml",
        xmlSha256: true,
        keyId: true,
        document: { select: { id: true, number: true } },
      },
    }));
  const sealed = file && (format === "pdf" ? file.pdf : file.xml);
  if (!sealed) return null;
  const { id: entityId, number } = file.document;
  if (!isOwn)
    await recordAudit(scope, {
      action: "document.load",
      entity: "document",
      entityId,
      data: { number, sha256: format === "pdf" ? file.pdfSha256 : file.xmlSha256 },
    });
  return { name: `${number}.${format}`, format, bytes: scope.bankData.openBytes(sealed, file.keyId) };
}

/** Reads the PDF of a document for a download that was recorded. Throws `not_found`, `forbidden`. */
export async function readDocumentPdf(scope: Scope, documentId: string): Promise<Uint8Array> {
  requireStaff(scope);
  const file = await scope.db.documentFile.findFirst({ where: { documentId }, select: { pdf: true, keyId: true } });
  if (!file) throw new DomainError("not_found");
  return scope.bankData.openBytes(file.pdf, file.keyId);
}

/** Returns the documents of a run that are not files yet, by number. Throws `forbidden`. */
export async function documentsWithoutFiles(scope: Scope, runId: string): Promise<string[]> {
  requireStaff(scope);
  const documents = await scope.db.document.findMany({
    where: { payout: { runId }, files: { none: {} } },
    orderBy: { number: "asc" },
    select: { id: true },
  });
  return documents.map(({ id }) => id);
}

/** What the files of a document are written from. */
export interface DocumentToWrite {
  content: IssuedDocument;
  /** The whole account number; null if the account was erased. */
  iban: string | null;
}

/**
 * Reads a document; null if its files exist already. Throws `forbidden`.
 *
 * @throws Error if it differs from what it was issued from (check-document.ts), naming each field.
 */
export async function documentToWrite(scope: Scope, id: string): Promise<DocumentToWrite | null> {
  requireStaff(scope);
  const document = await scope.db.document.findFirst({
    where: { id, files: { none: {} } },
    include: {
      payout: { select: { accountId: true, statement: true } },
      canceled: { select: { content: true } },
      affiliate: { select: { documentCode: true } },
    },
  });
  if (!document) return null;
  const { kind, number, currency, issuedOn, net, vat, gross, payout, canceled, affiliate } = document;
  const content = document.content as unknown as IssuedDocument;
  const claims = content.lines.flatMap(({ corrects }) => corrects ?? []);
  const corrected = await scope.db.document.findMany({
    where: { affiliateId: document.affiliateId, kind: "credit_note", number: { in: claims } },
    select: { number: true },
  });
  const differences = differencesOf(content, {
    row: {
      kind: kind as DocumentKind,
      number,
      issuedOn: dayFromDate(issuedOn),
      currency,
      net: fromDatabase(net),
      vatTotal: fromDatabase(vat),
      gross: fromDatabase(gross),
    },
    affiliateCode: String(affiliate.documentCode),
    statement: payout.statement as unknown as Statement,
    canceled: canceled && (canceled.content as unknown as IssuedDocument),
    corrected: corrected.map((one) => one.number),
  });
  if (differences.length > 0) throw new Error(`document ${number} differs in: ${differences.join(", ")}`);
  const { accountId } = payout;
  const account = accountId && (await scope.db.payeeAccount.findFirst({ where: { id: accountId } }));
  return {
    content,
    iban: account ? scope.bankData.open(account.ibanSealed, account.keyId) : null,
  };
}

/**
 * Stores the files of a document, encrypted. `xml` is null where no e-invoice is possible. Returns false, and stores
 * nothing, if they exist already. Throws `forbidden`.
 */
export async function storeDocumentFiles(
  scope: Scope,
  documentId: string,
  { pdf, xml }: { pdf: Uint8Array; xml: Uint8Array | null },
): Promise<boolean> {
  requireStaff(scope);
  const { affiliateId } = await scope.db.document.findFirstOrThrow({
    where: { id: documentId },
    select: { affiliateId: true },
  });
  const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  const { sealed, keyId } = scope.bankData.sealBytes(pdf);
  const { count } = await scope.db.documentFile.createMany({
    data: {
      documentId,
      affiliateId,
      pdf: sealed,
      pdfSha256: sha256(pdf),
      pdfSize: pdf.length,
      ...(xml && { xml: scope.bankData.sealBytes(xml).sealed, xmlSha256: sha256(xml), xmlSize: xml.length }),
      keyId,
      createdAt: scope.now,
    },
    skipDuplicates: true,
  });
  // The account of an affiliate who was erased meanwhile was only stored for these files.
  await eraseAccounts(scope, affiliateId);
  return count > 0;
}
