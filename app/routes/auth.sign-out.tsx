import type { ActionFunctionArgs } from "@remix-run/node";
import { signOut } from "~/server/session.server";
import { safePath } from "~/paths/landing";
import { redirect } from "~/server/redirect.server";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

/** Opened as a page (entered address, back button) it redirects, because there is no page here. */
export function loader() {
  return redirect(paths.home());
}

export async function action(args: ActionFunctionArgs) {
  const doorOf = (form: FormData) => {
    const door = form.get("door") === "affiliate" ? paths.affiliateSignIn : paths.signIn;
    // Set on a page that another account can open.
    const redirectTo = safePath(form.get("redirect_to"));
    return redirectTo ? door({ redirectTo }) : door();
  };
  return runAction(args, {
    who: "anybody",
    backTo: doorOf,
    run: (_, { form }) => signOut(args, doorOf(form)),
  });
}
