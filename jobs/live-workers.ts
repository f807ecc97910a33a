import type pg from "pg";

// Graphile Worker releases the jobs of a dead worker only after four hours. So every worker process writes a heartbeat
// every few seconds, and the jobs of workers without a heartbeat are released for others.

const HEARTBEAT_MS = 5_000;
const SILENT_SECONDS = 15;

export type Register = ReturnType<typeof keepRegister>;

/** Keeps workers registered as alive while the process runs. `stop` removes them from the register. */
export function keepRegister(pool: pg.Pool, onError: (error: unknown) => void) {
  const ids = new Set<string>();
  const beats = new Set<Promise<void>>();
  const write = async () => {
    await pool.query(
      `insert into public.worker_process (worker_id, seen_at) select unnest($1::text[]), now()
       on conflict (worker_id) do update set seen_at = excluded.seen_at`,
      [[...ids]],
    );
    await releaseJobsOfTheDead(pool);
  };
  let failing = false;
  const beat = () => {
    const one = write()
      .then(
        () => void (failing = false),
        (error: unknown) => {
          // Reported once per outage, not with every heartbeat.
          if (!failing) onError(error);
          failing = true;
        },
      )
      .finally(() => beats.delete(one));
    beats.add(one);
  };
  const timer = setInterval(beat, HEARTBEAT_MS);
  return {
    add(workerId: string): void {
      ids.add(workerId);
      beat();
    },
    /** Removes a worker. Its locked jobs then count as those of a dead worker. */
    async remove(workerId: string): Promise<void> {
      ids.delete(workerId);
      // A pending heartbeat would insert it again.
      await Promise.all(beats);
      await pool.query("delete from public.worker_process where worker_id = $1", [workerId]).catch(onError);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      // A pending heartbeat would insert the deleted rows again.
      await Promise.all(beats);
      await pool.query("delete from public.worker_process where worker_id = any($1)", [[...ids]]);
    },
  };
}

/** Releases the jobs of workers without a heartbeat. Returns the ids of these workers. */
export async function releaseJobsOfTheDead(pool: pg.Pool): Promise<string[]> {
  // A newer lock may belong to a worker that has not written its first heartbeat yet.
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker._private_jobs
     where locked_at < now() - make_interval(secs => $1) and locked_by not in (
       select worker_id from public.worker_process where seen_at > now() - make_interval(secs => $1))`,
    [SILENT_SECONDS],
  );
  const dead = rows.map((row) => row.locked_by);
  if (dead.length > 0) await pool.query("select graphile_worker.force_unlock_workers($1)", [dead]);
  await pool.query("delete from public.worker_process where seen_at < now() - interval '1 hour'");
  return dead;
}
