import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { DatabaseUnavailable } from "~/platform/db/outage.server";
import { log } from "~/platform/log.server";

/** How long a migration waits for locks that other transactions hold. */
export interface LockPatience {
  /** Milliseconds that a statement waits for a lock. */
  lockMs: number;
  /** Milliseconds of the first pause between two attempts; each further one is twice as long, up to 30 s. */
  pauseMs: number;
  /** Milliseconds after which no further attempt is made. */
  totalMs: number;
}

/**
 * Everybody who wants the table afterwards waits behind a waiting migration, so its limit is how long pages stand
 * still. It is longer than `deadlock_timeout` (1 s), after which Postgres cancels an autovacuum that holds the lock.
 */
export const LOCK_PATIENCE: LockPatience = { lockMs: 2_000, pauseMs: 1_000, totalMs: 600_000 };

const MAX_PAUSE_MS = 30_000;

export interface LockWaiting extends LockPatience {
  /** Opens another connection, which finds out who holds the locks. */
  connect(): Promise<pg.Client>;
  /** Ends a pause between two attempts with the signal's reason. */
  interrupted?: AbortSignal | undefined;
}

/** Runs one statement of an attempt. */
type Watched = <T>(statement: () => Promise<T>) => Promise<T>;

/** Whether a statement did not get a lock: lock_timeout, or a deadlock. */
export const isLockFailure = (error: unknown): boolean =>
  error instanceof Error && ["55P03", "40P01"].includes((error as { code?: string }).code ?? "");

/**
 * Repeats a migration that does not get its locks, after growing pauses of random length, and logs each of them.
 * `attempt` leaves nothing behind if it fails, and passes its statements to its argument. Throws `DatabaseUnavailable`
 * if the migration has not got its locks after all attempts, and other errors of an attempt unchanged.
 * @param pid of the server's process that runs the statements
 */
export async function withLockRetries(
  { name, pid }: { name: string; pid: number },
  waiting: LockWaiting,
  attempt: (watched: Watched) => Promise<void>,
): Promise<void> {
  const lastAt = performance.now() + waiting.totalMs;
  for (let pauseMs = waiting.pauseMs; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    let holders = Promise.resolve<string[]>([]);
    const watched: Watched = async (statement) => {
      const timer = setTimeout(() => (holders = readHolders(waiting, pid)), waiting.lockMs / 2);
      try {
        return await statement();
      } finally {
        clearTimeout(timer);
      }
    };
    try {
      return await attempt(watched);
    } catch (error) {
      if (!isLockFailure(error)) throw error;
      const heldBy = await holders;
      // Random, so that the attempts do not meet something regular each time.
      const retryMs = Math.round(pauseMs * (0.5 + Math.random() / 2));
      if (performance.now() + retryMs > lastAt) throw outOfPatience(name, waiting, heldBy);
      log.warn({ migration: name, held_by: heldBy, retry_ms: retryMs }, "migration waits for locks");
      await pause(retryMs, undefined, { signal: waiting.interrupted }).catch(() => {});
      waiting.interrupted?.throwIfAborted();
    }
  }
}

function outOfPatience(name: string, { totalMs }: LockPatience, heldBy: string[]): DatabaseUnavailable {
  const reason =
    `migration ${name} got no lock within ${Math.round(totalMs / 1000)} s and was rolled back. ` +
    `The lock is held by ${heldBy.join(", ") || "another transaction"}. ` +
    `Wait until that has ended, or end it (pg_terminate_backend), and run "finderlohn db migrate" again`;
  return new DatabaseUnavailable(new Error(reason), "slow");
}

/** Returns who holds the locks for which a process waits, in words; nobody if that cannot be found out. */
async function readHolders({ connect }: LockWaiting, pid: number): Promise<string[]> {
  try {
    const client = await connect();
    try {
      // A prepared transaction has process 0. A role may see of other roles' processes no more than this.
      const { rows } = await client.query<{ holder: string }>(
        `select case when b.pid = 0 then 'a prepared transaction (pg_prepared_xacts)'
           else 'process ' || b.pid || coalesce(' of role ' || a.usename, '') end as holder
         from (select distinct unnest(pg_blocking_pids($1)) as pid) b left join pg_stat_activity a on a.pid = b.pid
         order by b.pid`,
        [pid],
      );
      return rows.map(({ holder }) => holder);
    } finally {
      await client.end();
    }
  } catch {
    return [];
  }
}
