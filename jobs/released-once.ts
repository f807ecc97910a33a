import type pg from "pg";

type Callback = Parameters<pg.Pool["connect"]>[0];

/**
 * The same pool, in which a connection can be given back twice. Graphile Worker 0.17.3 gives back the one it listens with
 * twice when that breaks while a run is being stopped. pg refuses the second time, nobody handles the rejection, and the
 * process ends.
 */
export function releasedOnce(pool: pg.Pool): pg.Pool {
  const connect = (callback?: Callback) => {
    if (!callback) return pool.connect();
    pool.connect((error, client, release) => {
      let isReleased = false;
      callback(error, client, (broken?: unknown) => {
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
