import { isTopic, type Topic } from "~/domain/shared/topics";

/** The Postgres channel of app.announce. */
export const CHANNEL = "finderlohn_live";

/** A change that a transaction made in an organization. */
export interface Announcement {
  orgId: string;
  topic: Topic;
  /** Affiliates of the changed rows; "all" for many. */
  affiliates: ReadonlySet<string> | "all";
}

const MESSAGE = /^([0-9a-f-]{36}):([a-z_]{1,40}):(\*|[0-9a-f,-]*)$/;
/** Exceeds the payload limit of Postgres. */
const MAX_LENGTH = 8_000;

/**
 * Parses a message of app.announce. Returns null for any other message, because every database client may notify the
 * channel.
 */
export function readAnnouncement(text: string): Announcement | null {
  const [, orgId, topic, whose] = (text.length <= MAX_LENGTH && MESSAGE.exec(text)) || [];
  if (orgId === undefined || topic === undefined || whose === undefined || !isTopic(topic)) return null;
  return { orgId, topic, affiliates: whose === "*" ? "all" : new Set(whose.split(",").filter(Boolean)) };
}
