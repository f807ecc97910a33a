import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

/** How often something may be tried. */
export interface AttemptLimit {
  /** Of what is tried; limits of one name count together. */
  name: string;
  /** At most so often */
  times: number;
  /** in so many seconds from the first time on. */
  seconds: number;
}

export type Attempts = ReturnType<typeof countAttempts>;

/**
 * Counts attempts in the table rate_limit, for all processes together. Each statement is a transaction of its own, so
 * what was counted stays counted when the action fails. `query` sends a statement.
 */
export function countAttempts(query: (statement: pg.QueryConfig) => Promise<pg.QueryResult>) {
  const limiters = new Map<string, RateLimiterPostgres>();
  // The library names its statements; without a name they pass any pooler
  // (docs/decisions/0020-a-scope-owns-its-transaction.md).
  const unnamed = ({ text, values }: pg.QueryConfig) => query({ text, values: values ?? [] });

  function limiterOf({ name, times, seconds }: AttemptLimit): RateLimiterPostgres {
    let limiter = limiters.get(name);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: { query: unnamed },
        storeType: "client",
        tableName: "rate_limit",
        // A migration makes it, and a job removes what has ended: the runtime role may do neither.
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points: times,
        duration: seconds,
      });
      limiters.set(name, limiter);
    }
    return limiter;
  }

  return {
    /** Counts an attempt. Returns 0 if it is within the limit, else for how many seconds there is no other. */
    async count(limit: AttemptLimit, key: string): Promise<number> {
      try {
        await limiterOf(limit).consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return secondsOf(refusal);
        throw refusal;
      }
    },
    /** Counts one of the requests of a key, and says how many are left and when they begin anew, in seconds. */
    async take(limit: AttemptLimit, key: string): Promise<{ wait: number; remaining: number; resets: number }> {
      const [wait, { remainingPoints, msBeforeNext }] = await limiterOf(limit)
        .consume(key)
        .then(
          (left) => [0, left] as const,
          (refusal: unknown) => {
            if (refusal instanceof RateLimiterRes) return [secondsOf(refusal), refusal] as const;
            throw refusal;
          },
        );
      return { wait, remaining: Math.max(0, remainingPoints), resets: Math.ceil(msBeforeNext / 1000) };
    },
    /** Takes an attempt back that {@link count} has counted. */
    async takeBack(limit: AttemptLimit, key: string): Promise<void> {
      await limiterOf(limit).reward(key);
    },
    /** Begins to count anew. */
    async forget(limit: AttemptLimit, key: string): Promise<void> {
      // As a count of none: the runtime role deletes no counts.
      await limiterOf(limit).set(key, 0, limit.seconds);
    },
  };
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));
