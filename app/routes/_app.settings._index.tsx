import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMember } from "~/server/open-scope.server";
import { redirect } from "~/server/redirect.server";
import { paths } from "~/paths/paths";

/** Redirects to the first section of the settings. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireMember({ request, context });
  return redirect(paths.settings("general"));
}
