import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "~/domain/shared/scope";
import { startEmbeddedPostgres, type EmbeddedOptions, type EmbeddedPostgres } from "./embedded";
import { holdsCluster } from "./location";

const LOOK_MS = 500;
const PAUSE_MS = 2_000;

export interface Keeper {
  /** Whether the server has ended and is not back yet. */
  isAway(): boolean;
  /** Lets the server end from here on. Resolves when a start that is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Watches a server and starts it again on the same port whenever its process has ended, until it is stopped. Several
 * processes may watch the same server: one of them starts it.
 * @param server what `startEmbeddedPostgres` returned for these options
 */
export function keepRunning(server: EmbeddedPostgres, options: EmbeddedOptions, log: Log): Keeper {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  let away = false;
  let said = "";

  async function startAgain(): Promise<void> {
    try {
      if (!holdsCluster(server.dir))
        throw new Error(`the folder "${server.dir}" has no database any more: put it back, or start the program again`);
      server = await startEmbeddedPostgres({ ...options, port: server.port, samePort: true });
      away = false;
      log.info({ port: server.port }, "the database server runs again");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== said) log.error(`the database server could not be started again: ${reason}`);
      said = reason;
      await pause(PAUSE_MS);
    }
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      if (!away && !server.runs()) {
        away = true;
        said = "";
        log.warn("the database server has ended: it is started again");
      }
      await (away ? startAgain() : pause(LOOK_MS));
    }
  }

  const watching = watch();
  return {
    isAway: () => away,
    stop() {
      stopping.abort();
      return watching;
    },
  };
}
