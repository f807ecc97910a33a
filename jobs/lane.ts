import { EventEmitter, setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Logger, run, type Task, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { isUnavailable } from "~/platform/db/outage.server";
import type { Log } from "~/domain/shared/scope";
import { crontab } from "./crontab";
import { fairShare } from "./fair-share";
import type { Lane } from "./lanes";
import type { Register } from "./live-workers";
import { queuePool } from "./queue-pool";

const PAUSE_MS = { first: 1_000, most: 5_000 };
/** A run that lasted this long did not fail for the same reason as the one before it. */
const STABLE_AFTER_MS = 30_000;
/** How long running jobs have to finish when their worker is stopped. */
const JOBS_END_MS = 5_000;
/** A run that has not ended by then is abandoned: without a database it may never end. */
const ABANDON_MS = { stopped: JOBS_END_MS + 1_500, failed: 3_000 };
/** Time to sign off in the database, which may not answer. */
export const SIGN_OFF_MS = 1_000;
/** Workers hardly poll: a queued job wakes one of them, and `fairShare` wakes them from time to time. */
const POLL_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** What the lanes of a worker process share. */
export interface LaneContext {
  owner: pg.Pool;
  log: Log;
  register: Register;
  /** Of all lanes. */
  tasks: TaskList;
  /** False in tests that must not run scheduled jobs. */
  cron: boolean;
  /** Ends the lanes. */
  stopping: AbortSignal;
}

/** One run of Graphile Worker, which ends when a connection is lost. */
interface WorkerRun {
  /** Resolves when it has ended or must be ended. */
  failed: Promise<void>;
  /** Ends it, or abandons it after this time. Afterwards it reports nothing and holds no job. */
  end(withinMs: number): Promise<void>;
}

/**
 * Starts working through the jobs of a lane, and starts again whenever Graphile Worker fails. Rejects when the first
 * start fails.
 * @returns `ended`, which resolves when the lane is stopped and its running jobs have ended or were released
 */
export async function startLane(lane: Lane, context: LaneContext): Promise<{ ended: Promise<void> }> {
  return { ended: supervise(lane, await startRun(lane, context), context) };
}

/** One run after the other, never two at once. Resolves when `stopping` is aborted and the last one has ended. */
async function supervise(lane: Lane, first: WorkerRun, context: LaneContext): Promise<void> {
  const { stopping, log } = context;
  const stopped = new Promise<void>((resolve) => stopping.addEventListener("abort", () => resolve(), { once: true }));
  let current: WorkerRun | null = first;
  let pause = PAUSE_MS.first;
  // Once per outage, not with every try.
  let said: string | undefined;
  for (;;) {
    if (current) {
      const started = performance.now();
      await Promise.race([current.failed, stopped]);
      if (performance.now() - started > STABLE_AFTER_MS) pause = PAUSE_MS.first;
      await current.end(stopping.aborted ? ABANDON_MS.stopped : ABANDON_MS.failed);
    }
    if (stopping.aborted) return;
    await setTimeout(pause, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return;
    pause = Math.min(pause * 2, PAUSE_MS.most);
    const starting = startRun(lane, context);
    starting.then(
      // A start that took until after the stop.
      (late) => stopping.aborted && void late.end(0),
      (error: unknown) => {
        if (said !== String(error)) log.warn({ err: error, lane: lane.name }, "the worker could not be started");
        said = String(error);
      },
    );
    current = await Promise.race([starting.catch(() => null), stopped.then(() => null)]);
    if (!current) continue;
    said = undefined;
    log.info({ lane: lane.name }, "the worker runs again");
  }
}

async function startRun(lane: Lane, context: LaneContext): Promise<WorkerRun> {
  const { owner, log, register } = context;
  const events = new EventEmitter() as WorkerEvents;
  let abandoned = false;
  let poolId: string | undefined;
  events.on("pool:create", ({ workerPool }) => {
    // Jobs are locked with the id of the pool, not of a worker.
    register.add((poolId = workerPool.id));
    // Every running job adds a listener.
    setMaxListeners(lane.slots + 10, workerPool.abortSignal);
  });
  const failed = new Promise<void>((resolve) => {
    const fail = ({ error }: { error: unknown }) => {
      log.error({ err: error, lane: lane.name }, "the worker failed");
      resolve();
    };
    events.once("pool:fatalError", fail);
    events.once("worker:fatalError", fail);
    // A job may be locked although the answer was lost. It is released only when the id of the pool is removed.
    events.once("worker:getJob:error", fail);
  });
  const runner = await run({
    // Without batches, the end of a job that cannot be written down is a rejection that nobody handles.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    pgPool: queuePool(owner),
    concurrency: lane.slots,
    forbiddenFlags: fairShare(lane, events),
    noHandleSignals: true,
    pollInterval: POLL_INTERVAL_MS,
    gracefulShutdownAbortTimeout: JOBS_END_MS,
    taskList: unlessAbandoned(ofLane(lane, context.tasks), () => abandoned),
    parsedCronItems: context.cron ? crontab.filter(({ task }) => isOf(lane, task)) : [],
    events,
    logger: workerLogger(log),
  });
  const over = runner.promise.catch((error: unknown) => log.error({ err: error, lane: lane.name }, "the worker ended"));
  return {
    failed: Promise.race([failed, over]),
    async end(withinMs) {
      // Rejects when Graphile Worker is stopping by itself.
      const stop = runner.stop().catch(() => {});
      await within(withinMs, Promise.all([stop, over]));
      abandoned = true;
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

/**
 * Graphile Worker throws an error that nobody can catch when a job ends after its pool was closed, so the end of such a
 * job is not reported to it.
 */
function unlessAbandoned(list: TaskList, isAbandoned: () => boolean): TaskList {
  const wrap =
    (task: Task): Task =>
    (payload, helpers) =>
      new Promise((resolve, reject) => {
        Promise.resolve(task(payload, helpers)).then(
          () => isAbandoned() || resolve(),
          (error: unknown) => isAbandoned() || reject(error as Error),
        );
      });
  return Object.fromEntries(Object.entries(list).map(([name, task]) => [name, wrap(task!)]));
}

function ofLane(lane: Lane, tasks: TaskList): TaskList {
  return Object.fromEntries(Object.entries(tasks).filter(([name]) => isOf(lane, name)));
}

const isOf = (lane: Lane, job: string): boolean => lane.jobs.some((one) => one === job);

function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const { error, job } = (meta ?? {}) as { error?: unknown; job?: { task_identifier: string } };
    // Graphile Worker writes the whole stack; nothing is wrong with the job, and it is tried again.
    if (job && isUnavailable(error))
      log.warn({ job: job.task_identifier }, `the database was not available: ${(error as Error).message}`);
    else if (level === "error") log.error(message);
    else if (level === "warning") log.warn(message);
  });
}
