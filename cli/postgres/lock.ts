import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processIdentity } from "./process-state.ts";

const LOCK_TIMEOUT_MS = 180_000;

/**
 * Runs a task while no other process, and no other call in this one, runs one under the same lock. The lock of a dead
 * process is taken over.
 *
 * The lock is a directory of numbered files. The process that creates the next number holds it. Releasing empties that
 * file, and the highest number is never deleted. Deleting a stale lock file instead would let two processes delete each
 * other's new one.
 *
 * proper-lockfile is not used: it detects a dead process by a time limit, which also takes the lock from a suspended
 * one.
 * @param directory the directory of the numbered files; created if missing
 * @param task runs under the lock
 * @returns the result of the task
 * @throws if another live process holds the lock for three minutes, and the errors of the task
 */
export async function withLock<T>(directory: string, task: () => Promise<T>): Promise<T> {
  const held = await acquire(directory);
  try {
    return await task();
  } finally {
    // If the directory was deleted meanwhile, there is nothing to release.
    if (fs.existsSync(held)) fs.truncateSync(held);
  }
}

async function acquire(directory: string): Promise<string> {
  const giveUpAt = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    fs.mkdirSync(directory, { recursive: true });
    const top = highest(directory);
    const owner = readOwner(path.join(directory, String(top)));
    if (owner === undefined || !isAlive(owner)) {
      const held = claim(directory, top + 1);
      if (held) return held;
      continue;
    }
    if (Date.now() > giveUpAt) {
      throw new Error(`Process ${owner.pid} has held ${directory} for too long; stop it and try again.`);
    }
    await sleep(50);
  }
}

function highest(directory: string): number {
  return Math.max(0, ...fs.readdirSync(directory).map(Number).filter(Number.isInteger));
}

/** Creates the file with its content in one step, so that no process reads an incomplete one. */
function claim(directory: string, number: number): string | undefined {
  const mine = path.join(directory, String(number));
  const draft = path.join(directory, `draft-${randomUUID()}`);
  try {
    fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) }));
    fs.linkSync(draft, mine);
  } catch (error) {
    // EEXIST: another process was faster. ENOENT: the winner has deleted this draft.
    if (["EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
  if (highest(directory) > number) {
    // The directory was read before others took this number and later ones, and deleted it again.
    fs.rmSync(mine, { force: true });
    return undefined;
  }
  for (const name of fs.readdirSync(directory)) {
    if (name !== String(number) && !(Number(name) > number)) {
      fs.rmSync(path.join(directory, name), { force: true });
    }
  }
  return mine;
}

interface Owner {
  pid: number;
  identity?: string;
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as Owner;
  } catch {
    return undefined;
  }
}

function isAlive(owner: Owner): boolean {
  const identity = processIdentity(owner.pid);
  return identity !== undefined && identity === owner.identity;
}
