import type { ActionFunctionArgs } from "@remix-run/node";
import { endView } from "~/domain/affiliates/view-portal.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";
import { currentSecret } from "~/server/session.server";
import { clearViewing, readViewing } from "~/server/viewing.server";

/** Opened as a page (entered address, back button) it redirects, because there is no page here. */
export const loader = () => redirect(paths.affiliates());

/** Ends the view of the portal as an affiliate, and redirects to their page. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    backTo: paths.affiliates(),
    run: async (_, { inScope, t }) => {
      const secret = await currentSecret(args.request);
      const to = await inScope(async (scope) => {
        const viewing = await readViewing(args.request, secret, scope.now);
        if (viewing?.orgId !== scope.orgId) return paths.affiliates();
        return (await endView(scope, viewing.affiliateId)) ? paths.affiliate(viewing.affiliateId) : paths.affiliates();
      }, "looking");
      return {
        to,
        toast: { tone: "success", title: t("affiliates:view.ended") },
        headers: new Headers({ "Set-Cookie": await clearViewing() }),
      };
    },
  });
}
