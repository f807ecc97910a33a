import type { Job, WorkerEvents, WorkerPool } from "graphile-worker";

/** Every job of an organization has the organization as a flag (app.enqueue), so that a search can exclude it. */
const ORGANIZATION = /^org:/;
/** After a job longer than this, its organization counts as slow until one of its jobs is quick again. */
const SLOW_MS = 5_000;
/** Max organizations stored. A search for a job may list all slow ones. */
const REMEMBERED = 200;
/** Interval of searches for jobs without a notification: retries and jobs of a dead worker. */
const LOOK_MS = 1_000;

const SLOW = 0;

export interface Slots {
  slots: number;
  /** Max slots of one organization. */
  slotsPerOrganization: number;
}

/**
 * Divides the slots of one runner among organizations, so that slow jobs of one do not delay the others. Each
 * organization begins with one slot and gets one more with every quick job, up to `slotsPerOrganization`. A slow job
 * reduces it to one slot. An organization that holds as many slots as are free gets no more, and slow organizations
 * together hold at most half of the slots.
 * @returns a function that Graphile Worker calls before each search for a job. It returns the flags to exclude. Its
 * workers search one after the other, because each must know which job the previous one took.
 */
export function fairShare({ slots, slotsPerOrganization }: Slots, events: WorkerEvents) {
  const held = new Map<string, number>();
  /** Allowed slots by organization, in the order in which their last jobs ended. */
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

  /** Wakes one idle worker. */
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
    // There may be more jobs.
    wake();
  });
  events.on("worker:getJob:empty", nextSearch);
  events.on("worker:getJob:error", nextSearch);
  events.on("job:complete", ({ job }) => giveBack(job));
  // Ended workers must not be woken, and waiting workers must be released so that they can end.
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
