import { isTopic, type Topic } from "~/domain/shared/topics";

/** The states of a page's stream (API-05). */
export type LiveState = "closed" | "joining" | "joined" | "errored" | "leaving";

/** Changed topics, or "anything" if events may have been missed. */
export type LiveNews = readonly Topic[] | "anything";

export interface LiveOptions {
  /** Opens the stream of changes since a position. */
  open(since: string): Pick<EventSource, "addEventListener" | "close">;
  /** The position of the page's data. */
  since: string;
  /** Called with changes; `at` is their position. */
  onNews(news: LiveNews, at: string): void;
  onState?(state: LiveState): void;
}

/** Pauses before a lost stream reconnects (API-05). */
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];
/** The server sends an event every 25 s; after this time without one the connection is lost. */
const SILENCE_MS = 60_000;

/**
 * Connects a page to the stream of changes. It reconnects by itself, and then reports whether events may have been
 * missed.
 */
export function connectLive({ open, since, onNews, onState }: LiveOptions) {
  let state: LiveState = "closed";
  let source: ReturnType<LiveOptions["open"]> | null = null;
  let at = since;
  let failures = 0;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const become = (next: LiveState) => {
    state = next;
    onState?.(next);
  };

  function drop(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function lost(): void {
    drop();
    become("errored");
    timer = setTimeout(join, RECONNECT_MS[Math.min(failures++, RECONNECT_MS.length - 1)]);
  }

  function alive(): void {
    clearTimeout(timer);
    timer = setTimeout(lost, SILENCE_MS);
  }

  function join(): void {
    drop();
    become("joining");
    const one = open(at);
    source = one;
    alive();
    const on = (name: string, hear: (data: { at?: string; missed?: boolean; topics?: string[] }) => void) =>
      one.addEventListener(name, (event) => {
        if (source !== one) return;
        alive();
        const { data } = event as MessageEvent<string>;
        hear(data ? (JSON.parse(data) as object) : {});
      });
    on("joined", ({ at: now, missed }) => {
      [at, failures] = [now ?? at, 0];
      become("joined");
      if (missed) onNews("anything", at);
    });
    on("changed", ({ at: now, topics }) => {
      at = now ?? at;
      onNews((topics ?? []).filter(isTopic), at);
    });
    on("beat", () => {});
    const close = () => {
      drop();
      become("closed");
    };
    // Another window listens instead; this one joins again when the page is visible.
    on("replaced", close);
    on("end", () => {
      hasEnded = true;
      close();
    });
    one.addEventListener("error", () => source === one && lost());
  }

  return {
    state: () => state,
    /** Opens the stream, unless it is open or the server has ended it. */
    join() {
      if (source || state === "errored" || hasEnded) return;
      join();
    },
    /** Closes the stream until `join` is called. */
    leave() {
      if (state === "closed") return;
      become("leaving");
      drop();
      become("closed");
    },
  };
}
