import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { returnPath } from "~/paths/landing";
import { overHttps } from "~/platform/cookie.server";
import { themeCookie, themes } from "~/browser/theme";
import { redirect } from "~/server/redirect.server";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

const choice = z.object({ theme: z.enum(themes) });

/** Opened as a page (entered address, back button) it redirects, because there is no page here. */
export function loader() {
  return redirect(paths.home());
}

/** Sets the theme without JavaScript. Unknown values are ignored. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "anybody",
    backTo: returnPath,
    run: async (_, { form }) => {
      const { success, data } = choice.safeParse(Object.fromEntries(form));
      const headers = success ? { "Set-Cookie": themeCookie(data.theme, overHttps()) } : undefined;
      return redirect(returnPath(form), { status: 303, headers });
    },
  });
}
