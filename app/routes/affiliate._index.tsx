import { redirect } from "@remix-run/node";

/** The portal begins with its dashboard. */
export async function loader() {
  return redirect("/affiliate/dashboard");
}
