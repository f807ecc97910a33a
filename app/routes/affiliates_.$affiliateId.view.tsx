import type { ActionFunctionArgs } from "@remix-run/node";
import { beginView } from "~/domain/affiliates/view-portal.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";
import { currentSecret } from "~/server/session.server";
import { storeViewing } from "~/server/viewing.server";

/** Opened as a page (entered address, back button) it redirects, because there is no page here. */
export const loader = () => redirect(paths.affiliates());

/** Shows the portal as this affiliate sees it, read-only (AFF-12). */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    backTo: paths.affiliates(),
    run: async (_, { inScope }) => {
      const secret = await currentSecret(args.request);
      const header = await inScope(async (scope) => {
        const { affiliateId } = await beginView(scope, args.params["affiliateId"]);
        return storeViewing(secret, { orgId: scope.orgId, affiliateId }, scope.now);
      }, "looking");
      return { to: paths.dashboard(), headers: new Headers({ "Set-Cookie": header }) };
    },
  });
}
