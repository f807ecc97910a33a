import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMember } from "~/web/open-scope.server";
import { redirect } from "~/web/redirect.server";

/** The settings open with their first section. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireMember({ request, context });
  return redirect("/settings/general");
}
