import type { ActionFunctionArgs } from "@remix-run/node";
import { signOut } from "~/web/session.server";
import { formOf } from "~/web/form.server";
import { redirect } from "~/web/redirect.server";

/** Opened as a page, by a typed address or the back button: nothing to see. */
export function loader() {
  return redirect("/");
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await formOf(request.clone());
  return signOut({ request, context }, form.get("door") === "affiliate" ? "/affiliate/login" : "/auth");
}
