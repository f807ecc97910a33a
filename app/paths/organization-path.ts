import { areaOf } from "./areas";
import { safePath } from "./landing";
import { paths } from "./paths";

/** Public pages that show the current organization. */
const publicPages = [paths.pricing(), paths.subscriptionSuccess(), paths.closed()];

const PATTERN = new RegExp(`^${paths.inOrganization("([^/?]+)", "")}(/.*)$`, "s");

export interface OrganizationPath {
  orgId: string;
  /** The page path without the organization. */
  to: string;
  door: "staff" | "portal";
}

/**
 * Parses a path of {@link paths.inOrganization}. Returns null for other paths and for pages without an organization.
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
