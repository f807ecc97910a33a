import { withStoredFile } from "~/domain/files/store-file.server";
import { documentsWithoutFiles, documentToWrite, storeDocumentFiles } from "~/domain/payouts/documents.server";
import { payoutsWithoutFile, setStatementFile, statementWithoutFile } from "~/domain/payouts/statement-files.server";
import type { Handler } from "../define-task";

/** Another run of the job has stored the file of a payout. */
class HasFile extends Error {}

/**
 * Makes the files of a run's statements and credit notes, each in its own transaction: the worker may be stopped in
 * between, and continues where it was. Twice at once, the second file of a statement is deleted again, and the second
 * one of a credit note is not stored.
 */
export const payoutDocuments: Handler<"payout.documents"> = async ({ run_id: runId }, { inScope, files }) => {
  // Loaded when it is needed: the fonts and their library take some 50 MB.
  const { composeStatement } = await import("~/platform/documents/compose-statement.server");
  const { renderPdf } = await import("~/platform/documents/pdf.server");
  for (const payoutId of await inScope((scope) => payoutsWithoutFile(scope, runId))) {
    const statement = await inScope((scope) => statementWithoutFile(scope, payoutId));
    if (!statement) continue;
    const bytes = renderPdf(await composeStatement(statement));
    const file = { kind: "document" as const, name: `${statement.number}.pdf`, bytes };
    await withStoredFile(inScope, file, files.rules, async (fileId) => {
      if (!(await inScope((scope) => setStatementFile(scope, payoutId, fileId)))) throw new HasFile();
    }).catch((error: unknown) => {
      if (!(error instanceof HasFile)) throw error;
    });
  }
  const { composeCreditNote } = await import("~/platform/documents/compose-credit-note.server");
  for (const id of await inScope((scope) => documentsWithoutFiles(scope, runId))) {
    const found = await inScope((scope) => documentToWrite(scope, id));
    if (!found) continue;
    const { pdf, xml } = await composeCreditNote(found.content, found.iban);
    const pieces: Uint8Array[] = [];
    for await (const piece of pdf) pieces.push(piece);
    await inScope((scope) => storeDocumentFiles(scope, id, { pdf: Buffer.concat(pieces), xml }));
  }
};
