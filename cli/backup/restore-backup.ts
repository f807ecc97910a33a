import readline from "node:readline";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { connectTo, migrate, migrateTo, type DatabaseAddresses } from "../migrate";
import { JOBS } from "./format";
import type { BackupProgress } from "./make-backup";
import { checked, type OpenBackup } from "./open-backup";
import { isBare, requireFitting, tableOf } from "./target";

const JOBS_AT_ONCE = 1_000;

/**
 * Restores a backup into a database without tables, or an empty one with the same migrations. A database without tables
 * gets the migrations of the backup first. The rows are restored in one transaction, which rolls back if a count or
 * checksum differs from the manifest. Then newer migrations change them, as in an upgrade. Throws a UsageError if the
 * database does not match the backup.
 * @param options.jobs whether to restore the queued jobs too
 */
export async function restoreBackup(
  addresses: DatabaseAddresses,
  backup: OpenBackup,
  options: { jobs: boolean },
  progress: BackupProgress,
): Promise<void> {
  const client = await connectTo(addresses.ownerUrl);
  try {
    if (await isBare(client)) await migrateTo(addresses, backup.manifest.migrations);
    await restoreRows(client, backup, options, progress);
    await migrate(addresses);
    await client.query("analyze");
  } finally {
    // Rolls back an uncommitted transaction.
    await client.end();
  }
}

async function restoreRows(
  client: pg.Client,
  backup: OpenBackup,
  { jobs }: { jobs: boolean },
  progress: BackupProgress,
): Promise<void> {
  await client.query("begin");
  await client.query("set local timezone = 'UTC'; set local datestyle = 'ISO'");
  const names = await requireFitting(client, backup.manifest);
  progress.begin(names.length + 1);
  // Triggers would add to sums and counters that the backup already contains.
  for (const name of names) await client.query(`alter table ${tableOf(name)} disable trigger user`);
  for (const name of names) {
    await fill(client, backup, name);
    progress.step();
  }
  for (const name of names) await client.query(`alter table ${tableOf(name)} enable trigger user`);
  await restoreJobs(client, backup, jobs);
  progress.step();
  await client.query("commit");
}

async function fill(client: pg.Client, backup: OpenBackup, name: string): Promise<void> {
  const { file, columns } = backup.manifest.tables.find((table) => table.name === name)!;
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  await checked(backup, file, async (pieces) => {
    const target = client.query(copyFrom(`copy ${tableOf(name)} (${list}) from stdin`));
    // The pipeline reports the error; the connection is closed afterwards.
    target.on("error", () => {});
    await pipeline(pieces, target);
    return target.rowCount;
  });
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
    await client.query("select graphile_worker.reschedule_jobs($1::bigint[], attempts => $2)", [ids, attempts]);
  }
}
