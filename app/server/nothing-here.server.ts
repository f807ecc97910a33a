import { requireAffiliate, requireMember } from "./open-scope.server";
import type { RequestContext } from "./session.server";

/**
 * Rejects an unknown address within the shell. A user without access is redirected to sign-in, as on every page. All
 * others get a 404, which the screen's error boundary shows inside the shell.
 */
export async function nothingHere(args: RequestContext, area: "staff" | "portal"): Promise<never> {
  await (area === "staff" ? requireMember(args) : requireAffiliate(args));
  throw new Response(null, { status: 404, statusText: "Not Found" });
}
