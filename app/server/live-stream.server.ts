import type { Topic } from "~/domain/shared/topics";
import type { LiveEvent } from "~/platform/realtime/hub.server";

/** Result of checking whether a listener may continue. With "unknown" it must reconnect. */
export type AccessCheck = "yes" | "no" | "unknown";

export interface LiveStreamOptions {
  /** Calls `hear` with each event; returns the function that unsubscribes. */
  subscribe(hear: (news: LiveEvent) => void): () => void;
  /** The position of the last received event. */
  position(): string;
  mayStay(): Promise<AccessCheck>;
  onEnd(): void;
  /** Milliseconds; tests shorten it. */
  heartbeatMs?: number;
}

/**
 * Why a stream ends. `over`: the listener has lost access, and the page does not reconnect. `replaced`: another window
 * of the same user listens; the page reconnects when it is visible again. `again`: the page may reconnect immediately,
 * as after a server restart.
 */
export type EndReason = "over" | "replaced" | "again";

export interface LiveStream {
  body: ReadableStream<Uint8Array>;
  end(reason: EndReason): void;
}

/** The last event of a stream; none if the page may open it again. */
const endEvents: Record<EndReason, string> = {
  over: "event: end\ndata:\n\n",
  replaced: "event: replaced\ndata:\n\n",
  again: "",
};
/** The whole stream of a user without access. */
export const REFUSED_STREAM = endEvents.over;

/** A page that receives nothing for longer treats its connection as lost (API-05). */
const HEARTBEAT_MS = 25_000;
/** Events within this time are sent in one batch. */
const TOGETHER_MS = 20;
/** For browsers that reconnect by themselves; our page reconnects by script, at first sooner. */
const RETRY_MS = 10_000;

const encoder = new TextEncoder();

/**
 * Creates one page's stream of events: `joined` with whether something was missed, `changed` with the topics, `beat`,
 * and the end. While the page reads nothing, pending events are kept as topics, of which there are few.
 */
export function liveStream(options: LiveStreamOptions): LiveStream {
  const waiting = new Set<Topic>();
  let joined: { missed: boolean } | null = null;
  let sending: NodeJS.Timeout | undefined;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let ended = false;
  let stopHearing = () => {};

  const write = (text: string) => controller.enqueue(encoder.encode(text));
  const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

  function end(reason: EndReason): void {
    if (ended) return;
    stop();
    if (endEvents[reason]) write(endEvents[reason]);
    controller.close();
  }

  /** Returns true if the listener may continue; otherwise it ends the stream. */
  async function isAllowed(): Promise<boolean> {
    const may = await options.mayStay();
    if (may !== "yes") end(may === "no" ? "over" : "again");
    return !ended;
  }

  function stop(): void {
    ended = true;
    stopHearing();
    clearTimeout(sending);
    clearInterval(beating);
    options.onEnd();
  }

  /** Sends pending events if the page reads them and its user may still see them. */
  async function send(): Promise<void> {
    sending = undefined;
    if (ended || (controller.desiredSize ?? 0) <= 0) return;
    if (!(await isAllowed())) return;
    const at = options.position();
    if (joined) write(event("joined", { at, missed: joined.missed }));
    // A page that reloads everything needs no topics.
    if (waiting.size > 0 && !joined?.missed) write(event("changed", { at, topics: [...waiting] }));
    joined = null;
    waiting.clear();
  }

  const sendSoon = () => (sending ??= setTimeout(() => void send(), TOGETHER_MS));

  const beating = setInterval(() => {
    void (async () => {
      if (ended || (controller.desiredSize ?? 0) <= 0) return;
      if (await isAllowed()) write("event: beat\ndata:\n\n");
    })();
  }, options.heartbeatMs ?? HEARTBEAT_MS);
  beating.unref();

  const body = new ReadableStream<Uint8Array>(
    {
      start(one) {
        controller = one;
        write(`retry: ${RETRY_MS}\n\n`);
        stopHearing = options.subscribe((news) => {
          if (news.kind === "joined") joined = { missed: news.missed || joined?.missed === true };
          else waiting.add(news.topic);
          sendSoon();
        });
      },
      pull() {
        if (joined || waiting.size > 0) sendSoon();
      },
      cancel: stop,
    },
    { highWaterMark: 8 },
  );
  return { body, end };
}
