import { concerns } from "./topics-of";
import type { LiveNews } from "./connection";

/** The stream that a page listens to. */
export interface LiveSource {
  door: "staff" | "portal";
  /** The position of the data when the page was loaded. */
  since: string;
  /** Whose changes are sent; another organization, or another affiliate, has another stream. */
  of: string;
}

/** Returns true if a change concerns data that the page shows. */
export const hasNews = (news: LiveNews, pathname: string): boolean => news === "anything" || concerns(pathname, news);

/**
 * Returns true if data loaded at one position include a change at another. Positions of different processes cannot be
 * compared.
 */
export function includesPosition(since: string, announced: string): boolean {
  const [[epoch, count], [announcedEpoch, announcedCount]] = [since.split("."), announced.split(".")];
  return epoch === announcedEpoch && Number(count) >= Number(announcedCount);
}
