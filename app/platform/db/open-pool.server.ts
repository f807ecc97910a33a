import pg from "pg";
import { log } from "~/platform/log.server";

/** How long one waits for a connection. */
export const PATIENCE_MS = 10_000;
/**
 * How long nothing comes over a connection before the machine asks whether the other side is still there; gone after 10
 * s more.
 */
const QUIET_MS = 10_000;

/** Connections of one role, at most so many. A connection that breaks is replaced at the next use. */
export function openPool(url: string, connections: number, patienceMs = PATIENCE_MS): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: QUIET_MS,
  });
  // Without listeners Node would exit.
  let said = -Infinity;
  pool.on("error", (error) => {
    // A server that stops ends all of them: that is one line.
    if (performance.now() - said > QUIET_MS) log.warn({ err: error }, "idle database connection lost");
    said = performance.now();
  });
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
