import { areaOf } from "./areas";
import { safePath } from "./landing";
import { paths } from "./paths";

/** Pages outside the areas of signed-in people that show the organization one works for. */
const publicPages = [paths.pricing(), paths.subscriptionSuccess()];

const PATTERN = new RegExp(`^${paths.inOrganization("([^/?]+)", "")}(/.*)$`, "s");

export interface OrganizationPath {
  orgId: string;
  /** The page without its organization. */
  to: string;
  door: "staff" | "portal";
}

/**
 * What a path of {@link paths.inOrganization} says; null for any other, and for a page that belongs to no organization.
 */
export function organizationPathOf(path: string): OrganizationPath | null {
  const [, orgId, page] = PATTERN.exec(path) ?? [];
  const to = safePath(page);
  if (!orgId || to === null) return null;
  const pathname = to.split("?")[0]!;
  const area = areaOf(pathname);
  if (area === "public" && !publicPages.includes(pathname)) return null;
  return { orgId, to, door: area === "portal" ? "portal" : "staff" };
}
