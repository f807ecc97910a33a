import type { z } from "zod";
import type { EnqueueOptions } from "~/domain/shared/scope";
import { jobCatalogue, type AnyJobName } from "../jobs/catalogue";
import type { RawSql } from "./raw-sql.server";

// The job queue, as far as the runtime role reaches it: by functions of the database.

type RawDb = Pick<RawSql, "$queryRaw">;

/** Queues a job of the transaction's organisation. */
export async function enqueue(
  db: RawDb,
  job: AnyJobName,
  payload: object,
  options: EnqueueOptions = {},
): Promise<void> {
  (jobCatalogue[job] as z.ZodObject).omit({ org_id: true }).parse(payload);
  await db.$queryRaw`select 1 from app.enqueue(
    ${job}, ${JSON.stringify(payload)}::jsonb, ${options.key ?? null}, ${options.runAt ?? null}::timestamptz,
    ${options.maxAttempts ?? null}::int)`;
}

/** The same of many, with one statement. */
export async function enqueueAll(
  db: RawDb,
  job: AnyJobName,
  payloads: readonly object[],
  { runAt }: Pick<EnqueueOptions, "runAt"> = {},
): Promise<void> {
  if (payloads.length === 0) return;
  const schema = (jobCatalogue[job] as z.ZodObject).omit({ org_id: true });
  for (const payload of payloads) schema.parse(payload);
  await db.$queryRaw`select 1
    from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) payload, app.enqueue(${job}, payload, null, ${runAt ?? null}::timestamptz, null)`;
}

/** Queues a job that belongs to no organisation. */
export async function enqueueIdentity(db: RawDb, job: AnyJobName, payload: object): Promise<void> {
  jobCatalogue[job].parse(payload);
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
