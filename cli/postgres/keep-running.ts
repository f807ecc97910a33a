import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "~/domain/shared/scope";
import { startEmbeddedPostgres, type EmbeddedOptions, type EmbeddedPostgres } from "./embedded";
import { holdsCluster } from "./location";

const LOOK_MS = 500;
const PAUSE_MS = 2_000;

export interface Keeper {
  /** Whether the server has ended and has not been restarted yet. */
  isAway(): boolean;
  /** Stops watching. Resolves after a pending start. */
  stop(): Promise<void>;
}

/**
 * Watches a server and restarts it on the same port whenever its process ends, until stopped. Several processes may
 * watch the same server; one of them restarts it.
 * @param server the result of `startEmbeddedPostgres` for these options
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
        throw new Error(
          `the folder "${server.dir}" does not contain a database any more: restore it, or start the app again`,
        );
      server = await startEmbeddedPostgres({ ...options, port: server.port, samePort: true });
      away = false;
      log.info({ port: server.port }, "database server restarted");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== said) log.error(`database server restart failed: ${reason}`);
      said = reason;
      await pause(PAUSE_MS);
    }
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      if (!away && !server.runs()) {
        away = true;
        said = "";
        log.warn("database server ended: restarting");
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
