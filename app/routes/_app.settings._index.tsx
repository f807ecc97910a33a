import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMember } from "~/server/open-scope.server";
import { redirect } from "~/server/redirect.server";
import { paths } from "~/paths/paths";

/** The settings open with their first section. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireMember({ request, context });
  return redirect(paths.settings("general"));
}
