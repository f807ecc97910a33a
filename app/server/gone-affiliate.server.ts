import { affiliateMergedInto } from "~/domain/affiliates/merged-affiliate.server";
import type { Scope } from "~/domain/shared/scope";
import { affiliateList } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";
import { redirectWithToast } from "./flash.server";
import { translator } from "./request-language.server";

/**
 * Returns the response for the address of an affiliate that staff cannot find: the affiliate into whom they were
 * merged, with a notice, or 404.
 */
export async function goneAffiliate(scope: Scope, id: unknown, request: Request): Promise<Response> {
  const merged = await affiliateMergedInto(scope, id);
  if (!merged) return new Response(null, { status: 404, statusText: "Not Found" });
  const t = await translator(request);
  const [, behind] = affiliateList(new URL(request.url).search).split("?");
  const title = t("merging:affiliate.gone", { name: merged.name });
  return redirectWithToast(paths.affiliate(merged.id, behind ? `?${behind}` : ""), { tone: "info", title });
}
