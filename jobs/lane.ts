import { EventEmitter, setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Logger, run, type Task, type TaskList, type WorkerEvents } from "graphile-worker";
import { DAY_MS } from "~/domain/shared/dates";
import type pg from "pg";
import { isUnavailable } from "~/platform/db/outage.server";
import type { Log } from "~/domain/shared/scope";
import { crontab } from "./crontab";
import { fairShare } from "./fair-share";
import type { Lane } from "./lanes";
import type { Register } from "./live-workers";
import { queuePool } from "./queue-pool";

const PAUSE_MS = { first: 1_000, most: 5_000 };
/** A run that lasted this long did not fail for the same reason as the previous one. */
const STABLE_AFTER_MS = 30_000;
/** How long running jobs may take when their worker stops. */
const JOBS_END_MS = 5_000;
/** After this time a run that has not ended is abandoned; without a database it may never end. */
const ABANDON_MS = { stopped: JOBS_END_MS + 1_500, failed: 3_000 };
/** Time to unregister in the database, which may not respond. */
export const SIGN_OFF_MS = 1_000;
/** Workers hardly poll: queued jobs wake one of them, and `fairShare` wakes them regularly. */
const POLL_INTERVAL_MS = DAY_MS;

/** Context shared by the lanes of a worker process. */
export interface LaneContext {
  ownerPool: pg.Pool;
  log: Log;
  register: Register;
  /** Tasks of all lanes. */
  tasks: TaskList;
  /** False in tests that must not run scheduled jobs. */
  cron: boolean;
  /** Stops the lanes when aborted. */
  stopping: AbortSignal;
}

/** One run of Graphile Worker, which ends when a connection is lost. */
interface WorkerRun {
  /** Resolves when the run has ended or must be ended. */
  failed: Promise<void>;
  /** Ends the run, or abandons it after this time. Afterwards it reports nothing and holds no job. */
  end(withinMs: number): Promise<void>;
}

/**
 * Starts processing the jobs of a lane, and restarts whenever Graphile Worker fails. Rejects if the first start fails.
 * @returns `ended`, which resolves when the lane is stopped and its running jobs have ended or were released
 */
export async function startLane(lane: Lane, context: LaneContext): Promise<{ ended: Promise<void> }> {
  return { ended: supervise(lane, await startRun(lane, context), context) };
}

/**
 * Starts one run after the other, never two concurrently. Resolves when `stopping` is aborted and the last run has
 * ended.
 */
async function supervise(lane: Lane, first: WorkerRun, context: LaneContext): Promise<void> {
  const { stopping, log } = context;
  const stopped = new Promise<void>((resolve) => stopping.addEventListener("abort", () => resolve(), { once: true }));
  let current: WorkerRun | null = first;
  let pause = PAUSE_MS.first;
  // Logged once per outage, not with every attempt.
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
      // A start that completed after the stop.
      (late) => stopping.aborted && void late.end(0),
      (error: unknown) => {
        if (said !== String(error)) log.warn({ err: error, lane: lane.name }, "worker start failed");
        said = String(error);
      },
    );
    current = await Promise.race([starting.catch(() => null), stopped.then(() => null)]);
    if (!current) continue;
    said = undefined;
    log.info({ lane: lane.name }, "worker restarted");
  }
}

async function startRun(lane: Lane, context: LaneContext): Promise<WorkerRun> {
  const { ownerPool, log, register } = context;
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
      log.error({ err: error, lane: lane.name }, "worker failed");
      resolve();
    };
    events.once("pool:fatalError", fail);
    events.once("worker:fatalError", fail);
    // A job may be locked although the response was lost. It is released only when the id of the pool is removed.
    events.once("worker:getJob:error", fail);
  });
  const runner = await run({
    // 0 enables batches. Without them, a job whose end cannot be stored causes an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    pgPool: queuePool(ownerPool),
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
  const over = runner.promise.catch((error: unknown) => log.error({ err: error, lane: lane.name }, "worker run ended"));
  return {
    failed: Promise.race([failed, over]),
    async end(withinMs) {
      // Rejects if Graphile Worker is already stopping.
      const stop = runner.stop().catch(() => {});
      await within(withinMs, Promise.all([stop, over]));
      abandoned = true;
      if (poolId) await within(SIGN_OFF_MS, register.remove(poolId));
    },
  };
}

/** Resolves after the work or after the time limit. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, setTimeout(ms, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}

/**
 * Wraps tasks so that abandoned jobs never settle. Otherwise Graphile Worker throws an uncatchable error when a job
 * ends after its pool was closed.
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
    // Graphile Worker logs the whole stack, but nothing is wrong with the job, and it is retried.
    if (job && isUnavailable(error))
      log.warn({ job: job.task_identifier }, `database unavailable: ${(error as Error).message}`);
    else if (level === "error") log.error(message);
    else if (level === "warning") log.warn(message);
  });
}
