import { randomUUID } from "node:crypto";
import type { Topic } from "~/domain/shared/topics";
import { CHANNEL, readAnnouncement, type Announcement } from "./announcement";
import { openListener, type ChannelState } from "./listener.server";

/** Who listens: the staff of an organisation, or one of its affiliates. */
export interface Subscriber {
  orgId: string;
  /** Null: staff, who hear of everything. */
  affiliateId: string | null;
}

/** What a page hears. `position` is what it has heard of then (see {@link Hub.position}). */
export type LiveEvent = { kind: "joined"; missed: boolean } | { kind: "changed"; topic: Topic };

export type Hub = ReturnType<typeof openHub>;

/** Organisations and affiliates of which it is remembered when they last changed. */
const MOST_REMEMBERED = 50_000;

/**
 * Hands what Postgres announces to the open pages of this process. A page says up to where it knows everything; when
 * that cannot be told any more, because the connection was lost meanwhile or another process said it, it is told that
 * it may have missed something.
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
      if (announcement) tell(announcement);
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

  function tell({ orgId, topic, affiliates }: Announcement): void {
    count += 1;
    if (heardAt.size > MOST_REMEMBERED) forget();
    const keys = affiliates === "all" ? keysOf(orgId) : [orgId, ...[...affiliates].map((id) => `${orgId}/${id}`)];
    for (const key of keys) {
      heardAt.set(key, count);
      each(subscribers.get(key), { kind: "changed", topic });
    }
    if (affiliates === "all") heardAt.set(`${orgId}/*`, count);
  }

  /** An organisation's, and those of its affiliates who listen. */
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
    /** What has been heard until now. Taken before data are read, they hold everything up to it. */
    position: () => `${epoch}.${count}`,
    /**
     * Tells a page of changes until the function that is returned is called. At once, or as soon as Postgres is heard,
     * it is told that it has joined, and whether it may have missed something since `since`.
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
