import { EventEmitter } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Logger, run, type Task, type TaskList, type WorkerEvents } from "graphile-worker";
import type { Log } from "~/platform/log.server";
import { tasks } from "./tasks";
import type { TaskContext } from "./define-task";
import { crontab } from "./crontab";
import { keepRegister } from "./live-workers";

const RESTART_PAUSE_MS = 1_000;

export interface RunningWorker {
  /** Lets running jobs finish for up to 5 s, then releases them for another worker. */
  stop(): Promise<void>;
}

/** Starts working through the queue. `cron` off is for tests that want no surprises. */
export async function startWorker(
  context: TaskContext,
  options: { concurrency: number; cron?: boolean },
): Promise<RunningWorker> {
  const { owner, log } = context;
  const register = keepRegister(owner, (error) => log.warn({ err: error }, "worker heartbeat failed"));
  const events = new EventEmitter() as WorkerEvents;
  // Jobs are locked in the name of the pool, not of one of its workers.
  events.on("pool:create", ({ workerPool }) => register.add(workerPool.id));

  const start = () =>
    run({
      pgPool: owner,
      concurrency: options.concurrency,
      noHandleSignals: true,
      pollInterval: 1_000,
      gracefulShutdownAbortTimeout: 5_000,
      taskList: taskList(context),
      parsedCronItems: options.cron === false ? [] : crontab,
      events,
      logger: workerLogger(log),
    });
  let runner = await start();
  let stopping = false;
  // Graphile Worker ends by itself when it loses the database for good; the process would live on and work on nothing.
  const keepRunning = async () => {
    while (!stopping) {
      await runner.promise.catch((error: unknown) => log.error({ err: error }, "the worker ended"));
      while (!stopping) {
        await setTimeout(RESTART_PAUSE_MS);
        if (stopping) return;
        try {
          runner = await start();
          log.info("the worker runs again");
          break;
        } catch (error) {
          log.warn({ err: error }, "the worker could not be started");
        }
      }
    }
  };
  void keepRunning();
  return {
    async stop() {
      stopping = true;
      await runner.stop();
      await register.stop();
    },
  };
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
