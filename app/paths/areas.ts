import { PORTAL, PORTAL_SIGN_IN, staffScreens } from "./paths";

/** Returns the area of a path. Staff screens and the portal require a sign-in. */
export function areaOf(pathname: string): "staff" | "portal" | "public" {
  const [first, second] = pathname.split("/").filter(Boolean);
  if (first === PORTAL) return second === PORTAL_SIGN_IN ? "public" : "portal";
  return staffScreens.some((screen) => screen === first) ? "staff" : "public";
}
