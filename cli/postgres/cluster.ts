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
 * @param dir the data directory; it must not exist or be empty
 * @param password of the owner
 * @param account the user that the server will run as; undefined for the current user
 * @param fast do not wait until it is written to the disk
 * @throws when `initdb` fails or the directory holds something else
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
      `The folder "${dir}" holds something else than a database: empty it, or name another folder in DATA_DIR.`,
    );
  }
  // initdb writes PG_VERSION first: interrupted in place, it would leave what looks like a cluster.
  const draft = `${dir}.init`;
  const passwordFile = `${dir}.init-password`;
  const removeDrafts = async () => {
    // The processes of initdb may still be writing.
    await rm(draft, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 });
    await rm(passwordFile, { force: true });
  };
  try {
    // It goes on when the process that started it is killed.
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

/** What a server is started with. */
export interface ServerSettings {
  port: number;
  /** the mark by which its processes are found again */
  tag: string;
  /** trade safety of the data for speed */
  fast: boolean;
}

/**
 * Starts a server and waits until it accepts connections.
 * @param dir a cluster on which no server runs
 * @throws {PortTakenError} when another program has the port
 * @throws when it does not start, with the end of what it logged
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
 * How much of the tables the server keeps in memory: an eighth of the machine's, because the program runs beside it,
 * from 128 MB (what PostgreSQL takes by itself) to 1 GB. In a container it is the container's memory that counts.
 */
function bufferMegabytes(): number {
  const bytes = Math.min(os.totalmem(), process.constrainedMemory() || Infinity);
  return Math.min(1024, Math.max(128, Math.floor(bytes / 8 / 2 ** 20)));
}

/** Another program listens on the port that the server was given. */
export class PortTakenError extends Error {
  constructor(dir: string, port: number) {
    super(`Port ${port} of the database in "${dir}" is taken by another program: end that program.`);
  }
}

/**
 * Stops the server of a data directory and waits for its end; open sessions are rolled back.
 * @param dir the data directory; when no server runs on it nothing happens
 * @throws when it does not stop
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
      `The PostgreSQL server in the folder "${dir}" did not stop: its process is named in "${path.join(dir, "postmaster.pid")}", and its log is "${path.join(dir, "server.log")}".`,
      { cause },
    );
  }
}

function oneLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).slice(-8).join(" | ");
}
