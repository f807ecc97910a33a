import fs from "node:fs";
import { prepareBinaries, type Binaries } from "./binaries.ts";
import { createCluster, PortTakenError, startServer, stopServer } from "./cluster.ts";
import { withLock } from "./lock.ts";
import { holdsCluster, locate, type Location } from "./location.ts";
import { freePort } from "./ports.ts";
import { lastPort, serverTag, settle, watchServer } from "./running-server.ts";
import { randomBytes } from "node:crypto";

export { freePort } from "./ports.ts";

/** A running embedded PostgreSQL server. */
export interface EmbeddedPostgres {
  /**
   * @param database name of a database, which may not exist yet
   * @returns the connection string of the superuser of this private server
   */
  url(database: string): string;
  /** TCP port on 127.0.0.1 */
  port: number;
  /** the data directory in use */
  dir: string;
  /** whether the server was already running */
  attached: boolean;
  /** Whether the server process that was found or started here is still running. */
  runs(): boolean;
  /** Stops the server for all processes. Does nothing if it has stopped. Throws if it does not stop. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The data directory; the password is stored next to it in `<dir>.password`. */
  dir: string;
  /** Preferred port, by default the last one; a running server keeps its port. */
  port?: number;
  /** Accept no other port, because other processes know the server's address. */
  samePort?: boolean;
  /** Skip crash safety, for tests. */
  fast?: boolean;
}

/**
 * Starts a PostgreSQL server on a data directory, or attaches to the running one. The first start creates the cluster.
 * The server outlives this process; only `stop` ends it.
 * @returns the server, ready for connections
 * @throws an error with one line that says what is wrong, including the end of the log if the server does not start
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
        `The password file "${passwordFile}" of the database in "${dir}" is missing: restore it from a copy, or delete the folder "${dir}" to start with an empty database.`,
      );
    }
    // A user who deletes the known directory wants a new database and does not know this one.
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
      // Another program took the port after it was found free.
      if (!(error instanceof PortTakenError) || options.samePort || attempt === 5) throw error;
    }
  }
}

/**
 * Reads the password of the database owner, or creates one that only the current user can read.
 * @param file path of the password file
 * @returns the password; it needs no escaping in a URL
 * @throws if the file belongs to another user
 */
function loadPassword(file: string): string {
  if (!fs.existsSync(file)) {
    // Renamed at the end, so that the file is never incomplete.
    const draft = `${file}.new`;
    fs.rmSync(draft, { force: true });
    fs.writeFileSync(draft, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
    fs.renameSync(draft, file);
  }
  // A file restored from a backup may have lost its mode.
  fs.chmodSync(file, 0o600);
  return fs.readFileSync(file, "utf8").trim();
}
