import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { connectTo } from "../migrate";
import type { BackupTable } from "./format";

const NEWLINE = 10;
const JOBS_AT_ONCE = 1_000;

/** Settings that make the output reproducible: storage order, UTC and fixed formats. */
const SETTINGS = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local extra_float_digits = 1;
  set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** Runs a callback on a consistent snapshot of the database. Needs the owner role, which sees all organizations. */
export async function* withSnapshot<T, R>(
  ownerUrl: string,
  use: (client: pg.Client) => AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  const client = await connectTo(ownerUrl);
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(SETTINGS);
    return yield* use(client);
  } finally {
    // A read-only transaction needs no commit.
    await client.end();
  }
}

/** Streams the rows of a table in COPY format, one line per row; COPY escapes line breaks in values. */
export async function* tableRows(
  client: pg.Client,
  { name, columns }: Pick<BackupTable, "name" | "columns">,
  wrote: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const stream = client.query(copyTo(`copy (select ${names} from public.${pg.escapeIdentifier(name)}) to stdout`));
  for await (const piece of stream as AsyncIterable<Buffer>) {
    let rows = 0;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) rows += 1;
    wrote(rows);
    yield piece;
  }
}

/** Streams the queued jobs as lines of JSON: the arguments of add_job and the number of attempts. */
export async function* jobLines(client: pg.Client, wrote: (rows: number) => void): AsyncGenerator<Buffer> {
  await client.query(`declare jobs no scroll cursor for
    select json_build_object('task', job.task_identifier, 'payload', stored.payload, 'queue', job.queue_name,
      'run_at', job.run_at, 'attempts', job.attempts, 'max_attempts', job.max_attempts, 'key', job.key,
      'priority', job.priority, 'flags', array(select jsonb_object_keys(job.flags)))::text as line
    from graphile_worker.jobs job join graphile_worker._private_jobs stored on stored.id = job.id order by job.id`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${JOBS_AT_ONCE} from jobs`);
    if (rows.length === 0) break;
    wrote(rows.length);
    yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(""));
  }
  await client.query("close jobs");
}
