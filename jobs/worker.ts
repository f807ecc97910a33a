import type { Task, TaskList } from "graphile-worker";
import { tasks } from "./tasks";
import type { TaskContext } from "./define-task";
import { SIGN_OFF_MS, startLane, within, type LaneContext } from "./lane";
import { lanes, type Concurrency } from "./lanes";
import { keepRegister } from "./live-workers";

export interface RunningWorker {
  /** Lets running jobs finish for up to 5 s, then releases them for another worker. Never rejects. */
  stop(): Promise<void>;
}

/** Starts working through the queue, lane by lane, until it is stopped. */
export async function startWorker(
  context: TaskContext,
  concurrency: Concurrency,
  { cron = true }: Partial<Pick<LaneContext, "cron">> = {},
): Promise<RunningWorker> {
  const { owner, log } = context;
  const register = keepRegister(owner, (error) => log.warn({ err: error }, "worker heartbeat failed"));
  const stopping = new AbortController();
  const ends: Promise<void>[] = [];
  const stop = async () => {
    stopping.abort();
    await Promise.all(ends);
    await within(
      SIGN_OFF_MS,
      register.stop().catch((error: unknown) => log.warn({ err: error }, "the worker did not sign off")),
    );
  };
  const shared = { owner, log, register, tasks: taskList(context), cron, stopping: stopping.signal };
  try {
    // One after the other: the first may have to make the queue's tables.
    for (const lane of lanes(concurrency)) ends.push((await startLane(lane, shared)).ended);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/** Every task of the catalogue, bound to what it may use. */
export function taskList(context: TaskContext): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, Task] => [
      name,
      (payload, { abortSignal, job }) =>
        unlessAborted(task.run(payload, context, job.attempts >= job.max_attempts), abortSignal),
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
