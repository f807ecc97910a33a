import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { zipPieces, type ArchiveFile } from "~/server/exports/archive-zip.server";
import { version } from "../../package.json";
import { connectTo } from "../migrate";
import { backupTables, JOBS, MANIFEST, migrationsOf, type Manifest } from "./format";

const NEWLINE = 10;
const JOBS_AT_ONCE = 1_000;

export interface BackupProgress {
  /** How many files there will be. */
  begin(files: number): void;
  file(): void;
}

/**
 * The pieces of a backup of the whole database: what was there at one moment, whatever is written meanwhile. It is made no faster
 * than it is taken. Needs the owner, who sees all organisations.
 */
export async function* backupPieces(
  ownerUrl: string,
  progress: BackupProgress,
): AsyncGenerator<Buffer, Manifest> {
  const client = await connectTo(ownerUrl);
  let manifest: Manifest | undefined;
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(
      "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local extra_float_digits = 1",
    );
    const migrations = await migrationsOf(client);
    const tables = await backupTables(client);
    const { rows } = await client.query<{ now: Date }>("select now()");
    progress.begin(tables.length + 1);
    const fileOf = (name: string) => `tables/${name}.copy`;
    const files: ArchiveFile[] = tables.map(({ name, columns }) => ({
      name: fileOf(name),
      pieces: (wrote) => told(copied(client, name, columns, wrote), progress),
    }));
    files.push({ name: JOBS, pieces: (wrote) => told(jobLines(client, wrote), progress) });
    const madeAt = rows[0]!.now;
    yield* zipPieces(
      files,
      {
        name: MANIFEST,
        of: (facts) => {
          manifest = {
            ...{ format: "finderlohn-backup", version: 1, madeAt: madeAt.toISOString(), program: version },
            ...{ migrations, files: facts },
            tables: tables.map(({ name, columns }) => ({ name, file: fileOf(name), columns })),
          };
          return JSON.stringify(manifest, null, 2);
        },
      },
      madeAt,
    );
    return manifest!;
  } finally {
    // A transaction that only reads has nothing to commit.
    await client.end();
  }
}

async function* told(pieces: AsyncIterable<Buffer>, { file }: BackupProgress): AsyncGenerator<Buffer> {
  yield* pieces;
  file();
}

/** COPY writes a line for each row; within a value a line break is escaped. */
async function* copied(
  client: pg.Client,
  table: string,
  columns: string[],
  wrote: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const stream = client.query(
    copyTo(`copy (select ${names} from public.${pg.escapeIdentifier(table)}) to stdout`),
  );
  for await (const piece of stream as AsyncIterable<Buffer>) {
    let rows = 0;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) rows += 1;
    wrote(rows);
    yield piece;
  }
}

/** The jobs of the queue, a line of JSON each; what add_job takes, and the attempts that were made. */
async function* jobLines(client: pg.Client, wrote: (rows: number) => void): AsyncGenerator<Buffer> {
  await client.query(`declare jobs no scroll cursor for
    select json_build_object('task', job.task_identifier, 'payload', stored.payload, 'queue', job.queue_name,
      'run_at', job.run_at, 'attempts', job.attempts, 'max_attempts', job.max_attempts, 'key', job.key,
      'priority', job.priority, 'flags', array(select jsonb_object_keys(job.flags)))::text as line
    from graphile_worker.jobs job join graphile_worker._private_jobs stored on stored.id = job.id order by job.id`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${JOBS_AT_ONCE} from jobs`);
    if (rows.length === 0) return;
    wrote(rows.length);
    yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(""));
  }
}
