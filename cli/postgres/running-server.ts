import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { accepts } from "./ports.ts";
import { listProcesses, processIdentity, signal, type RunningProcess } from "./process-state.ts";

const PATIENCE_MS = 120_000;

/**
 * The mark (`cluster_name`) that all processes of a server carry in their command line. A process id alone proves
 * nothing: after a crash or a container's restart it may belong to another program.
 * @param dir an existing data directory
 * @returns a name made of the directory's identity on disk, which survives moving it
 */
export function serverTag(dir: string): string {
  const { dev, ino } = fs.statSync(dir, { bigint: true });
  return `finderlohn-${dev.toString(36)}-${ino.toString(36)}`;
}

/**
 * Waits until it is certain what runs on a data directory: a starting server gets ready, a stopping one ends, and
 * what a crashed one left behind (processes without a postmaster, a stale pid file) is cleared away.
 * @param dir the data directory; it may have been deleted
 * @param tag its mark, see `serverTag`
 * @returns the port of the running server; undefined when none runs
 * @throws when this takes longer than two minutes
 */
export async function settle(dir: string, tag: string): Promise<number | undefined> {
  const giveUpAt = Date.now() + PATIENCE_MS;
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
      // Without its pid file a server ends by itself within a minute, in this same way.
      for (const { pid } of orphans) signal(pid, "SIGQUIT");
    }
    if (Date.now() > giveUpAt)
      throw new Error(
        `The PostgreSQL server in the folder "${dir}" neither gets ready nor ends: its log is "${path.join(dir, "server.log")}".`,
      );
    await sleep(50);
  }
}

/** Also a program that is about to become the server: whoever started it may have been killed. */
function isOf(tag: string, { command }: RunningProcess): boolean {
  return (
    command.startsWith(`postgres: ${tag}: `) ||
    (/\/bin\/(postgres|pg_ctl)"? /.test(command) && `${command} `.includes(` cluster_name=${tag} `))
  );
}

/** A server that somebody started without our mark must not lose its pid file either. */
function servesByHand(dir: string, { command }: RunningProcess): boolean {
  return command.includes("postgres") && `${command} `.includes(` -D ${dir} `);
}

/**
 * Reads the port of a server.
 * @param dir a data directory
 * @returns the port of the server that runs there or was the last to; undefined when none ever did
 */
export function lastPort(dir: string): number | undefined {
  try {
    // The server stores its options there and does not remove them.
    const options = fs.readFileSync(path.join(dir, "postmaster.opts"), "utf8");
    return Number(/"port=(\d+)"/.exec(options)?.[1]) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Watches a running server.
 * @param dir its data directory
 * @returns a function that says whether this server still runs
 */
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
  // The server writes the lines one after the other while it starts.
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}
