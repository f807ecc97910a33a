import type pg from "pg";
import { cut } from "~/domain/shared/damaged";
import { laneOfJob } from "../jobs/lanes";

/** running: held by a worker. retrying: failed and will be retried. failed: no attempts left. */
export const jobStates = ["waiting", "running", "retrying", "failed"] as const;
export type JobState = (typeof jobStates)[number];

export interface JobFilter {
  state?: JobState;
  task?: string;
  org?: string;
  ids?: string[];
}

export type JobRow = {
  id: string;
  task: string;
  lane: string | null;
  org_id: string | null;
  state: JobState;
  attempts: string;
  run_at: string;
  last_error: string | null;
};

const STATE = `case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
  when attempts > 0 then 'retrying' else 'waiting' end`;

/** Returns at most `most` jobs of the queue, ordered by due time. */
export async function listJobs(owner: pg.Pool, { state, task, org, ids }: JobFilter, most: number): Promise<JobRow[]> {
  const { rows } = await owner.query<Omit<JobRow, "lane" | "last_error"> & { last_error: string | null }>(
    `select * from (
       select id::text, task_identifier as task, ${STATE} as state, attempts || '/' || max_attempts as attempts,
         (select substr(flag, 5) from jsonb_object_keys(flags) flag where flag like 'org:%' limit 1) as org_id,
         to_char(run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as run_at, last_error
       from graphile_worker.jobs) job
     where ($1::text is null or state = $1) and ($2::text is null or task = $2)
       and ($3::text is null or org_id = lower($3)) and ($4::text[] is null or id = any($4))
     order by run_at, id::bigint limit $5`,
    [state ?? null, task ?? null, org ?? null, ids ?? null, most],
  );
  return rows.map(({ id, task: name, org_id, state: now, attempts, run_at, last_error }) => ({
    id,
    task: name,
    lane: laneOfJob(name),
    org_id,
    state: now,
    attempts,
    run_at,
    last_error: last_error && withoutPersonalData(last_error),
  }));
}

/** Makes jobs due now with all their attempts. Skips jobs held by a worker. Returns the number of jobs. */
export async function retryJobs(owner: pg.Pool, ids: string[]): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int from graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), attempts => 0)`,
    [ids],
  );
  return rows[0]!.count;
}

/**
 * Removes permanently failed jobs without running them. A job that was retried meanwhile stays. Returns the number of
 * jobs.
 */
export async function discardJobs(owner: pg.Pool, ids: string[]): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int from graphile_worker.complete_jobs(
       array(select id from graphile_worker.jobs where id = any($1::bigint[]) and attempts >= max_attempts))`,
    [ids],
  );
  return rows[0]!.count;
}

const MAX_LENGTH = 200;

/**
 * Returns the first line of an error without email addresses and without the details of links and connection strings.
 */
export function withoutPersonalData(error: string): string {
  const line = error.slice(0, 2_000).split("\n", 1)[0]!;
  const hidden = line
    .replaceAll(/\b([a-z][a-z+.-]{1,19}:\/\/)[^\s"'<>]+/gi, "$1…")
    .replaceAll(/[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;:]{1,255}/g, "…@…");
  return cut(hidden, MAX_LENGTH);
}
