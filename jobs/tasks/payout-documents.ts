import { withStoredFile } from "~/domain/files/store-file.server";
import { payoutsWithoutFile, setStatementFile, statementWithoutFile } from "~/domain/payouts/statement-files.server";
import type { Handler } from "../define-task";

/** Another run of the job has stored the file of a payout. */
class HasFile extends Error {}

/**
 * Makes the statements of a run as PDF files, each in its own transaction: the worker may be stopped in between, and
 * continues where it was. Twice at once, the second file of a payout is deleted again.
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
};
