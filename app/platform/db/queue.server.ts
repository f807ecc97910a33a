import type { z } from "zod";
import type { RawSql } from "~/domain/shared/db";
import { JOB_ATTEMPTS, jobs, type JobName } from "~/domain/shared/jobs";
import type { EnqueueOptions } from "~/domain/shared/scope";

// The job queue, as far as the runtime role reaches it: by functions of the database.

type RawDb = Pick<RawSql, "$queryRaw">;

/** Queues a job of the transaction's organisation. */
export async function enqueue(db: RawDb, job: JobName, payload: object, options: EnqueueOptions = {}): Promise<void> {
  (jobs[job].payload as z.ZodObject).omit({ org_id: true }).parse(payload);
  await db.$queryRaw`select 1 from app.enqueue(
    ${job}, ${JSON.stringify(payload)}::jsonb, ${options.key ?? null}, ${options.runAt ?? null}::timestamptz,
    ${JOB_ATTEMPTS}::int)`;
}

/** The same of many, with one statement. */
export async function enqueueAll(
  db: RawDb,
  job: JobName,
  payloads: readonly object[],
  { runAt }: Pick<EnqueueOptions, "runAt"> = {},
): Promise<void> {
  if (payloads.length === 0) return;
  const schema = (jobs[job].payload as z.ZodObject).omit({ org_id: true });
  for (const payload of payloads) schema.parse(payload);
  await db.$queryRaw`select 1
    from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) payload, app.enqueue(${job}, payload, null, ${runAt ?? null}::timestamptz, ${JOB_ATTEMPTS}::int)`;
}

/** Queues a job that belongs to no organisation. */
export async function enqueueIdentity(db: RawDb, job: JobName, payload: object): Promise<void> {
  jobs[job].payload.parse(payload);
  await db.$queryRaw`select 1 from app.enqueue_identity(${job}, ${JSON.stringify(payload)}::jsonb, null)`;
}

/** Puts off jobs that are due and do not run; returns the keys of those it has found. */
export async function holdJobs(
  db: Pick<RawSql, "$queryPrepared">,
  keys: readonly string[],
  seconds: number,
): Promise<string[]> {
  const held = await db.$queryPrepared<{ key: string }[]>`
    select key from app.hold_jobs(${keys}::text[], ${seconds}::int) key`;
  return held.map(({ key }) => key);
}

/** Takes jobs that do not run out of the queue. */
export async function endJobs(db: Pick<RawSql, "$queryPrepared">, keys: readonly string[]): Promise<void> {
  await db.$queryPrepared`select 1 from app.end_jobs(${keys}::text[])`;
}
