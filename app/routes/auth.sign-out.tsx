import type { ActionFunctionArgs } from "@remix-run/node";
import { signOut } from "~/server/session.server";
import { redirect } from "~/server/redirect.server";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

/** Opened as a page (typed address, back button) it redirects, because there is no page here. */
export function loader() {
  return redirect(paths.home());
}

export async function action(args: ActionFunctionArgs) {
  const doorOf = (form: FormData) =>
    form.get("door") === "affiliate" ? paths.affiliateSignIn() : paths.signIn();
  return runAction(args, {
    who: "anybody",
    backTo: doorOf,
    run: (_, { form }) => signOut(args, doorOf(form)),
  });
}
