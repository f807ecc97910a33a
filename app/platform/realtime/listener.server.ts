import { randomBytes } from "node:crypto";
import pg from "pg";
import { log } from "~/platform/log.server";

/** States of a channel (API-05), for the listening connection and for a page's stream. */
export type ChannelState = "closed" | "joining" | "joined" | "errored" | "leaving";

export interface ListenerOptions {
  url: string;
  channel: string;
  onMessage(text: string): void;
  /** Called when it listens, also after a reconnect. Messages sent in between were missed. */
  onJoined(): void;
  /** Delays before reconnecting, in milliseconds; the last one repeats. Tests shorten them. */
  delaysMs?: readonly number[];
  /** Max time in milliseconds until a test message arrives. Tests shorten it. */
  patienceMs?: number;
}

export interface Listener {
  state(): ChannelState;
  /** Stops listening permanently. */
  leave(): Promise<void>;
}

/** Delays in milliseconds before reconnecting (API-05). */
export const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000] as const;
/** Interval of the connection check (API-05). */
const HEARTBEAT_MS = 25_000;
/** Time limit of a connection check. It detects a peer that disappeared without closing the connection. */
const LISTEN_TIMEOUT_MS = 10_000;
const DEAF =
  "the connection that listens for changes receives no messages: behind a pooler in transaction mode set DATABASE_LIVE_URL to the server's own address";

/**
 * Returns a function that checks whether the client receives notifications. Through a pooler statements work, but
 * notifications are lost. It notifies from a second connection, because a client receives its own messages with the
 * response to its statement.
 */
function tryHearing(
  client: pg.Client,
  { config, patienceMs }: { config: pg.ClientConfig; patienceMs: number },
): () => Promise<void> {
  const channel = `finderlohn_beat_${randomBytes(6).toString("hex")}`;
  let isListening = false;
  return async () => {
    if (!isListening) await client.query(`listen ${channel}`);
    isListening = true;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => end(() => reject(new Error(DEAF))), patienceMs);
      timer.unref();
      const hear = (message: pg.Notification) => message.channel === channel && end(resolve);
      const end = (done: () => void) => {
        clearTimeout(timer);
        client.off("notification", hear);
        done();
      };
      client.on("notification", hear);
      say(config, channel).catch((error: Error) => end(() => reject(error)));
    });
  };
}

async function say(config: pg.ClientConfig, channel: string): Promise<void> {
  const client = new pg.Client(config);
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(`notify ${channel}`);
  } finally {
    await client.end();
  }
}

/** Listens to a Postgres channel on a dedicated connection and reconnects whenever it is lost. */
export function openListener(options: ListenerOptions): Listener {
  const delays = options.delaysMs ?? RECONNECT_MS;
  let state: ChannelState = "joining";
  let client: pg.Client | null = null;
  let failures = 0;
  let waiting: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;

  function lost(one: pg.Client, error?: unknown): void {
    if (one !== client) return;
    client = null;
    clearInterval(beating);
    void one.end().catch(() => {});
    if (state === "leaving" || state === "closed") return;
    state = "errored";
    const pause = delays[Math.min(failures++, delays.length - 1)]!;
    log.warn({ err: error, pause_ms: pause }, "live connection lost");
    waiting = setTimeout(join, pause);
    waiting.unref();
  }

  function join(): void {
    state = "joining";
    const config = {
      connectionString: options.url,
      keepAlive: true,
      connectionTimeoutMillis: LISTEN_TIMEOUT_MS,
      query_timeout: LISTEN_TIMEOUT_MS,
    };
    const one = new pg.Client({ ...config, application_name: "finderlohn live" });
    client = one;
    one.on("error", (error) => lost(one, error));
    one.on("end", () => lost(one));
    one.on("notification", ({ channel, payload }) => {
      if (one === client && channel === options.channel) options.onMessage(payload ?? "");
    });
    const hears = tryHearing(one, { config, patienceMs: options.patienceMs ?? LISTEN_TIMEOUT_MS });
    const begin = async () => {
      await one.connect();
      await one.query(`listen ${options.channel}`);
      await hears();
      if (one !== client) return;
      [state, failures] = ["joined", 0];
      beating = setInterval(() => hears().catch((error: unknown) => lost(one, error)), HEARTBEAT_MS);
      beating.unref();
      options.onJoined();
    };
    begin().catch((error: unknown) => lost(one, error));
  }

  join();
  return {
    state: () => state,
    async leave() {
      if (state === "closed") return;
      state = "leaving";
      clearTimeout(waiting);
      clearInterval(beating);
      const one = client;
      client = null;
      await one?.end().catch(() => {});
      state = "closed";
    },
  };
}
