import fs from "node:fs";
import os from "node:os";
import { rm } from "node:fs/promises";
import path from "node:path";
import { runAs, type Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { listProcesses, signal } from "./process-state.ts";
import { settle } from "./running-server.ts";

/**
 * Creates an empty cluster: UTF-8, owner `postgres`, password authentication only.
 * @param dir the data directory; must be missing or empty
 * @param password password of the owner
 * @param account the user that will run the server; undefined for the current user
 * @param fast skip waiting for the disk
 * @throws if `initdb` fails or the directory contains other files
 */
export async function createCluster(
  dir: string,
  password: string,
  binaries: Binaries,
  account: Account | undefined,
  fast: boolean,
): Promise<void> {
  if (fs.existsSync(dir) && fs.readdirSync(dir).length > 0) {
    throw new Error(
      `The folder "${dir}" contains other files than a database: empty it, or name another folder in DATA_DIR.`,
    );
  }
  // initdb writes PG_VERSION first, so an interrupted run would look like a cluster.
  const draft = `${dir}.init`;
  const passwordFile = `${dir}.init-password`;
  const removeDrafts = async () => {
    // Processes of initdb may still be writing.
    await rm(draft, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 });
    await rm(passwordFile, { force: true });
  };
  try {
    // initdb continues if the process that started it is killed.
    for (const { pid, command } of listProcesses()) {
      if (command.includes(`/initdb -D ${draft} `)) signal(pid, "SIGKILL");
    }
    await removeDrafts();
    fs.mkdirSync(draft, { mode: 0o700 });
    fs.writeFileSync(passwordFile, password, { mode: 0o600, flag: "wx" });
    if (account) {
      fs.chownSync(draft, account.uid, account.gid);
      fs.chownSync(passwordFile, account.uid, account.gid);
    }
    await runAs(account, binaries.initdb, [
      "-D",
      draft,
      "--username=postgres",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--locale=C.UTF-8",
      ...(fast ? ["--no-sync"] : []),
    ]);
    fs.renameSync(draft, dir);
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    throw new Error(`PostgreSQL could not create a database in "${dir}": ${oneLine(stderr || message)}`, {
      cause,
    });
  } finally {
    await removeDrafts();
  }
}

/** Settings to start a server. */
export interface ServerSettings {
  port: number;
  /** the tag that identifies its processes */
  tag: string;
  /** less durability for more speed */
  fast: boolean;
}

/**
 * Starts a server and waits until it accepts connections.
 * @param dir a cluster without a running server
 * @throws {PortTakenError} if another program uses the port
 * @throws if it does not start, with the end of its log
 */
export async function startServer(
  dir: string,
  settings: ServerSettings,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  const log = path.join(dir, "server.log");
  const logged = fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const options = [
    `port=${settings.port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    `cluster_name=${settings.tag}`,
    `shared_buffers=${bufferMegabytes()}MB`,
    ...(settings.fast ? ["fsync=off", "full_page_writes=off"] : []),
  ].map((option) => `-c ${option}`);
  try {
    await runAs(account, binaries.pgCtl, [
      "start",
      "-D",
      dir,
      "--wait",
      "--timeout=120",
      `--log=${log}`,
      "-o",
      options.join(" "),
    ]);
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    const news = fs.existsSync(log) ? fs.readFileSync(log).subarray(logged).toString("utf8") : "";
    if (/could not bind|could not create any TCP\/IP sockets/.test(news)) throw new PortTakenError(dir, settings.port);
    throw new Error(
      `PostgreSQL did not start in the folder "${dir}" (its log is "${log}"): ${oneLine(news || stderr || message)}`,
      { cause },
    );
  }
}

/**
 * Returns the size of the shared buffers: an eighth of the memory, because the app runs on the same machine, between
 * 128 MB (PostgreSQL's default) and 1 GB. In a container it uses the container's limit.
 */
function bufferMegabytes(): number {
  const bytes = Math.min(os.totalmem(), process.constrainedMemory() || Infinity);
  return Math.min(1024, Math.max(128, Math.floor(bytes / 8 / 2 ** 20)));
}

/** Another program listens on the server's port. */
export class PortTakenError extends Error {
  constructor(dir: string, port: number) {
    super(`Port ${port} of the database in "${dir}" is in use by another program: stop that program.`);
  }
}

/**
 * Stops the server of a data directory and waits until it has ended. Open sessions are rolled back.
 * @param dir the data directory; nothing happens if no server runs on it
 * @throws if it does not stop
 */
export async function stopServer(
  dir: string,
  tag: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  if ((await settle(dir, tag)) === undefined) return;
  const stop = (mode: string) =>
    runAs(account, binaries.pgCtl, ["stop", "-D", dir, "--wait", "--timeout=30", `--mode=${mode}`]);
  try {
    await stop("fast").catch(() => stop("immediate"));
  } catch (cause) {
    throw new Error(
      `The PostgreSQL server in the folder "${dir}" did not stop: "${path.join(dir, "postmaster.pid")}" names its process, and its log is "${path.join(dir, "server.log")}".`,
      { cause },
    );
  }
}

function oneLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).slice(-8).join(" | ");
}
