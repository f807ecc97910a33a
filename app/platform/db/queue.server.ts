import type { z } from "zod";
import type { RawSql } from "~/domain/shared/db";
import { JOB_ATTEMPTS, jobs, jobsBy, type JobName } from "~/domain/shared/jobs";
import type { EnqueueOptions } from "~/domain/shared/scope";
import { isAllowedWhileClosed } from "~/domain/subscriptions/subscription";

// Access to the job queue for the runtime role, through database functions.

type RawDb = Pick<RawSql, "$queryRaw">;

/** Queues a job of the transaction's organization. */
export async function enqueue(db: RawDb, job: JobName, payload: object, options: EnqueueOptions = {}): Promise<void> {
  (jobs[job].payload as z.ZodObject).omit({ org_id: true }).parse(payload);
  await db.$queryRaw`select 1 from app.enqueue(
    ${job}, ${JSON.stringify(payload)}::jsonb, ${options.key ?? null}, ${options.runAt ?? null}::timestamptz,
    ${JOB_ATTEMPTS}::int)`;
}

/** Queues many jobs of one kind in a single statement. */
export async function enqueueAll(
  db: RawDb,
  job: JobName,
  payloads: readonly object[],
  { runAt }: Pick<EnqueueOptions, "runAt"> = {},
): Promise<void> {
  if (payloads.length === 0) return;
  const schema = (jobs[job].payload as z.ZodObject).omit({ org_id: true });
  for (const payload of payloads) schema.parse(payload);
  await db.$queryRaw`select 1 from app.enqueue_all(
    ${job}, ${JSON.stringify(payloads)}::jsonb, ${runAt ?? null}::timestamptz, ${JOB_ATTEMPTS}::int)`;
}

/** Queues a job without an organization. */
export async function enqueueIdentity(db: RawDb, job: JobName, payload: object): Promise<void> {
  jobs[job].payload.parse(payload);
  await db.$queryRaw`select 1 from app.enqueue_identity(${job}, ${JSON.stringify(payload)}::jsonb, null)`;
}

/** Postpones due jobs that are not running. Returns the keys of the jobs it found. */
export async function postponeJobs(
  db: Pick<RawSql, "$queryPrepared">,
  keys: readonly string[],
  seconds: number,
): Promise<string[]> {
  const held = await db.$queryPrepared<{ key: string }[]>`
    select key from app.hold_jobs(${keys}::text[], ${seconds}::int) key`;
  return held.map(({ key }) => key);
}

/** Jobs that a closed organization does not run. */
const heldJobs = jobsBy("organization").filter((name) => !isAllowedWhileClosed(jobs[name].whilePaused));

/** Returns whether a closed organization does not run a job. */
export const isHeld = (job: JobName): boolean => (heldJobs as readonly string[]).includes(job);

/** Postpones the organization's waiting jobs, except those that a closed organization runs. */
export async function holdJobs(db: RawDb, until: Date): Promise<void> {
  await db.$queryRaw`select 1 from app.hold_organization_jobs(${heldJobs}::text[], ${until}::timestamptz)`;
}

/** Runs the jobs that were postponed until this time. */
export async function releaseJobs(db: RawDb, until: Date): Promise<void> {
  await db.$queryRaw`select 1 from app.release_organization_jobs(${until}::timestamptz)`;
}

/** Removes jobs that are not running from the queue. */
export async function removeJobs(db: Pick<RawSql, "$queryPrepared">, keys: readonly string[]): Promise<void> {
  await db.$queryPrepared`select 1 from app.end_jobs(${keys}::text[])`;
}
