import type pg from "pg";

type Callback = Parameters<pg.Pool["connect"]>[0];

/** How long a statement of the queue may take. All of them are short. */
const LIMIT_MS = 60_000;

/**
 * The same pool for Graphile Worker 0.17.3, with two differences. A connection can be given back twice: it gives back
 * the one it listens with twice when that breaks while a run is being stopped; pg refuses the second time, nobody
 * handles the rejection, and the process ends. And a connection is closed when a statement has no answer after a
 * minute: a server that is gone without a word (a failover that drops its packets) would keep a slot for as long as the
 * operating system sends again, a quarter of an hour.
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

/**
 * A connection that is closed when a statement takes longer. What it was asked rejects then, and the pool forgets it.
 */
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
