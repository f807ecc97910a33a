import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { signOut } from "~/web/session.server";

/** Opened as a page, by a typed address or the back button: nothing to see. */
export function loader() {
  return redirect("/");
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.clone().formData();
  return signOut({ request, context }, form.get("door") === "affiliate" ? "/affiliate/login" : "/auth");
}
