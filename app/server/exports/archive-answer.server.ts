import type { LoaderFunctionArgs } from "@remix-run/node";
import { translator } from "../request-language.server";
import { paths } from "~/paths/paths";
import { files } from "../app-context.server";
import { changingStaffScope, requireMember, staffReading } from "../open-scope.server";
import { provenTill } from "../prove.server";
import { redirect } from "../redirect.server";
import { startArchive } from "./archive.server";
import { download } from "./download.server";

/**
 * Sends the organization's data archive, also after an owner has closed it. Redirects users who are not owners or must
 * re-authenticate to its page.
 */
export async function answerArchive({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const user = await requireMember({ request, context });
  const { orgId, role } = user.membership;
  if (role !== "owner" || !provenTill(user)) return redirect(paths.archive());
  const { fileName, pieces } = await startArchive(
    {
      first: (use) => changingStaffScope({ request, context }, use, "keeping"),
      page: (use) => staffReading({ request, context }, orgId, use, { whileClosed: true }),
    },
    await translator(request),
    files().bucket,
  );
  return download(fileName, "application/zip", pieces);
}
