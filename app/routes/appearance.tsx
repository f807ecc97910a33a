import type { ActionFunctionArgs } from "@remix-run/node";
import { appearanceSchema } from "~/domain/identity/appearance";
import { setAppearance } from "~/domain/identity/set-appearance.server";
import { returnPath } from "~/paths/landing";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";
import { currentUser } from "~/server/session.server";

/** Opened as a page (entered address, back button) it redirects, because there is no page here. */
export function loader() {
  return redirect(paths.home());
}

/** Stores how the signed-in user wants lists and shortcuts. Unknown values are ignored. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "anybody",
    backTo: returnPath,
    run: async (_, { form, inScope }) => {
      const { success, data } = appearanceSchema.safeParse(Object.fromEntries(form));
      const user = await currentUser(args);
      if (success && user) await inScope((scope) => setAppearance(scope, user.id, data));
      return redirect(returnPath(form), 303);
    },
  });
}
