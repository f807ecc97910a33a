import { isTopic, type Topic } from "~/domain/shared/topics";

/** The states of a page's stream (API-05). */
export type LiveState = "closed" | "joining" | "joined" | "errored" | "leaving";

/** What has changed: these topics, or perhaps anything. */
export type LiveNews = readonly Topic[] | "anything";

export interface LiveOptions {
  /** Opens the stream of what has changed since a position. */
  open(since: string): Pick<EventSource, "addEventListener" | "close">;
  /** What the page knows of already. */
  since: string;
  /** `at` is the position of what is told. */
  onNews(news: LiveNews, at: string): void;
  onState?(state: LiveState): void;
}

/** Pauses before a lost stream is opened again (API-05). */
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];
/** The server says something every 25 s; whoever hears nothing for so long has no connection any more. */
const SILENCE_MS = 60_000;

/** A page's stream of changes. It comes back by itself, and then says whether something may have been missed. */
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
    // Another window listens in its place; it is joined again when the page is looked at.
    on("replaced", close);
    on("end", () => {
      hasEnded = true;
      close();
    });
    one.addEventListener("error", () => source === one && lost());
  }

  return {
    state: () => state,
    /** Opens the stream, unless it is open or the server has said that it is over. */
    join() {
      if (source || state === "errored" || hasEnded) return;
      join();
    },
    /** Closes it until it is joined again. */
    leave() {
      if (state === "closed") return;
      become("leaving");
      drop();
      become("closed");
    },
  };
}
