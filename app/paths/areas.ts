import { PORTAL, PORTAL_SIGN_IN, staffScreens } from "./paths";

/** Which part of the site a path belongs to: the staff's screens and the portal open to those signed in only. */
export function areaOf(pathname: string): "staff" | "portal" | "public" {
  const [first, second] = pathname.split("/").filter(Boolean);
  if (first === PORTAL) return second === PORTAL_SIGN_IN ? "public" : "portal";
  return staffScreens.some((screen) => screen === first) ? "staff" : "public";
}
