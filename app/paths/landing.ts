import type { CurrentUser } from "~/domain/identity/session.server";
import { paths } from "./paths";

/**
 * The start page of a signed-in person. It depends on the sign-in page they used, then on their memberships
 * (AUTH-05).
 */
export function homeOf(user: Pick<CurrentUser, "door" | "membership" | "affiliation">): string {
  if (user.door === "affiliate" && user.affiliation) return paths.dashboard();
  if (user.membership) return paths.leads();
  if (user.affiliation) return paths.dashboard();
  return paths.onboarding();
}

const LONGEST_PATH = 2000;

/**
 * A path of this site that was asked for before sign-in, or null. It is parsed and its origin compared, because
 * string checks accept "/\t/evil.example" and similar addresses.
 */
export function safePath(wanted: unknown): string | null {
  if (typeof wanted !== "string" || wanted.length > LONGEST_PATH || !wanted.startsWith("/")) return null;
  const base = "http://self.invalid";
  if (!URL.canParse(wanted, base)) return null;
  const url = new URL(wanted, base);
  // "/.//evil.example" has our origin, but its normalised path "//evil.example" is an address of another site.
  if (url.origin !== base || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search;
}

/**
 * Whether a person may open a path they asked for before sign-in. A path that names its organization decides that
 * itself.
 */
export function mayOpen(user: Pick<CurrentUser, "membership" | "affiliation">, path: string): boolean {
  if (path.startsWith(paths.inOrganization("", ""))) return true;
  const portal = /^\/affiliate(\/|$|\?)/.test(path);
  return portal ? user.affiliation !== null : user.membership !== null;
}

/** Where a person lands after sign-in: the page they asked for if it is theirs to open, else their home (AUTH-05). */
export function landingOf(user: Pick<CurrentUser, "door" | "membership" | "affiliation">, wanted: unknown): string {
  const path = safePath(wanted);
  return path && mayOpen(user, path) ? path : homeOf(user);
}
