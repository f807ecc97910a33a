import type { Topic } from "~/domain/shared/topics";
import { areaOf } from "~/paths/areas";
import type { staffScreens } from "~/paths/paths";

/** Topics that the frame of every screen shows: notifications, due commissions, the organization's plan. */
const frame: readonly Topic[] = ["notification", "organization", "deal", "commission_payment"];

/** Additional topics of each staff screen; a new screen does not compile until its topics are listed. */
const ofScreens: Record<(typeof staffScreens)[number], readonly Topic[]> = {
  leads: ["lead", "lead_note", "lead_work", "lead_message", "affiliate", "affiliate_term"],
  affiliates: ["lead", "affiliate", "affiliate_term"],
  transactions: ["lead", "affiliate"],
  commissions: ["lead", "affiliate"],
  payouts: ["affiliate"],
  reports: ["lead", "affiliate"],
  search: ["lead", "affiliate"],
  settings: [],
  notifications: [],
  organizations: [],
  // Its rows have no topic; the page polls the progress itself.
  import: [],
};

/** Returns true if a page shows one of these topics. In the portal every topic concerns the affiliate's own data. */
export function concerns(pathname: string, topics: readonly Topic[]): boolean {
  if (areaOf(pathname) !== "staff") return topics.length > 0;
  const [screen] = pathname.split("/").filter(Boolean);
  const shown = [...frame, ...(ofScreens[screen as keyof typeof ofScreens] ?? [])];
  return topics.some((topic) => shown.includes(topic));
}
