import type { Job, WorkerEvents, WorkerPool } from "graphile-worker";

/** A job of the catalogue carries its organisation as a flag (app.enqueue), so that it can be passed over. */
const ORGANIZATION = /^org:/;
/** A job that took longer has hung, and its organisation is slow until a job of it is quick again. */
const SLOW_MS = 5_000;
/** How many organisations are remembered. Each search for a job may carry the names of those that are slow. */
const REMEMBERED = 200;
/** How often to look for jobs that nothing announces: those that are tried again, and those of a dead worker. */
const LOOK_MS = 1_000;

const SLOW = 0;

export interface Slots {
  slots: number;
  /** At most, for one organisation. */
  slotsPerOrganization: number;
}

/**
 * Divides the slots of one runner among organisations, so that those whose jobs hang do not hold up the others. Each
 * begins with one slot and gets one more with every quick job, up to `slotsPerOrganization`; a slow job takes it back to
 * one. Nobody gets another slot while holding as many as are free, and the slow ones hold at most half of the slots
 * together.
 * @returns what Graphile Worker asks before each search for a job: the flags to pass over. Its workers search one after
 *   the other, because each must know what the one before has taken.
 */
export function fairShare({ slots, slotsPerOrganization }: Slots, events: WorkerEvents) {
  const held = new Map<string, number>();
  /** By organisation, those whose jobs ended last at the end. */
  const allowed = new Map<string, number>();
  const started = new Map<string, number>();
  const queue: (() => void)[] = [];
  let busy = 0;
  let searching = false;
  let over = false;
  let pool: WorkerPool | undefined;
  let timer: NodeJS.Timeout | undefined;

  function flagsToPassOver(): string[] {
    const free = slots - busy;
    const most = (flag: string) => Math.min(free, Math.max(1, allowed.get(flag) ?? 1));
    const full = [...held].filter(([flag, count]) => count >= most(flag)).map(([flag]) => flag);
    const heldBySlow = [...held].reduce((sum, [flag, count]) => sum + (isSlow(flag) ? count : 0), 0);
    return heldBySlow * 2 < slots ? full : [...new Set([...full, ...[...allowed.keys()].filter(isSlow)])];
  }

  const isSlow = (flag: string) => allowed.get(flag) === SLOW;

  function take(job: Job): void {
    busy += 1;
    started.set(job.id, performance.now());
    for (const flag of organizationsOf(job)) held.set(flag, (held.get(flag) ?? 0) + 1);
  }

  function giveBack(job: Job): void {
    busy -= 1;
    const slow = performance.now() - started.get(job.id)! > SLOW_MS;
    started.delete(job.id);
    for (const flag of organizationsOf(job)) {
      const left = held.get(flag)! - 1;
      if (left > 0) held.set(flag, left);
      else held.delete(flag);
      const next = slow ? SLOW : Math.min(slotsPerOrganization, Math.max(1, allowed.get(flag) ?? 1) + 1);
      allowed.delete(flag);
      allowed.set(flag, next);
    }
    for (const flag of allowed.keys()) {
      if (allowed.size <= REMEMBERED) break;
      allowed.delete(flag);
    }
  }

  function nextSearch(): void {
    const go = queue.shift();
    searching = go !== undefined;
    go?.();
  }

  function end(): void {
    over = true;
    clearInterval(timer);
    for (const go of queue.splice(0)) go();
  }

  /** Wakes one idle worker; the others sleep on. */
  function wake(): void {
    if (!over) pool?.nudge(1);
  }

  events.on("pool:create", ({ workerPool }) => {
    pool = workerPool;
    timer = setInterval(wake, LOOK_MS);
  });
  events.on("job:start", ({ job }) => {
    take(job);
    nextSearch();
    // Where there was one there may be more.
    wake();
  });
  events.on("worker:getJob:empty", nextSearch);
  events.on("worker:getJob:error", nextSearch);
  events.on("job:complete", ({ job }) => giveBack(job));
  // A worker that has ended must not be woken, and one that waits for its turn would never end.
  events.on("pool:gracefulShutdown", end);
  events.on("pool:forcefulShutdown", end);
  events.on("worker:fatalError", end);

  return async (): Promise<string[]> => {
    if (searching && !over) await new Promise<void>((resolve) => queue.push(resolve));
    searching = true;
    return flagsToPassOver();
  };
}

function organizationsOf(job: Job): string[] {
  return Object.keys(job.flags ?? {}).filter((flag) => ORGANIZATION.test(flag));
}
