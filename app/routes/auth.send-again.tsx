import type { ActionFunctionArgs } from "@remix-run/node";
import { sendAgainSchema } from "~/domain/identity/identity.schema";
import { mailSignUpAgain, pendingAddress } from "~/domain/identity/sign-up.server";
import { countAttempt, consumeMailQuota } from "~/server/rate-limits.server";
import { redirect } from "~/server/redirect.server";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

/** Opened as a page (entered address, back button) it redirects, because there is no page here. */
export function loader() {
  return redirect(paths.signIn());
}

/**
 * Sends the email of a sign-up again. Its id was shown only to a user who knew the sign-up's password. Unknown ids get
 * the same response.
 */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "anybody",
    backTo: paths.checkMail("confirm"),
    run: async (_, { form, inScope, t }) => {
      const { success, data } = sendAgainSchema.safeParse(Object.fromEntries(form));
      const toast = { tone: "success" as const, title: t("auth:check_mail.again") };
      if (!success) return { toast };
      await countAttempt(args, "send-again", data.sign_up);
      const email = await inScope((scope) => pendingAddress(scope, data.sign_up));
      if (email && (await consumeMailQuota(args, "confirm", email)))
        await inScope((scope) => mailSignUpAgain(scope, data.sign_up));
      return { toast };
    },
  });
}
