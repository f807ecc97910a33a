import pg from "pg";
import { log } from "~/platform/log.server";
import { PublishingClient } from "./publishing-client.server";

/** How long to wait for a free connection. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** After this idle time TCP keepalive checks whether the other side still exists; it gives up after 10 s more. */
const QUIET_MS = 10_000;

/** Opens a pool with at most `connections` connections of one role. A broken connection is replaced at the next use. */
export function openPool(url: string, connections: number, patienceMs = CONNECT_TIMEOUT_MS): pg.Pool {
  const pool = new pg.Pool({
    Client: PublishingClient,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: QUIET_MS,
  });
  // Without an error listener Node would exit.
  let said = -Infinity;
  pool.on("error", (error) => {
    // A stopping server ends all connections; one log line is enough.
    if (performance.now() - said > QUIET_MS) log.warn({ err: error }, "idle database connection lost");
    said = performance.now();
  });
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
