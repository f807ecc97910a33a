import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { accepts } from "./ports.ts";
import { listProcesses, processIdentity, signal, type RunningProcess } from "./process-state.ts";

const START_TIMEOUT_MS = 120_000;

/**
 * Returns the tag (`cluster_name`) that all processes of a server carry in their command line. A process id alone
 * proves nothing: after a crash or a container restart another program may have it.
 * @param dir an existing data directory
 * @returns a name derived from the directory's identity on disk, which survives moving it
 */
export function serverTag(dir: string): string {
  const { dev, ino } = fs.statSync(dir, { bigint: true });
  return `finderlohn-${dev.toString(36)}-${ino.toString(36)}`;
}

/**
 * Waits until the state of a data directory is certain. A starting server becomes ready and a stopping one ends.
 * Leftovers of a crashed one (processes without a postmaster, a stale pid file) are removed.
 * @param dir the data directory; it may have been deleted
 * @param tag its tag, see `serverTag`
 * @returns the port of the running server; undefined if none runs
 * @throws if this takes longer than two minutes
 */
export async function settle(dir: string, tag: string): Promise<number | undefined> {
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const file = readPidFile(dir);
    const processes = listProcesses();
    const named = file && processes.find(({ pid }) => pid === file.pid);
    if (named && (isOf(tag, named) || servesByHand(dir, named))) {
      if (file.ready && (await accepts(file.port))) return file.port;
    } else {
      const orphans = processes.filter((each) => isOf(tag, each));
      if (orphans.length === 0) {
        fs.rmSync(pidFilePath(dir), { force: true });
        return undefined;
      }
      // Without its pid file a server would shut down in the same way within a minute.
      for (const { pid } of orphans) signal(pid, "SIGQUIT");
    }
    if (Date.now() > giveUpAt)
      throw new Error(
        `The PostgreSQL server in the folder "${dir}" neither becomes ready nor ends: its log is "${path.join(dir, "server.log")}".`,
      );
    await sleep(50);
  }
}

/**
 * Whether a process belongs to the tagged server. This includes pg_ctl before it becomes the server, because its parent
 * may have been killed.
 */
function isOf(tag: string, { command }: RunningProcess): boolean {
  return (
    command.startsWith(`postgres: ${tag}: `) ||
    (/\/bin\/(postgres|pg_ctl)"? /.test(command) && `${command} `.includes(` cluster_name=${tag} `))
  );
}

/** Whether a process is a manually started server without the tag; it must not lose its pid file either. */
function servesByHand(dir: string, { command }: RunningProcess): boolean {
  return command.includes("postgres") && `${command} `.includes(` -D ${dir} `);
}

/** Returns the port of the running or the last server of a data directory; undefined if there was none. */
export function lastPort(dir: string): number | undefined {
  try {
    // The server stores its options in this file and does not delete it.
    const options = fs.readFileSync(path.join(dir, "postmaster.opts"), "utf8");
    return Number(/"port=(\d+)"/.exec(options)?.[1]) || undefined;
  } catch {
    return undefined;
  }
}

/** Returns a function that tells whether the current server of a data directory is still running. */
export function watchServer(dir: string): () => boolean {
  const pid = readPidFile(dir)?.pid ?? 0;
  const identity = processIdentity(pid);
  return () => identity !== undefined && processIdentity(pid) === identity;
}

const pidFilePath = (dir: string): string => path.join(dir, "postmaster.pid");

interface PidFile {
  pid: number;
  port: number;
  ready: boolean;
}

function readPidFile(dir: string): PidFile | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(pidFilePath(dir), "utf8").split("\n");
  } catch {
    return undefined;
  }
  // The server writes these lines one by one while it starts.
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}
