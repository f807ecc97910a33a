import { createHash } from "node:crypto";
import readline from "node:readline";
import { Transform, type Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { connectTo } from "../migrate";
import { UsageError } from "../run-command";
import { backupTables, JOBS, MANIFEST, manifestSchema, migrationsOf, type Manifest } from "./format";
import type { BackupProgress } from "./make-backup";

/** A backup that was opened. */
export interface OpenBackup {
  manifest: Manifest;
  zip: ZipFile;
  entries: Map<string, Entry>;
}

const JOBS_AT_ONCE = 1_000;
/** No manifest is longer. */
const MOST_MANIFEST = 10 * 1024 * 1024;

/** Opens a backup and reads what it holds. Throws a UsageError for a file that is none. */
export async function openBackup(file: string): Promise<OpenBackup> {
  const none = (why: string) => new UsageError(`"${file}" is no backup of Finderlohn: ${why}`);
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw none(error.message);
  });
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const entry = entries.get(MANIFEST);
    if (!entry || entry.uncompressedSize > MOST_MANIFEST) throw none("it has no manifest");
    const { success, data } = manifestSchema.safeParse(
      JSON.parse(await text(await zip.openReadStreamPromise(entry))),
    );
    if (!success) throw none("its manifest cannot be read");
    return { manifest: data, zip, entries };
  } catch (error) {
    zip.close();
    throw error instanceof UsageError ? error : none((error as Error).message);
  }
}

/**
 * Fills an empty database that has the same migrations. Everything is one transaction, which is undone when a count or a checksum is
 * not what the backup says. Throws a UsageError when the database does not fit.
 * @param options.jobs whether the jobs of the queue come back too
 */
export async function restoreBackup(
  ownerUrl: string,
  backup: OpenBackup,
  { jobs }: { jobs: boolean },
  progress: BackupProgress,
): Promise<void> {
  const client = await connectTo(ownerUrl);
  try {
    await client.query("begin");
    await client.query("set local timezone = 'UTC'; set local datestyle = 'ISO'");
    const names = await requireFitting(client, backup.manifest);
    progress.begin(names.length + 1);
    // Triggers keep sums and steps, which are in the backup as well.
    for (const name of names) await client.query(`alter table ${tableOf(name)} disable trigger user`);
    for (const name of names) {
      await fill(client, backup, name);
      progress.file();
    }
    for (const name of names) await client.query(`alter table ${tableOf(name)} enable trigger user`);
    await restoreJobs(client, backup, jobs);
    progress.file();
    await client.query("commit");
    await client.query("analyze");
  } finally {
    // Undoes what was not committed.
    await client.end();
  }
}

const tableOf = (name: string) => `public.${pg.escapeIdentifier(name)}`;

/** The tables in the order in which they can be filled. Throws a UsageError when the backup does not fit to the database. */
async function requireFitting(client: pg.Client, manifest: Manifest): Promise<string[]> {
  const migrations = await migrationsOf(client);
  if (migrations.join() !== manifest.migrations.join()) {
    const [ours, its] = [migrations.at(-1) ?? "none", manifest.migrations.at(-1) ?? "none"];
    throw new UsageError(
      `the backup was made with other migrations (the last is ${its}, here ${ours}): restore it with Finderlohn ${manifest.program}, then run "finderlohn db migrate" of this version`,
    );
  }
  const tables = await backupTables(client);
  const shape = (list: { name: string; columns: string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns.toSorted()]).sort());
  if (shape(tables) !== shape(manifest.tables))
    throw new Error("the tables of the backup are not those of the database");
  for (const { name } of tables) {
    const { rows } = await client.query<{ some: boolean }>(
      `select exists (select 1 from ${tableOf(name)}) as some`,
    );
    if (rows[0]!.some)
      throw new UsageError(
        `the database is not empty (table ${name}): a backup is restored into an empty one`,
      );
  }
  return tables.map(({ name }) => name);
}

async function fill(client: pg.Client, backup: OpenBackup, name: string): Promise<void> {
  const { file, columns } = backup.manifest.tables.find((table) => table.name === name)!;
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  await checked(backup, file, async (pieces) => {
    const target = client.query(copyFrom(`copy ${tableOf(name)} (${list}) from stdin`));
    // What breaks off is told by the pipeline; the connection ends after that.
    target.on("error", () => {});
    await pipeline(pieces, target);
    return target.rowCount;
  });
}

/** Reads a file of the backup; afterwards it must have had the rows and the checksum that the manifest says. */
async function checked(
  { manifest, zip, entries }: OpenBackup,
  file: string,
  read: (pieces: Readable) => Promise<number>,
): Promise<void> {
  const [entry, facts] = [entries.get(file), manifest.files.find(({ name }) => name === file)];
  if (!entry || !facts) throw new Error(`the backup has no ${file}: nothing was restored`);
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });
  const source = await zip.openReadStreamPromise(entry);
  const [rows] = await Promise.all([read(hashing), pipeline(source, hashing)]);
  if (rows !== facts.rows || hash.digest("hex") !== facts.sha256)
    throw new Error(`${file} of the backup is damaged: nothing was restored`);
}

async function restoreJobs(client: pg.Client, backup: OpenBackup, wanted: boolean): Promise<void> {
  await checked(backup, JOBS, async (pieces) => {
    let [rows, waiting] = [0, [] as string[]];
    const add = async () => {
      if (wanted) await addJobs(client, waiting);
      waiting = [];
    };
    for await (const line of readline.createInterface({ input: pieces, crlfDelay: Infinity })) {
      rows += 1;
      if (waiting.push(line) === JOBS_AT_ONCE) await add();
    }
    await add();
    return rows;
  });
}

async function addJobs(client: pg.Client, lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  const { rows } = await client.query<{ id: string; attempts: number }>(
    `select (graphile_worker.add_job(job.task, job.payload, job.queue, job.run_at, job.max_attempts, job.key,
        job.priority, array(select jsonb_array_elements_text(job.flags)))).id, job.attempts
     from jsonb_to_recordset($1::jsonb) as job (task text, payload json, queue text, run_at timestamptz,
       attempts int, max_attempts int, key text, priority int, flags jsonb)`,
    [`[${lines.join(",")}]`],
  );
  const tried = rows.filter(({ attempts }) => attempts > 0);
  for (const attempts of new Set(tried.map((job) => job.attempts))) {
    const ids = tried.filter((job) => job.attempts === attempts).map(({ id }) => id);
    await client.query("select graphile_worker.reschedule_jobs($1::bigint[], attempts => $2)", [
      ids,
      attempts,
    ]);
  }
}
