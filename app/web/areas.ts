/** First parts of the addresses of the staff's screens. */
export const staffScreens = [
  "leads",
  "affiliates",
  "transactions",
  "commissions",
  "settings",
  "search",
] as const;

/** Which part of the site a path belongs to: the staff's screens and the portal open to those signed in only. */
export function areaOf(pathname: string): "staff" | "portal" | "public" {
  const [first, second] = pathname.split("/").filter(Boolean);
  if (first === "affiliate") return second === "login" ? "public" : "portal";
  return staffScreens.some((screen) => screen === first) ? "staff" : "public";
}
