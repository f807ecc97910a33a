import { EventEmitter, setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Logger, run, type Task, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Log } from "~/platform/log.server";
import { crontab } from "./crontab";
import { fairShare } from "./fair-share";
import type { Lane } from "./lanes";
import type { Register } from "./live-workers";

const PAUSE_MS = { first: 1_000, most: 5_000 };
/** A runner that worked for so long did not fail for the reason its predecessor failed for. */
const SOUND_AFTER_MS = 30_000;
/** How long running jobs have to finish when their worker is stopped. */
const JOBS_END_MS = 5_000;
/** A runner that is still not done then is left alone: one that cannot reach the database may never be. */
const LEAVE_MS = { stopped: JOBS_END_MS + 1_500, failed: 3_000 };
/** For the last word to a database that may be away. */
export const SIGN_OFF_MS = 1_000;
/** Workers do not look by themselves: what queues a job wakes one of them, and so does `fairShare` now and then. */
const HARDLY_EVER_MS = 24 * 60 * 60 * 1000;

/** What the lanes of a worker process share. */
export interface LaneContext {
  owner: pg.Pool;
  log: Log;
  register: Register;
  /** Of all lanes. */
  tasks: TaskList;
  /** Off is for tests that want no surprises. */
  cron: boolean;
  /** Ends the lanes. */
  stopping: AbortSignal;
}

/** One life of Graphile Worker: it does not survive the loss of a connection. */
interface Life {
  /** Resolves when it is over or must not go on. */
  failed: Promise<void>;
  /** Ends it, or leaves it alone after the time given. From then on it reports nothing and holds no job. */
  end(withinMs: number): Promise<void>;
}

/**
 * Starts working through the jobs of a lane, and starts again whenever Graphile Worker fails. Rejects when the first
 * start fails.
 * @returns what resolves when the lane was stopped and its running jobs have ended or were given back
 */
export async function startLane(lane: Lane, context: LaneContext): Promise<{ ended: Promise<void> }> {
  return { ended: supervise(lane, await startLife(lane, context), context) };
}

/** One life after the other, never two at once. Resolves when `stopping` is aborted and the last one has ended. */
async function supervise(lane: Lane, first: Life, context: LaneContext): Promise<void> {
  const { stopping, log } = context;
  const stopped = new Promise<void>((resolve) =>
    stopping.addEventListener("abort", () => resolve(), { once: true }),
  );
  let life: Life | null = first;
  let pause = PAUSE_MS.first;
  for (;;) {
    if (life) {
      const started = performance.now();
      await Promise.race([life.failed, stopped]);
      if (performance.now() - started > SOUND_AFTER_MS) pause = PAUSE_MS.first;
      await life.end(stopping.aborted ? LEAVE_MS.stopped : LEAVE_MS.failed);
    }
    if (stopping.aborted) return;
    await setTimeout(pause, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return;
    pause = Math.min(pause * 2, PAUSE_MS.most);
    const starting = startLife(lane, context);
    starting.then(
      // A start that hung until after the stop.
      (late) => stopping.aborted && void late.end(0),
      (error: unknown) => log.warn({ err: error, lane: lane.name }, "the worker could not be started"),
    );
    life = await Promise.race([starting.catch(() => null), stopped.then(() => null)]);
    if (life) log.info({ lane: lane.name }, "the worker runs again");
  }
}

async function startLife(lane: Lane, context: LaneContext): Promise<Life> {
  const { owner, log, register } = context;
  const events = new EventEmitter() as WorkerEvents;
  let left = false;
  let poolId: string | undefined;
  events.on("pool:create", ({ workerPool }) => {
    // Jobs are locked in the name of the pool, not of one of its workers.
    register.add((poolId = workerPool.id));
    // Every running job listens to it.
    setMaxListeners(lane.slots + 10, workerPool.abortSignal);
  });
  const failed = new Promise<void>((resolve) => {
    const fail = ({ error }: { error: unknown }) => {
      log.error({ err: error, lane: lane.name }, "the worker failed");
      resolve();
    };
    events.once("pool:fatalError", fail);
    events.once("worker:fatalError", fail);
    // The job may have been locked although the answer was lost; only the end of the pool's name frees it.
    events.once("worker:getJob:error", fail);
  });
  const runner = await run({
    // Without batches, the end of a job that cannot be written down is a rejection that nobody handles.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    pgPool: owner,
    concurrency: lane.slots,
    forbiddenFlags: fairShare(lane, events),
    noHandleSignals: true,
    pollInterval: HARDLY_EVER_MS,
    gracefulShutdownAbortTimeout: JOBS_END_MS,
    taskList: unlessLeft(ofLane(lane, context.tasks), () => left),
    parsedCronItems: context.cron ? crontab.filter(({ task }) => isOf(lane, task)) : [],
    events,
    logger: workerLogger(log),
  });
  const over = runner.promise.catch((error: unknown) =>
    log.error({ err: error, lane: lane.name }, "the worker ended"),
  );
  return {
    failed: Promise.race([failed, over]),
    async end(withinMs) {
      // Rejects when Graphile Worker is stopping by itself.
      const stop = runner.stop().catch(() => {});
      await within(withinMs, Promise.all([stop, over]));
      left = true;
      if (poolId) await within(SIGN_OFF_MS, register.remove(poolId));
    },
  };
}

/** Resolves with the work, or without it when the time is up. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, setTimeout(ms, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}

/** Graphile Worker throws where nobody catches when a job ends in a pool that has been closed: it is not told. */
function unlessLeft(list: TaskList, isLeft: () => boolean): TaskList {
  const wrap =
    (task: Task): Task =>
    (payload, helpers) =>
      new Promise((resolve, reject) => {
        Promise.resolve(task(payload, helpers)).then(
          () => isLeft() || resolve(),
          (error: unknown) => isLeft() || reject(error as Error),
        );
      });
  return Object.fromEntries(Object.entries(list).map(([name, task]) => [name, wrap(task!)]));
}

function ofLane(lane: Lane, tasks: TaskList): TaskList {
  return Object.fromEntries(Object.entries(tasks).filter(([name]) => isOf(lane, name)));
}

const isOf = (lane: Lane, job: string): boolean => lane.jobs.some((one) => one === job);

function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log.error(message);
    else if (level === "warning") log.warn(message);
  });
}
