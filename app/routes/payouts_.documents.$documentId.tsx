import type { ActionFunctionArgs } from "@remix-run/node";
import { documentFormatSchema } from "~/domain/documents/objection";
import { loadDocument } from "~/domain/payouts/documents.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { downloadDocument } from "~/server/exports/download-document.server";
import { redirect } from "~/server/redirect.server";

export const loader = () => redirect(paths.payoutRuns());

/** Downloads a file of a credit note. A form, because each download is recorded and needs re-authentication. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    backTo: paths.payoutRuns(),
    schema: documentFormatSchema,
    run: async (format, { inScope }) =>
      downloadDocument(await inScope((scope) => loadDocument(scope, args.params["documentId"], format))),
  });
}
