import fs from "node:fs";
import type { Command } from "commander";
import { JOBS, type Manifest } from "../backup/format";
import { backupPieces, type BackupProgress } from "../backup/make-backup";
import { openBackup, verifyFiles, type OpenBackup } from "../backup/open-backup";
import { restoreBackup } from "../backup/restore-backup";
import { LARGE_GB, sizeNote } from "../backup/size-note";
import { isBare, requireFitting, requireKnown } from "../backup/target";
import { withExamples } from "../examples";
import { connectTo } from "../migrate";
import { progressBar } from "../progress";
import { confirm, printResult, UsageError, withJson, withRuntime } from "../run-command";
import { requireOwner, type Runtime } from "../runtime";
import { requirePlace, toFile } from "../whole-file";

type Restore = { yes?: boolean; withoutJobs?: boolean; dryRun?: boolean; json?: boolean };

/** Adds `db backup` and `db restore`. */
export function addBackupCommands(db: Command): void {
  withExamples(
    withJson(db.command("backup"))
      .description(
        `write a consistent snapshot of the database to a file while the app keeps running; for more than ${LARGE_GB} GB use the server's own tools`,
      )
      .argument("<file>", "the new file")
      .action(backup),
    "db backup finderlohn-2026-12-31.zip",
  );
  withExamples(
    withJson(db.command("restore"))
      .description("fill an empty database from a backup, and check all counts and checksums")
      .argument("<file>", "the backup")
      .option("--without-jobs", "leave out queued jobs, such as emails: for a test copy")
      .option("--dry-run", "only check the file and whether it could be restored into this database")
      .option("--yes", "do not ask for confirmation")
      .action(restore),
    "db restore finderlohn-2026-12-31.zip --dry-run",
    "db restore finderlohn-2026-12-31.zip --yes",
  );
}

function backup(file: string, options: { json?: boolean }): Promise<void> {
  if (fs.existsSync(file)) throw new UsageError(`"${file}" already exists: name a new file, or move that one away`);
  requirePlace(file);
  return withRuntime(async (runtime) => {
    const note = await sizeNote(requireOwner(runtime));
    if (note) console.error(note);
    const pieces = backupPieces(requireOwner(runtime), bar());
    let manifest: Manifest | undefined;
    await toFile(
      (async function* () {
        manifest = yield* pieces;
      })(),
      file,
    );
    tell(manifest!, `Backup written to ${file}`, options);
  });
}

async function restore(
  file: string,
  { yes = false, withoutJobs = false, dryRun = false, ...options }: Restore,
): Promise<void> {
  const opened = await openBackup(file);
  const { manifest } = opened;
  const { madeAt } = manifest;
  try {
    requireKnown(manifest);
    if (dryRun) {
      await withRuntime((runtime) => checkRestore(runtime, opened));
      return tell(manifest, `The backup of ${madeAt} is complete, and this database is ready for it`, options);
    }
    await confirm(`The database will be filled with the backup of ${madeAt}.`, yes);
    await withRuntime((runtime) => {
      const addresses = { ownerUrl: requireOwner(runtime), runtimeUrl: runtime.runtimeUrl };
      return restoreBackup(addresses, opened, { jobs: !withoutJobs }, bar());
    });
    const sentence = `Restored the backup of ${madeAt}; all counts and checksums match`;
    tell(manifest, sentence, options, !withoutJobs);
  } finally {
    opened.zip.close();
  }
}

/** Runs all checks of a restore without changing anything. */
async function checkRestore(runtime: Runtime, opened: OpenBackup): Promise<void> {
  const { manifest } = opened;
  const client = await connectTo(requireOwner(runtime));
  try {
    if (!(await isBare(client))) await requireFitting(client, manifest);
  } finally {
    await client.end();
  }
  const shown = bar();
  shown.begin(manifest.files.length);
  await verifyFiles(opened, shown.step);
}

function bar(): BackupProgress {
  let shown = progressBar(0);
  let left = 0;
  return {
    begin: (steps) => void ([shown, left] = [progressBar(steps), steps]),
    step: () => {
      shown.add(1);
      left -= 1;
      if (left === 0) shown.end();
    },
  };
}

function tell({ files, madeAt }: Manifest, sentence: string, options: { json?: boolean }, withJobs = true): void {
  const tables = files.filter(({ name }) => name !== JOBS);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const jobs = (withJobs && files.find(({ name }) => name === JOBS)?.rows) || 0;
  printResult(
    { made_at: madeAt, tables: tables.length, rows, jobs },
    `${sentence}: ${rows} rows of ${tables.length} tables, ${jobs} jobs`,
    options,
  );
}
