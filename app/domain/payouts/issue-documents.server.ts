import { cancellationOf } from "../documents/cancellation";
import type { IssuedDocument } from "../documents/document";
import { keptUntil } from "../documents/keeping";
import { insertRows } from "../shared/insert-rows.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import type { Prisma } from "#prisma";
import { affiliateCodes } from "./affiliate-code.server";
import { buildCreditNote } from "./build-documents";
import { emitDocuments } from "./emit-payouts.server";
import { giveNumbers } from "./next-numbers.server";
import { readPayer } from "./payer.server";
import type { NumberedStatement } from "./store-statements.server";

/** A document that is about to be stored. */
interface NewDocument {
  payoutId: string;
  affiliateId: string;
  /** Id of the credit note that it cancels; else null. */
  cancels: string | null;
  content: IssuedDocument;
}

/**
 * Issues a credit note for each of these statements of a run (PAY-08) whose affiliate has agreed to that. Throws
 * `forbidden`.
 */
export async function issueCreditNotes(
  scope: Scope,
  runId: string,
  statements: readonly NumberedStatement[],
): Promise<void> {
  requireStaff(scope);
  const agreed = statements.filter(({ statement }) => statement.basis === "agreement");
  if (agreed.length === 0) return;
  const { numbers } = await readPayer(scope);
  const codes = await affiliateCodes(
    scope,
    agreed.map((one) => one.affiliateId),
  );
  const payouts = await scope.db.payout.findMany({ where: { runId }, select: { id: true, affiliateId: true } });
  const payoutIds = new Map(payouts.map((payout) => [payout.affiliateId, payout.id]));
  const numbered = await giveNumbers(scope, numbers.credit_note, agreed);
  await storeDocuments(
    scope,
    numbered.map(({ affiliateId, number, statement, paid, taxed }) => ({
      payoutId: payoutIds.get(affiliateId)!,
      affiliateId,
      cancels: null,
      content: { number, ...buildCreditNote(statement, { affiliateCode: codes.get(affiliateId)!, paid, taxed }) },
    })),
  );
}

/**
 * Issues a cancellation (PAY-10) for each credit note of these payouts that has none, and closes their objections.
 * `payouts` is the condition on the payout. Returns the numbers of the credit notes. Throws `forbidden`.
 */
export async function cancelCreditNotes(scope: Scope, payouts: Prisma.PayoutWhereInput): Promise<string[]> {
  requireStaff(scope);
  const notes = await scope.db.document.findMany({
    where: { kind: "credit_note", payout: payouts, cancellation: null },
    orderBy: { number: "asc" },
    include: { payout: { select: { runId: true } } },
  });
  if (notes.length === 0) return [];
  const { numbers } = await readPayer(scope);
  const issuedOn = await scope.today();
  const numbered = await giveNumbers(scope, numbers.cancellation, notes);
  await storeDocuments(
    scope,
    numbered.map(({ id, payoutId, affiliateId, content, number }) => ({
      payoutId,
      affiliateId,
      cancels: id,
      content: cancellationOf(content as unknown as IssuedDocument, { number, issuedOn }),
    })),
  );
  await scope.db.objection.updateMany({
    where: { documentId: { in: notes.map(({ id }) => id) }, state: "open" },
    data: { state: "canceled", answeredAt: scope.now },
  });
  for (const runId of new Set(notes.map(({ payout }) => payout.runId))) await enqueueDocuments(scope, runId);
  return notes.map(({ number }) => number);
}

/** Queues the job that makes the files of a run's statements and documents. */
export const enqueueDocuments = (scope: Scope, runId: string): Promise<void> =>
  scope.enqueue("payout.documents", { run_id: runId }, { key: `payout.documents ${runId}` });

async function storeDocuments(scope: Scope, documents: readonly NewDocument[]): Promise<void> {
  const stored = documents.map((document) => ({ ...document, id: timeOrderedId(scope.now.getTime()) }));
  type Stored = (typeof stored)[number];
  await insertRows(
    scope,
    "document",
    {
      org_id: { type: "uuid", all: scope.orgId },
      id: { type: "uuid", of: ({ id }: Stored) => id },
      payout_id: { type: "uuid", of: ({ payoutId }) => payoutId },
      affiliate_id: { type: "uuid", of: ({ affiliateId }) => affiliateId },
      kind: { type: "text", of: ({ content }) => content.kind },
      number: { type: "text", of: ({ content }) => content.number },
      issued_on: { type: "date", of: ({ content }) => content.issuedOn },
      cancels: { type: "uuid", of: ({ cancels }) => cancels },
      currency: { type: "text", of: ({ content }) => content.currency },
      net: { type: "bigint", of: ({ content }) => content.net },
      vat: { type: "bigint", of: ({ content }) => content.vatTotal },
      gross: { type: "bigint", of: ({ content }) => content.gross },
      content: { type: "jsonb", of: ({ content }) => JSON.stringify(content) },
      kept_until: { type: "date", of: ({ content }) => keptUntil(content.issuedOn) },
      created_at: { type: "timestamptz", all: scope.now },
    },
    stored,
  );
  await emitDocuments(scope, stored);
}
