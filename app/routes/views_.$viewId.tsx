import type { LoaderFunctionArgs } from "@remix-run/node";
import { readView } from "~/domain/views/list-views.server";
import { paths } from "~/paths/paths";
import { redirectWithToast } from "~/server/flash.server";
import { openView, redirectToView } from "~/server/open-view.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";

/** The address of a saved view: opens its list. Says so if the view is gone, or what it filters by. */
export async function loader(args: LoaderFunctionArgs) {
  const opened = await staffScope(args, async (scope) => {
    const view = await readView(scope, args.params["viewId"]);
    return view && openView(scope, view);
  });
  if (opened) return redirectToView(args.request, opened);
  const t = await translator(args.request);
  return redirectWithToast(paths.leads(), { tone: "info", title: t("views:gone") });
}
