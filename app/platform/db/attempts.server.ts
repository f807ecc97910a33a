import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

/** A rate limit. */
export interface AttemptLimit {
  /** Name of the limited action; limits with the same name share their counts. */
  name: string;
  /** Max attempts per period. */
  times: number;
  /** Length of the period in seconds; it begins with the first attempt. */
  seconds: number;
}

/**
 * Counts attempts in the table rate_limit, shared by all processes. Each statement is its own transaction, so a count
 * remains when the action fails. `query` sends a statement.
 */
export function countAttempts(query: (statement: pg.QueryConfig) => Promise<pg.QueryResult>) {
  const limiters = new Map<string, RateLimiterPostgres>();
  // The library names its statements. Without a name they work behind any connection pooler
  // (docs/decisions/0020-a-scope-owns-its-transaction.md).
  const unnamed = ({ text, values }: pg.QueryConfig) => query({ text, values: values ?? [] });

  function limiterOf({ name, times, seconds }: AttemptLimit): RateLimiterPostgres {
    let limiter = limiters.get(name);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: { query: unnamed },
        storeType: "client",
        tableName: "rate_limit",
        // A migration creates the table and a job deletes expired rows; the runtime role may do neither.
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
    /** Counts an attempt. Returns 0 if it is within the limit, otherwise the seconds until the next one is allowed. */
    async count(limit: AttemptLimit, key: string): Promise<number> {
      try {
        await limiterOf(limit).consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return secondsOf(refusal);
        throw refusal;
      }
    },
    /**
     * Counts one request of a key. Returns the seconds to wait (0 if allowed), the remaining requests and the seconds
     * until the count restarts.
     */
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
    /** Refunds an attempt that {@link count} has counted. */
    async takeBack(limit: AttemptLimit, key: string): Promise<void> {
      await limiterOf(limit).reward(key);
    },
    /** Resets the count of a key. */
    async forget(limit: AttemptLimit, key: string): Promise<void> {
      // Stores a count of zero, because the runtime role may not delete rows.
      await limiterOf(limit).set(key, 0, limit.seconds);
    },
  };
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));
