import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { runAction } from "~/server/action.server";
import { askForPasskey } from "~/server/passkey.server";
import { redirect } from "~/server/redirect.server";
import { paths } from "~/paths/paths";

/** Responds to scripts only (browser/passkeys.ts); opened as a page it redirects to sign-in. */
export async function loader() {
  return redirect(paths.signIn());
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "anybody",
    schema: z.object({ own: z.literal("yes").optional() }),
    run: async ({ own }) => {
      const { options, header } = await askForPasskey(args, own === "yes");
      return Response.json(options, { headers: { "Set-Cookie": header, "Cache-Control": "no-store" } });
    },
  });
}
