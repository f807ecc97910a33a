import { redirect } from "~/web/redirect.server";

/** The portal begins with its dashboard. */
export async function loader() {
  return redirect("/affiliate/dashboard");
}
