import type { LoaderFunctionArgs } from "@remix-run/node";
import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { readView } from "~/domain/views/list-views.server";
import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { savedAddress } from "~/paths/view-path";
import { paths } from "~/paths/paths";
import { redirectWithToast } from "~/server/flash.server";
import { staffScope } from "~/server/open-scope.server";
import { redirect } from "~/server/redirect.server";
import { translator } from "~/server/request-language.server";

/** The address of a saved view: opens its list. Says so if the view is gone, or the affiliate that it filters by. */
export async function loader(args: LoaderFunctionArgs) {
  const { view, isGone } = await staffScope(args, async (scope) => {
    const found = await readView(scope, args.params["viewId"]);
    const affiliate = new URLSearchParams(found?.query).get("affiliate");
    const isFiltered = affiliate !== null && affiliate !== NO_AFFILIATE;
    return { view: found, isGone: isFiltered && (await affiliateChoices(scope, affiliate)).chosen === null };
  });
  const t = await translator(args.request);
  if (!view) return redirectWithToast(paths.leads(), { tone: "info", title: t("views:gone") });
  if (!isGone) return redirect(savedAddress(view));
  return redirectWithToast(savedAddress(view, ["affiliate"]), { tone: "warning", title: t("views:affiliate_gone") });
}
