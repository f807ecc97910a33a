import type { Topic } from "~/domain/shared/topics";
import { areaOf } from "~/paths/areas";
import type { staffScreens } from "~/paths/paths";

/** What the frame of every screen shows: notifications, what is due, the organisation's plan. */
const frame: readonly Topic[] = ["notification", "organization", "deal", "commission_payment"];

/** What each of staff's screens shows beside that; a new one does not compile until it is decided here. */
const ofScreens: Record<(typeof staffScreens)[number], readonly Topic[]> = {
  leads: ["lead", "affiliate", "affiliate_term"],
  affiliates: ["lead", "affiliate", "affiliate_term"],
  transactions: ["lead", "affiliate"],
  commissions: ["lead", "affiliate"],
  reports: ["lead", "affiliate"],
  search: ["lead", "affiliate"],
  settings: [],
  notifications: [],
  organizations: [],
  // Its rows are none of these; a page asks for the progress itself.
  import: [],
};

/** Whether a page shows something of these topics. In the portal everything that an affiliate hears of is their own. */
export function concerns(pathname: string, topics: readonly Topic[]): boolean {
  if (areaOf(pathname) !== "staff") return topics.length > 0;
  const [screen] = pathname.split("/").filter(Boolean);
  const shown = [...frame, ...(ofScreens[screen as keyof typeof ofScreens] ?? [])];
  return topics.some((topic) => shown.includes(topic));
}
