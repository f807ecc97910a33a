import { isTopic, type Topic } from "~/domain/shared/topics";

/** The channel of Postgres on which app.announce speaks. */
export const CHANNEL = "finderlohn_live";

/** What a transaction has changed in an organisation. */
export interface Announcement {
  orgId: string;
  topic: Topic;
  /** Whose rows they were; "all" of many. */
  affiliates: ReadonlySet<string> | "all";
}

const MESSAGE = /^([0-9a-f-]{36}):([a-z_]{1,40}):(\*|[0-9a-f,-]*)$/;
/** More than Postgres lets through. */
const LONGEST = 8_000;

/**
 * Reads a message of app.announce; null for what is none: everybody who reaches the database may speak on the channel.
 */
export function readAnnouncement(text: string): Announcement | null {
  const [, orgId, topic, whose] = (text.length <= LONGEST && MESSAGE.exec(text)) || [];
  if (orgId === undefined || topic === undefined || whose === undefined || !isTopic(topic)) return null;
  return { orgId, topic, affiliates: whose === "*" ? "all" : new Set(whose.split(",").filter(Boolean)) };
}
