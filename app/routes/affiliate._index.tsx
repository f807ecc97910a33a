import { redirect } from "~/server/redirect.server";
import { paths } from "~/paths/paths";

/** The portal begins with its dashboard. */
export async function loader() {
  return redirect(paths.dashboard());
}
