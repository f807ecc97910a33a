import type { ActionFunctionArgs } from "@remix-run/node";
import { loadBankFile } from "~/domain/payouts/make-bank-file.server";
import { loadBankFileSchema } from "~/domain/payouts/run.schema";
import { DomainError } from "~/domain/shared/errors";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { downloadText } from "~/server/exports/download.server";
import { redirect } from "~/server/redirect.server";

export const loader = () => redirect(paths.payoutRuns());

/** Downloads a stored bank file (PAY-11). A form, because each download is recorded and needs re-authentication. */
export async function action(args: ActionFunctionArgs) {
  const runId = args.params["runId"] ?? "";
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    backTo: paths.payoutRun(runId),
    schema: loadBankFileSchema,
    run: async (fileId, { inScope }) => {
      const file = await inScope((scope) => loadBankFile(scope, { runId, fileId }));
      if (!file) throw new DomainError("not_found");
      return downloadText(file.name, "application/xml; charset=utf-8", file.text);
    },
  });
}
