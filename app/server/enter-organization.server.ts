import type { CurrentUser } from "~/domain/identity/session.server";
import { translator } from "./request-language.server";
import { organizationPathOf, type OrganizationPath } from "~/paths/organization-path";
import { paths } from "~/paths/paths";
import { redirectWithToast } from "./flash.server";
import { everyStaffScope, portalsOf, requireUser, type AffiliateUser } from "./open-scope.server";
import { redirectDocument } from "./redirect.server";
import { switchPortal, switchTo, type RequestContext } from "./session.server";
import { clearViewing } from "./viewing.server";
import { wantedPath } from "./wanted-path.server";

/**
 * Opens a page of an organization for a user who comes from an email or from Stripe. If the user belongs to it, the
 * session switches there and the redirect leads to the page itself. A signed-out user signs in first and comes back.
 *
 * This is the only GET that changes a session, and it changes only which of their organizations the user sees. Another
 * site can cause it with a link that the user follows, not with an image or a frame: the cookie is SameSite=Lax. The
 * page and the other tabs report the switch (session-watch.tsx).
 *
 * ¬ @returns the redirect, or the user, who has no access. Throws 404 if there is no such page
 */
export async function enterOrganization(args: RequestContext): Promise<Response | CurrentUser> {
  const wanted = organizationPathOf(wantedPath(args.request));
  if (!wanted) throw new Response(null, { status: 404, statusText: "Not Found" });
  const { orgId, to, door } = wanted;
  const user = await requireUser(args, door === "portal" ? paths.affiliateSignIn() : paths.signIn());
  const own = door === "portal" ? user.affiliations : user.memberships;
  if (!own.some((one) => one.orgId === orgId)) return user;
  const headers = new Headers();
  // Otherwise the portal would be that of the viewed affiliate.
  if (door === "portal") headers.append("Set-Cookie", await clearViewing());
  const current = door === "portal" ? user.affiliation : user.membership;
  if (current?.orgId === orgId) return redirectDocument(to, { headers });
  await (door === "portal" ? switchPortal : switchTo)(args, orgId);
  const t = await translator(args.request);
  const organization = await nameFor(user, wanted);
  // Nothing of the other organization stays on the page.
  headers.set("X-Remix-Reload-Document", "true");
  return redirectWithToast(to, { tone: "info", title: t("members:toast.entered", { organization }) }, headers);
}

async function nameFor(user: CurrentUser, { orgId, door }: OrganizationPath): Promise<string> {
  const all =
    door === "portal"
      ? await portalsOf(user as AffiliateUser)
      : await everyStaffScope(user, async (scope) => ({
          orgId: scope.orgId,
          name: (await scope.organization()).name,
        }));
  return all.find((one) => one.orgId === orgId)?.name ?? "";
}
