import type { CurrentUser } from "~/domain/identity/session.server";
import { paths } from "./paths";

/**
 * Returns the home page of a signed-in user. It depends on the sign-in page they used, then on their memberships
 * (AUTH-05).
 */
export function homeOf(user: Pick<CurrentUser, "door" | "membership" | "affiliation">): string {
  if (user.door === "affiliate" && user.affiliation) return paths.dashboard();
  if (user.membership) return paths.leads();
  if (user.affiliation) return paths.dashboard();
  return paths.onboarding();
}

const MAX_PATH_LENGTH = 2000;

/**
 * Returns a path of this site that was requested before sign-in, or null, also for one that is longer than `most`. It
 * compares the parsed origin, because string checks accept "/\t/evil.example" and similar URLs.
 */
export function safePath(wanted: unknown, most = MAX_PATH_LENGTH): string | null {
  if (typeof wanted !== "string" || wanted.length > most || !wanted.startsWith("/")) return null;
  const base = "http://self.invalid";
  if (!URL.canParse(wanted, base)) return null;
  const url = new URL(wanted, base);
  // "/.//evil.example" has this origin, but its normalized path "//evil.example" is a URL of another site.
  if (url.origin !== base || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search;
}

/** Returns the page of this site that a form was sent from and leads back to; the home page if it names none. */
export const returnPath = (form: FormData): string => safePath(form.get("redirect_to")) ?? paths.home();

/** Whether a user may open a path requested before sign-in. A path that names its organization checks this itself. */
export function mayOpen(user: Pick<CurrentUser, "membership" | "affiliation">, path: string): boolean {
  if (path.startsWith(paths.inOrganization("", ""))) return true;
  const portal = /^\/affiliate(\/|$|\?)/.test(path);
  return portal ? user.affiliation !== null : user.membership !== null;
}

/**
 * Returns the landing page after sign-in: the requested page if the user may open it, otherwise their home (AUTH-05).
 */
export function landingOf(user: Pick<CurrentUser, "door" | "membership" | "affiliation">, wanted: unknown): string {
  const path = safePath(wanted);
  return path && mayOpen(user, path) ? path : homeOf(user);
}
