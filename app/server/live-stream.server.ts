import type { Topic } from "~/domain/shared/topics";
import type { LiveEvent } from "~/platform/realtime/hub.server";

/** Whether whoever listens may go on. When that cannot be told, they have to come again. */
export type AccessCheck = "yes" | "no" | "unknown";

export interface LiveStreamOptions {
  /** Has `hear` called with what there is to tell; returns the way to stop it. */
  subscribe(hear: (news: LiveEvent) => void): () => void;
  /** What has been heard until now. */
  position(): string;
  mayStay(): Promise<AccessCheck>;
  onEnd(): void;
  /** Milliseconds; tests shorten it. */
  heartbeatMs?: number;
}

/**
 * Why a stream is ended. `over`: whoever listens may not any more, and the page does not come back. `replaced`: another
 * window of theirs listens; the page comes back when it is looked at again. `again`: the page may come back at once, as
 * when the server is restarted.
 */
export type EndReason = "over" | "replaced" | "again";

export interface LiveStream {
  body: ReadableStream<Uint8Array>;
  end(reason: EndReason): void;
}

/** What a page is told at the end; of a stream that it may open again, nothing. */
const endEvents: Record<EndReason, string> = {
  over: "event: end\ndata:\n\n",
  replaced: "event: replaced\ndata:\n\n",
  again: "",
};
/** The whole stream of somebody who may not listen. */
export const REFUSED_STREAM = endEvents.over;

/** A page that hears nothing for longer knows that its connection is gone (API-05). */
const HEARTBEAT_MS = 25_000;
/** What happens within this time is told at once. */
const TOGETHER_MS = 20;
/** For browsers that connect again by themselves; our page does it itself, sooner at first. */
const RETRY_MS = 10_000;

const encoder = new TextEncoder();

/**
 * One page's stream of events: `joined` with whether something was missed, `changed` with the topics, `beat`, and how
 * it ends. What cannot be sent yet, because the page takes nothing, is kept as topics, of which there are few.
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

  /** Whether there is still somebody to tell; else the stream has ended. */
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

  /** Sends what waits, if the page takes it and whoever sees it still may. */
  async function send(): Promise<void> {
    sending = undefined;
    if (ended || (controller.desiredSize ?? 0) <= 0) return;
    if (!(await isAllowed())) return;
    const at = options.position();
    if (joined) write(event("joined", { at, missed: joined.missed }));
    // Whoever loads everything anew needs no topics.
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
