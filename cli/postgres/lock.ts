import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processIdentity } from "./process-state.ts";

const PATIENCE_MS = 180_000;

/**
 * Runs a task while no other process (and no other call in this one) runs one under the same lock. A lock left
 * behind by a process that is gone is taken over.
 *
 * The lock is a directory of numbered files. Whoever creates the next number holds it; releasing empties that
 * file and the highest number is never deleted. Deleting "the stale lock file" instead would let two processes
 * that find it at the same time delete each other's fresh one.
 *
 * Not proper-lockfile: it recognises a dead process by a time limit, which also takes the lock from one that is
 * suspended.
 * @param directory where the numbered files are kept; created when missing
 * @param task what to do under the lock
 * @returns what the task returns
 * @throws when another live process holds the lock for three minutes, and whatever the task throws
 */
export async function withLock<T>(directory: string, task: () => Promise<T>): Promise<T> {
  const held = await acquire(directory);
  try {
    return await task();
  } finally {
    // The directory may have been deleted meanwhile, and then there is nothing to release.
    if (fs.existsSync(held)) fs.truncateSync(held);
  }
}

async function acquire(directory: string): Promise<string> {
  const giveUpAt = Date.now() + PATIENCE_MS;
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
      throw new Error(`Process ${owner.pid} has been holding ${directory} for too long; end it and try again.`);
    }
    await sleep(50);
  }
}

function highest(directory: string): number {
  return Math.max(0, ...fs.readdirSync(directory).map(Number).filter(Number.isInteger));
}

/** Creates the file with its content in one step, so that nobody ever reads it half written. */
function claim(directory: string, number: number): string | undefined {
  const mine = path.join(directory, String(number));
  const draft = path.join(directory, `draft-${randomUUID()}`);
  try {
    fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) }));
    fs.linkSync(draft, mine);
  } catch (error) {
    // EEXIST: another process was faster. ENOENT: the winner has removed our draft.
    if (["EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
  if (highest(directory) > number) {
    // We read the directory before others took this number and more, and deleted it again.
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
