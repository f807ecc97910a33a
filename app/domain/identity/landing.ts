import type { CurrentUser } from "./session.server";

/** Where a signed-in person belongs: the door they used decides, then what they have (AUTH-05). */
export function homeOf(user: Pick<CurrentUser, "door" | "membership" | "affiliation">): string {
  if (user.door === "affiliate" && user.affiliation) return "/affiliate/dashboard";
  if (user.membership) return "/leads";
  if (user.affiliation) return "/affiliate/dashboard";
  return "/onboarding";
}

const LONGEST_PATH = 2000;

/**
 * A path of this site that was asked for before sign-in, or null. Parsed and compared by origin: string checks let
 * "/\t/evil.example" and its relatives through.
 */
export function safePath(wanted: unknown): string | null {
  if (typeof wanted !== "string" || wanted.length > LONGEST_PATH || !wanted.startsWith("/")) return null;
  const base = "http://self.invalid";
  if (!URL.canParse(wanted, base)) return null;
  const url = new URL(wanted, base);
  // "/.//evil.example" has our origin, but what is left of its path is somebody else's address.
  if (url.origin !== base || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search;
}

/** Whether a person may open a path they asked for before sign-in. */
export function mayOpen(user: Pick<CurrentUser, "membership" | "affiliation">, path: string): boolean {
  const portal = /^\/affiliate(\/|$|\?)/.test(path);
  return portal ? user.affiliation !== null : user.membership !== null;
}

/** Where a person lands after sign-in: the page they asked for if it is theirs to open, else their home (AUTH-05). */
export function landingOf(
  user: Pick<CurrentUser, "door" | "membership" | "affiliation">,
  wanted: unknown,
): string {
  const path = safePath(wanted);
  return path && mayOpen(user, path) ? path : homeOf(user);
}
