import type { Server } from "node:http";
import { log } from "~/platform/log.server";

/** How long a client may take, and how many there may be. Times in milliseconds. What a body may take: requests.ts. */
export const CONNECTION_LIMITS = {
  /**
   * Longer than proxies keep a connection that nobody uses (60 s is common): else one may be closed just as a request
   * comes through it.
   */
  keepMs: 65_000,
  /** From the connection, or the first byte of a further request, to the end of the headers. */
  headersMs: 15_000,
  /** How often it is looked. */
  lookMs: 2_000,
  /** All at once: 5,000 streams of open pages, and what else is asked. */
  connections: 10_000,
};
export type ConnectionLimits = typeof CONNECTION_LIMITS;

/** Dropped connections are told of at most once in this time. */
const TELL_MS = 60_000;

/** Ends connections that send no request in time (408), and takes so many at most. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.keepAliveTimeout = limits.keepMs;
  server.headersTimeout = limits.headersMs;
  server.maxConnections = limits.connections;
  let told = -Infinity;
  server.on("drop", () => {
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    log.warn({ connections: limits.connections }, "connections are dropped: the process has as many as it takes");
  });
}
