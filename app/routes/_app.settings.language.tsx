import type { LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/paths/paths";
import { requireMember } from "~/server/open-scope.server";
import { redirect } from "~/server/redirect.server";

/** The address before there was one page for the account. Emails and bookmarks still have it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireMember({ request, context });
  return redirect(`${paths.settings("account")}#language`);
}
