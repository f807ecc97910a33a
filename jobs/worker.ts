import type { Task, TaskList } from "graphile-worker";
import { tasks } from "./tasks";
import { endRejectedJob, type TaskContext } from "./define-task";
import { SIGN_OFF_MS, startLane, within, type LaneContext } from "./lane";
import { lanes, type Concurrency } from "./lanes";
import { keepRegister } from "./live-workers";

export interface RunningWorker {
  /** Lets running jobs finish for up to 5 s, then releases them for another worker. Never rejects. */
  stop(): Promise<void>;
}

/** Called for each finished job with its name, duration and success. */
export type JobObserver = (task: string, seconds: number, succeeded: boolean) => void;

/** Starts the runners of all lanes. They work until `stop` is called. */
export async function startWorker(
  context: TaskContext,
  concurrency: Concurrency,
  { cron = true, onJob }: Partial<Pick<LaneContext, "cron"> & { onJob: JobObserver }> = {},
): Promise<RunningWorker> {
  const { ownerPool, log } = context;
  const register = keepRegister(ownerPool, (error) => log.warn({ err: error }, "worker heartbeat failed"));
  const stopping = new AbortController();
  const ends: Promise<void>[] = [];
  const stop = async () => {
    stopping.abort();
    await Promise.all(ends);
    await within(
      SIGN_OFF_MS,
      register.stop().catch((error: unknown) => log.warn({ err: error }, "worker sign-off failed")),
    );
  };
  const shared = {
    ownerPool,
    log,
    register,
    tasks: observed(taskList(context), onJob),
    cron,
    stopping: stopping.signal,
  };
  try {
    // Sequential, because the first start may create the tables of the queue.
    for (const lane of lanes(concurrency)) ends.push((await startLane(lane, shared)).ended);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/** Returns Graphile Worker's task for every job of the catalog. */
export function taskList(context: TaskContext): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, Task] => [
      name,
      (payload, { abortSignal }) =>
        unlessAborted(endRejectedJob(task.run(payload, context), name, context.log), abortSignal),
    ]),
  );
}

function observed(tasks: TaskList, onJob: JobObserver | undefined): TaskList {
  if (!onJob) return tasks;
  const observe = (name: string, task: Task): Task => {
    return async (payload, helpers) => {
      const from = performance.now();
      let succeeded = false;
      try {
        await task(payload, helpers);
        succeeded = true;
      } finally {
        onJob(name, (performance.now() - from) / 1000, succeeded);
      }
    };
  };
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, observe(name, task!)]));
}

/**
 * Rejects when the worker is stopped, so that the job is released. Graphile Worker itself would wait for the task.
 * Racing its abortPromise instead would leak memory for every job until the process ends.
 */
function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error("the worker was stopped"));
    signal.addEventListener("abort", abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
