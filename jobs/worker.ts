import { EventEmitter } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Logger, run, type Task, type TaskList, type WorkerEvents } from "graphile-worker";
import type { Log } from "~/platform/log.server";
import { tasks } from "./tasks";
import type { TaskContext } from "./define-task";
import { crontab } from "./crontab";
import { keepRegister, type Register } from "./live-workers";

const PAUSE_MS = { first: 1_000, most: 5_000 };
/** A runner that worked for so long did not fail for the reason its predecessor failed for. */
const SOUND_AFTER_MS = 30_000;
/** How long running jobs have to finish when their worker is stopped. */
const JOBS_END_MS = 5_000;
/** A runner that is still not done then is left alone: one that cannot reach the database may never be. */
const LEAVE_MS = { stopped: JOBS_END_MS + 1_500, failed: 3_000 };
/** For the last word to a database that may be away. */
const SIGN_OFF_MS = 1_000;

export interface RunningWorker {
  /** Lets running jobs finish for up to 5 s, then releases them for another worker. Never rejects. */
  stop(): Promise<void>;
}

interface WorkerOptions {
  concurrency: number;
  /** Off is for tests that want no surprises. */
  cron?: boolean;
}

/** One life of Graphile Worker: it does not survive the loss of a connection. */
interface Life {
  /** Resolves when it is over or must not go on. */
  failed: Promise<void>;
  /** Ends it, or leaves it alone after the time given. From then on it reports nothing and holds no job. */
  end(withinMs: number): Promise<void>;
}

/** Starts working through the queue, and starts again whenever Graphile Worker fails, until it is stopped. */
export async function startWorker(context: TaskContext, options: WorkerOptions): Promise<RunningWorker> {
  const { owner, log } = context;
  const register = keepRegister(owner, (error) => log.warn({ err: error }, "worker heartbeat failed"));
  const signOff = () =>
    within(
      SIGN_OFF_MS,
      register.stop().catch((error: unknown) => log.warn({ err: error }, "the worker did not sign off")),
    );
  let first: Life;
  try {
    first = await startLife(context, options, register);
  } catch (error) {
    await signOff();
    throw error;
  }
  const stopping = new AbortController();
  const supervision = supervise(first, () => startLife(context, options, register), stopping.signal, log);
  return {
    async stop() {
      stopping.abort();
      await supervision;
      await signOff();
    },
  };
}

/** One life after the other, never two at once. Resolves when `stopping` is aborted and the last one has ended. */
async function supervise(
  first: Life,
  start: () => Promise<Life>,
  stopping: AbortSignal,
  log: Log,
): Promise<void> {
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
    const starting = start();
    starting.then(
      // A start that hung until after the stop.
      (late) => stopping.aborted && void late.end(0),
      (error: unknown) => log.warn({ err: error }, "the worker could not be started"),
    );
    life = await Promise.race([starting.catch(() => null), stopped.then(() => null)]);
    if (life) log.info("the worker runs again");
  }
}

async function startLife(context: TaskContext, options: WorkerOptions, register: Register): Promise<Life> {
  const { owner, log } = context;
  const events = new EventEmitter() as WorkerEvents;
  let left = false;
  let poolId: string | undefined;
  // Jobs are locked in the name of the pool, not of one of its workers.
  events.on("pool:create", ({ workerPool }) => register.add((poolId = workerPool.id)));
  const failed = new Promise<void>((resolve) => {
    const fail = ({ error }: { error: unknown }) => {
      log.error({ err: error }, "the worker failed");
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
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 1_000,
    gracefulShutdownAbortTimeout: JOBS_END_MS,
    taskList: unlessLeft(taskList(context), () => left),
    parsedCronItems: options.cron === false ? [] : crontab,
    events,
    logger: workerLogger(log),
  });
  const over = runner.promise.catch((error: unknown) => log.error({ err: error }, "the worker ended"));
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
async function within(ms: number, work: Promise<unknown>): Promise<void> {
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

/** Every task of the catalogue, bound to what it may use. */
export function taskList(context: TaskContext): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, Task] => [
      name,
      (payload, { abortSignal }) => unlessAborted(task.run(payload, context), abortSignal),
    ]),
  );
}

/**
 * Graphile Worker waits for a running task however long it takes; this gives the job back when its time is up. Not a
 * race with its abortPromise, which would keep a trace of every job for as long as the process lives.
 */
function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error("the worker was stopped"));
    signal.addEventListener("abort", abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log.error(message);
    else if (level === "warning") log.warn(message);
  });
}
