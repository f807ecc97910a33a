import type pg from "pg";

type Callback = Parameters<pg.Pool["connect"]>[0];

/** Time limit of a queue query; all of them are short. */
const LIMIT_MS = 60_000;

/**
 * Wraps a pool for Graphile Worker 0.17.3 with two differences. Connections may be released twice: if its listening
 * connection breaks during a stop, Graphile Worker releases it twice, and the error of pg would end the process. And a
 * connection is closed if a query takes longer than a minute: if a server stops responding without closing the
 * connection (a failover that drops packets), the slot would otherwise be blocked for as long as TCP retransmits, a
 * quarter of an hour.
 */
export function queuePool(pool: pg.Pool, limitMs = LIMIT_MS): pg.Pool {
  const connect = (callback?: Callback) => {
    if (!callback) return pool.connect().then((client) => limited(client, limitMs));
    pool.connect((error, client, release) => {
      let isReleased = false;
      callback(error, client && limited(client, limitMs), (broken?: unknown) => {
        if (isReleased) return;
        isReleased = true;
        release(broken as Error);
      });
    });
  };
  return new Proxy(pool, {
    get: (target, key) => (key === "connect" ? connect : (Reflect.get(target, key) as unknown)),
  });
}

/** Closes the connection if a query takes too long. The query then rejects, and the pool removes the connection. */
function limited(client: pg.PoolClient, limitMs: number): pg.PoolClient {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (...args: unknown[]) => {
    const timer = setTimeout(() => stream.destroy(), limitMs);
    const answered = args.at(-1);
    if (typeof answered === "function") {
      args[args.length - 1] = (...answer: unknown[]) => {
        clearTimeout(timer);
        (answered as (...answer: unknown[]) => void)(...answer);
      };
      return ask(...args);
    }
    return (ask(...args) as Promise<unknown>).finally(() => clearTimeout(timer));
  };
  return new Proxy(client, {
    get: (target, key) => {
      if (key === "query") return query;
      const value = Reflect.get(target, key) as unknown;
      return typeof value === "function" ? (value as () => unknown).bind(target) : value;
    },
  });
}
