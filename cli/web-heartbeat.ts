import { randomUUID } from "node:crypto";
import type { Database } from "~/platform/db/database.server";
import { log } from "~/platform/log.server";

const HEARTBEAT_MS = 10_000;

/**
 * Registers this web process as alive until the returned function is called. An idle pool has no connections, so
 * `db distribute` could not find the process otherwise.
 */
export function keepWebAlive({ withStatements }: Pick<Database, "withStatements">): () => Promise<void> {
  const id = randomUUID();
  let failing = false;
  const write = (alive: boolean) =>
    withStatements(async ({ db }) => {
      await db.$queryRaw`select 1 from app.web_process_alive(${id}, ${alive})`;
    }).then(
      () => void (failing = false),
      (error: unknown) => {
        // Reported once per outage, not with every heartbeat.
        if (!failing) log.warn({ err: error }, "web heartbeat failed");
        failing = true;
      },
    );
  let last = write(true);
  const timer = setInterval(() => (last = write(true)), HEARTBEAT_MS);
  return async () => {
    clearInterval(timer);
    // A pending heartbeat would insert the deleted row again.
    await last;
    await write(false);
  };
}
