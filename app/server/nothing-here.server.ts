import { requireAffiliate, requireMember } from "./open-scope.server";
import type { RequestContext } from "./session.server";

/**
 * For an address within the shell that is none. Whoever may not be there is led to where they sign in, as on every
 * page; everybody else gets 404, which the boundary of the screen says inside of the shell.
 */
export async function nothingHere(args: RequestContext, area: "staff" | "portal"): Promise<never> {
  await (area === "staff" ? requireMember(args) : requireAffiliate(args));
  throw new Response(null, { status: 404, statusText: "Not Found" });
}
