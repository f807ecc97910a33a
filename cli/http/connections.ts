import type { Server } from "node:http";
import { log } from "~/platform/log.server";

/** Limits for connections; times in milliseconds. For request bodies see requests.ts. */
export const CONNECTION_LIMITS = {
  /**
   * Longer than proxies keep idle connections (often 60 s). Otherwise a connection might close just as a request
   * arrives.
   */
  keepMs: 65_000,
  /** From the connection, or the first byte of a later request, to the end of the headers. */
  headersMs: 15_000,
  /** Interval of the checks. */
  lookMs: 2_000,
  /** Concurrent connections: 5,000 streams of open pages plus other requests. */
  connections: 10_000,
};
export type ConnectionLimits = typeof CONNECTION_LIMITS;

/** Dropped connections are logged at most once per interval. */
const TELL_MS = 60_000;

/** Ends connections that send no request in time (408), and limits their number. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.keepAliveTimeout = limits.keepMs;
  server.headersTimeout = limits.headersMs;
  server.maxConnections = limits.connections;
  let told = -Infinity;
  server.on("drop", () => {
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    log.warn({ connections: limits.connections }, "connections dropped: limit of the process reached");
  });
}
