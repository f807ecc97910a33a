import { deletedOn } from "~/domain/leads/deleted-on.server";
import { mergedInto } from "~/domain/leads/merged-lead.server";
import { formatDay } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { paths } from "~/paths/paths";
import { redirectWithToast } from "./flash.server";
import { redirect } from "./redirect.server";
import { requestLanguage, translator } from "./request-language.server";

/**
 * Returns the response for the address of a lead that staff cannot find: the lead with which it was merged, the list
 * with the day on which it was deleted, or 404.
 */
export async function goneLead(scope: Scope, id: unknown, request: Request): Promise<Response> {
  const merged = await mergedInto(scope, id);
  if (merged) return redirect(paths.lead(merged, new URL(request.url).search));
  const day = await deletedOn(scope, id);
  if (!day) return new Response(null, { status: 404 });
  const [t, language] = [await translator(request), await requestLanguage(request)];
  const title = t("merging:lead.gone", { date: formatDay(day, language) });
  return redirectWithToast(paths.leads(), { tone: "info", title });
}
