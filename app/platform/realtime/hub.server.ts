import { randomUUID } from "node:crypto";
import type { Topic } from "~/domain/shared/topics";
import { CHANNEL, readAnnouncement, type Announcement } from "./announcement";
import { openListener, type ChannelState } from "./listener.server";

/** A subscriber: the staff of an organization or one of its affiliates. */
export interface Subscriber {
  orgId: string;
  /** Null for staff, who receive every change. */
  affiliateId: string | null;
}

/** An event for a page. */
export type LiveEvent = { kind: "joined"; missed: boolean } | { kind: "changed"; topic: Topic };

export type Hub = ReturnType<typeof openHub>;

/** Max organizations and affiliates whose last change is stored. */
const MAX_REMEMBERED = 50_000;

/**
 * Forwards Postgres notifications to the open pages of this process. A page sends the position of its data. If the hub
 * cannot compare it, because the connection was lost or another process issued it, the page is notified that it may
 * have missed changes.
 */
export function openHub(url: string, delaysMs?: readonly number[]) {
  const subscribers = new Map<string, Set<(news: LiveEvent) => void>>();
  const heardAt = new Map<string, number>();
  let epoch = randomUUID().slice(0, 8);
  let count = 0;

  const listener = openListener({
    url,
    channel: CHANNEL,
    ...(delaysMs && { delaysMs }),
    onMessage(text) {
      const announcement = readAnnouncement(text);
      if (announcement) publish(announcement);
    },
    onJoined() {
      forget();
      for (const hearers of subscribers.values()) each(hearers, { kind: "joined", missed: true });
    },
  });

  function forget(): void {
    heardAt.clear();
    epoch = randomUUID().slice(0, 8);
  }

  function publish({ orgId, topic, affiliates }: Announcement): void {
    count += 1;
    if (heardAt.size > MAX_REMEMBERED) forget();
    const keys = affiliates === "all" ? keysOf(orgId) : [orgId, ...[...affiliates].map((id) => `${orgId}/${id}`)];
    for (const key of keys) {
      heardAt.set(key, count);
      each(subscribers.get(key), { kind: "changed", topic });
    }
    if (affiliates === "all") heardAt.set(`${orgId}/*`, count);
  }

  /** Returns the keys of an organization and of its subscribed affiliates. */
  const keysOf = (orgId: string) =>
    new Set([orgId, ...[...subscribers.keys()].filter((key) => key.startsWith(`${orgId}/`))]);

  const each = (hearers: Set<(news: LiveEvent) => void> | undefined, news: LiveEvent) =>
    [...(hearers ?? [])].forEach((hear) => hear(news));

  const keyOf = ({ orgId, affiliateId }: Subscriber) => (affiliateId === null ? orgId : `${orgId}/${affiliateId}`);

  function hasMissed(hearer: Subscriber, since: string): boolean {
    const [one, at] = since.split(".");
    if (one !== epoch) return true;
    const last = Math.max(
      heardAt.get(keyOf(hearer)) ?? 0,
      hearer.affiliateId === null ? 0 : (heardAt.get(`${hearer.orgId}/*`) ?? 0),
    );
    return !(last <= Number(at));
  }

  return {
    state: (): ChannelState => listener.state(),
    /** Returns the position of the last received change. Data loaded afterwards contain every change up to it. */
    position: () => `${epoch}.${count}`,
    /**
     * Publishes changes to a page until the returned function is called. The first event, sent immediately or once
     * Postgres is connected, says whether the page may have missed changes since `since`.
     */
    subscribe(hearer: Subscriber, since: string, hear: (news: LiveEvent) => void): () => void {
      const key = keyOf(hearer);
      const hearers = subscribers.get(key) ?? new Set();
      subscribers.set(key, hearers.add(hear));
      if (listener.state() === "joined") hear({ kind: "joined", missed: hasMissed(hearer, since) });
      return () => {
        hearers.delete(hear);
        if (hearers.size === 0 && subscribers.get(key) === hearers) subscribers.delete(key);
      };
    },
    leave: () => listener.leave(),
  };
}
