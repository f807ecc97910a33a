import fs from "node:fs";
import { prepareBinaries, type Binaries } from "./binaries.ts";
import { createCluster, PortTakenError, startServer, stopServer } from "./cluster.ts";
import { withLock } from "./lock.ts";
import { holdsCluster, locate, type Location } from "./location.ts";
import { loadPassword } from "./password.ts";
import { freePort } from "./ports.ts";
import { lastPort, serverTag, settle, watchServer } from "./running-server.ts";

export { freePort } from "./ports.ts";

/** A running PostgreSQL server of our own. */
export interface EmbeddedPostgres {
  /**
   * @param database a database name; it need not exist yet
   * @returns the connection string of the owner, who may do everything in this private server
   */
  url(database: string): string;
  /** the TCP port on 127.0.0.1 */
  port: number;
  /** the data directory really used */
  dir: string;
  /** whether the server was running already */
  attached: boolean;
  /** Whether the server process found or started here still runs. */
  runs(): boolean;
  /** Stops the server, also for others attached to it. Does nothing when it has stopped. Throws when it cannot. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The data directory; its password is kept beside it in `<dir>.password`. */
  dir: string;
  /** The port to take if it is free, by default that of the last time; a server that runs already keeps its own. */
  port?: number;
  /** Take no other port, because others have the address of the server. */
  samePort?: boolean;
  /** Do without safety against a crash of the machine, for tests. */
  fast?: boolean;
}

/**
 * Starts a PostgreSQL server on a data directory, or attaches to the one that runs there. The first start creates
 * the database cluster. The server outlives this process: only `stop` ends it.
 * @returns the server, ready for connections
 * @throws an error with one line that says what is wrong, with the end of the server's log if it does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const location = await locate(options.dir);
  return withLock(location.lock, async () => {
    const { dir, account } = location;
    const binaries = await prepareBinaries(account);
    const password = await prepareCluster(location, binaries, options.fast ?? false);
    const tag = serverTag(dir);
    const running = await settle(dir, tag);
    const port = running ?? (await start(location, { ...options, tag }, binaries));
    const runs = watchServer(dir);
    return {
      url: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
      port,
      dir,
      attached: running !== undefined,
      runs,
      stop: () => withLock(location.lock, () => stopServer(dir, tag, binaries, account)),
    };
  });
}

async function prepareCluster(location: Location, binaries: Binaries, fast: boolean): Promise<string> {
  const { dir, displaced, passwordFile, account } = location;
  if (holdsCluster(dir) && !fs.existsSync(passwordFile)) {
    if (!displaced) {
      throw new Error(
        `The file "${passwordFile}", the password of the database in "${dir}", is missing: put it back from a copy, or delete the folder "${dir}" to begin with an empty database.`,
      );
    }
    // A person who deletes the directory they know wants a new database, and does not know of this one.
    await stopServer(dir, serverTag(dir), binaries, account);
    fs.rmSync(`${dir}.old`, { recursive: true, force: true });
    fs.renameSync(dir, `${dir}.old`);
  }
  const password = loadPassword(passwordFile);
  if (!holdsCluster(dir)) await createCluster(dir, password, binaries, account, fast);
  return password;
}

async function start(
  { dir, account }: Location,
  options: EmbeddedOptions & { tag: string },
  binaries: Binaries,
): Promise<number> {
  const wanted = options.port ?? lastPort(dir);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 || options.samePort ? wanted : undefined);
    if (options.samePort && wanted && port !== wanted) throw new PortTakenError(dir, wanted);
    try {
      await startServer(dir, { port, tag: options.tag, fast: options.fast ?? false }, binaries, account);
      return port;
    } catch (error) {
      // Another program took the port after it was found to be free.
      if (!(error instanceof PortTakenError) || options.samePort || attempt === 5) throw error;
    }
  }
}
