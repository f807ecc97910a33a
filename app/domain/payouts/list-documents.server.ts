import type { Prisma } from "#prisma";
import type { DocumentFormat, DocumentKind, IssuedDocument } from "../documents/document";
import { dateFromDay, dayFromDate, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { recordId } from "../shared/fields";
import { fromDatabase } from "../shared/money";
import { readCursor, type Page } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { loadDocument, type LoadedDocument } from "./documents.server";

/** `objected`: the affiliate has an open objection to a credit note. `canceled`: another document cancels it. */
export const documentStates = ["issued", "objected", "canceled"] as const;
export type DocumentState = (typeof documentStates)[number];

interface FileFacts {
  /** In bytes. */
  size: number;
  /** In hex. */
  sha256: string;
}

interface Named {
  id: string;
  number: string;
}

/** A credit note or cancellation in the list of all. Amounts are in minor units of its currency. */
export interface DocumentSummary extends Named {
  kind: DocumentKind;
  state: DocumentState;
  payoutId: string;
  affiliateId: string;
  affiliate: string;
  issuedOn: Day;
  /** The credit note that a cancellation cancels. */
  cancels: Named | null;
  canceledBy: Named | null;
  currency: string;
  net: number;
  vat: number;
  gross: number;
  /** Null until they are made; `xml` also where no e-invoice is possible. */
  files: Record<DocumentFormat, FileFacts | null>;
  /** ISO time. */
  createdAt: string;
}

/** Null: any. */
export interface DocumentFilter {
  runId: string | null;
  payoutId: string | null;
  affiliateId: string | null;
  kind: DocumentKind | null;
  currency: string | null;
  /** First and last day of issue. */
  from: Day | null;
  to: Day | null;
}

const named = { select: { id: true, number: true } } as const;
const include = {
  affiliate: { select: { name: true } },
  canceled: named,
  cancellation: named,
  files: { select: { pdfSize: true, pdfSha256: true, xmlSize: true, xmlSha256: true } },
  objections: { where: { state: "open" }, select: { id: true } },
} satisfies Prisma.DocumentInclude;
type Found = Omit<Prisma.DocumentGetPayload<{ include: typeof include }>, "content">;

/** Returns a page of the documents that were issued for payouts, the latest first. Throws `forbidden`. */
export async function listDocuments(
  scope: Scope,
  filter: DocumentFilter,
  { cursor, size }: { cursor: string | null; size?: number },
): Promise<Page<DocumentSummary>> {
  requireStaff(scope);
  // The ids are ordered by time, as those of payouts.
  const page = readCursor({ cursor }, "desc", (key) => recordId.safeParse(key).success, size);
  const { runId, payoutId, affiliateId, kind, currency, from, to } = filter;
  const documents = await scope.db.document.findMany({
    where: {
      ...(page.from && { id: { [page.comparison]: page.from.id } }),
      ...(runId && { payout: { runId } }),
      ...(payoutId && { payoutId }),
      ...(affiliateId && { affiliateId }),
      ...(kind && { kind }),
      ...(currency && { currency }),
      issuedOn: { ...(from && { gte: dateFromDay(from) }), ...(to && { lte: dateFromDay(to) }) },
    },
    orderBy: { id: page.direction },
    take: page.take,
    omit: { content: true },
    include,
  });
  const found = page.page(documents, ({ id }) => id);
  return { ...found, rows: found.rows.map(summaryOf) };
}

/** Reads a document with its content; null if not found. `id` may be any value. Throws `forbidden`. */
export async function readDocument(
  scope: Scope,
  id: unknown,
): Promise<(DocumentSummary & { content: IssuedDocument }) | null> {
  requireStaff(scope);
  const { data: documentId } = recordId.safeParse(id);
  const document = documentId && (await scope.db.document.findFirst({ where: { id: documentId }, include }));
  return document ? { ...summaryOf(document), content: document.content as unknown as IssuedDocument } : null;
}

/**
 * Reads a file of a document for a download, which is recorded. `id` may be any value. Throws `document_pending` (not
 * made yet), `not_found` (also if there is no e-invoice), `proof_required`, `forbidden`.
 */
export async function requireDocumentFile(scope: Scope, id: unknown, format: DocumentFormat): Promise<LoadedDocument> {
  const loaded = await loadDocument(scope, id, format);
  if (loaded) return loaded;
  const document = await readDocument(scope, id);
  throw new DomainError(document && !document.files.pdf ? "document_pending" : "not_found");
}

function summaryOf(document: Found): DocumentSummary {
  const { id, number, payoutId, affiliateId, currency, canceled, cancellation, objections } = document;
  const [files] = document.files;
  return {
    id,
    number,
    kind: document.kind as DocumentKind,
    state: cancellation ? "canceled" : objections.length > 0 ? "objected" : "issued",
    payoutId,
    affiliateId,
    affiliate: document.affiliate.name,
    issuedOn: dayFromDate(document.issuedOn),
    cancels: canceled,
    canceledBy: cancellation,
    currency,
    net: fromDatabase(document.net),
    vat: fromDatabase(document.vat),
    gross: fromDatabase(document.gross),
    files: {
      pdf: files ? { size: files.pdfSize, sha256: files.pdfSha256 } : null,
      xml: files?.xmlSha256 ? { size: files.xmlSize!, sha256: files.xmlSha256 } : null,
    },
    createdAt: document.createdAt.toISOString(),
  };
}
