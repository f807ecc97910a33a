import { concerns } from "./topics-of";
import type { LiveNews } from "./connection";

/** What a page listens to. */
export interface LiveSource {
  door: "staff" | "portal";
  /** What the page knew of when it was loaded. */
  since: string;
  /** Whose changes they are: another organisation, or another affiliate, has another stream. */
  of: string;
}

/** Whether news is about something that the page shows. */
export const hasNews = (news: LiveNews, pathname: string): boolean => news === "anything" || concerns(pathname, news);

/**
 * Whether data that were loaded at a position hold what was announced at another one. Those of another process cannot
 * be compared.
 */
export function includesPosition(since: string, announced: string): boolean {
  const [[epoch, count], [announcedEpoch, announcedCount]] = [since.split("."), announced.split(".")];
  return epoch === announcedEpoch && Number(count) >= Number(announcedCount);
}
