import type { ActionFunctionArgs } from "@remix-run/node";
import { loadDatevSchema } from "~/domain/documents/datev.schema";
import { loadDatevFile, loadDatevPdfs } from "~/domain/payouts/datev-files.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { datevZip } from "~/server/exports/datev-zip.server";
import { downloadBytes } from "~/server/exports/download.server";
import { redirect } from "~/server/redirect.server";

export const loader = () => redirect(paths.datev());

/** Downloads a file for the tax adviser (PAY-14). A form, because each download is recorded. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    backTo: (form) => paths.datev(periodOf(form)),
    schema: loadDatevSchema,
    run: async ({ kind, period }, { inScope }) => {
      if (kind === "documents") {
        const { orgId, now, pdfs } = await inScope(async (scope) => {
          return { orgId: scope.orgId, now: scope.now, pdfs: await loadDatevPdfs(scope, period) };
        });
        return datevZip({ orgId, now, pdfs, period });
      }
      const { name, bytes } = await inScope((scope) => loadDatevFile(scope, { kind, period }));
      return downloadBytes(name, "text/csv; charset=windows-1252", bytes);
    },
  });
}

/** Returns the period of the form, so that the page shows it again. */
function periodOf(form: FormData): Record<string, string> {
  const entries = ["from", "to"].map((name) => [name, form.get(name)]);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string")) as Record<string, string>;
}
