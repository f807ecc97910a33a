import type { ActionFunctionArgs } from "@remix-run/node";
import { sendAgainSchema } from "~/domain/identity/identity.schema";
import { mailSignUpAgain } from "~/domain/identity/sign-up.server";
import { database } from "~/web/app-context.server";
import { formOf } from "~/web/form.server";
import { redirect } from "~/web/redirect.server";

/** Opened as a page, by a typed address or the back button: nothing to see. */
export function loader() {
  return redirect("/auth");
}

/** Mails the link of a sign-up again. Its id was shown to whoever knew its password; any other is answered the same. */
export async function action({ request }: ActionFunctionArgs) {
  const chosen = sendAgainSchema.safeParse(Object.fromEntries(await formOf(request)));
  if (chosen.success) await database().withIdentity((scope) => mailSignUpAgain(scope, chosen.data.sign_up));
  return redirect("/auth/check-mail?for=confirm");
}
