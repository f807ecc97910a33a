import fs from "node:fs";
import { Option, type Command } from "commander";
import { chooseTool, wantedMethods, type WantedMethod } from "../backup/choose-method";
import { JOBS, type Manifest } from "../backup/format";
import { backupPieces, type BackupProgress } from "../backup/make-backup";
import { openBackup, verifyFiles, type OpenBackup } from "../backup/open-backup";
import { restoreCopy } from "../backup/restore-copy";
import { requireTool, restoreDump } from "../backup/restore-dump";
import { LARGE_GB, sizeNote } from "../backup/size-note";
import { isBare, requireFitting } from "../backup/target";
import { withExamples } from "../examples";
import { connectTo } from "../migrate";
import { progressBar } from "../progress";
import { confirm, printResult, UsageError, withJson, withRuntime } from "../run-command";
import { requireOwner, type Runtime } from "../runtime";
import { requirePlace, toFile } from "../whole-file";

type Backup = { with: WantedMethod; json?: boolean };
type Restore = { yes?: boolean; withoutJobs?: boolean; dryRun?: boolean; json?: boolean };

/** Adds `db backup` and `db restore`. */
export function addBackupCommands(db: Command): void {
  withExamples(
    withJson(db.command("backup"))
      .description(
        `write a consistent snapshot of the database to a file while the app keeps running; for more than ${LARGE_GB} GB use the server's own tools`,
      )
      .argument("<file>", "the new file")
      .addOption(
        new Option(
          "--with <method>",
          "pg_dump of this machine, or COPY without any tools; auto: pg_dump if it matches the server",
        )
          .choices(wantedMethods)
          .default("auto"),
      )
      .action(backup),
    "db backup finderlohn-2026-12-31.zip",
    "db backup finderlohn-2026-12-31.zip --with copy",
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

function backup(file: string, { with: method, ...options }: Backup): Promise<void> {
  if (fs.existsSync(file)) throw new UsageError(`"${file}" already exists: name a new file, or move that one away`);
  requirePlace(file);
  return withRuntime(async (runtime) => {
    const tool = await chooseTool(runtime, method);
    const note = await sizeNote(requireOwner(runtime));
    if (note) console.error(note);
    const pieces = backupPieces(requireOwner(runtime), tool, bar());
    let manifest: Manifest | undefined;
    await toFile(
      (async function* () {
        manifest = yield* pieces;
      })(),
      file,
    );
    const way = tool ? `pg_dump ${tool.major}` : "COPY";
    tell(manifest!, `Backup written to ${file} with ${way}`, options);
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
    if (dryRun) {
      await withRuntime((runtime) => checkRestore(runtime, opened));
      return tell(manifest, `The backup of ${madeAt} is complete, and this database is ready for it`, options);
    }
    await confirm(`The database will be filled with the backup of ${madeAt}.`, yes);
    await withRuntime((runtime) => {
      const ownerUrl = requireOwner(runtime);
      const { runtimeUrl } = runtime;
      return manifest.dump
        ? restoreDump({ ownerUrl, runtimeUrl }, opened, { jobs: !withoutJobs }, bar())
        : restoreCopy(ownerUrl, opened, { jobs: !withoutJobs }, bar());
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
    if (manifest.dump) {
      await isBare(client, manifest);
      await requireTool(client, manifest);
    } else await requireFitting(client, manifest);
  } finally {
    await client.end();
  }
  const shown = bar();
  shown.begin(manifest.dump ? 1 : manifest.files.length);
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

function tell(
  { files, madeAt, method }: Manifest,
  sentence: string,
  options: { json?: boolean },
  withJobs = true,
): void {
  const tables = files.filter(({ name }) => name !== JOBS);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const jobs = (withJobs && files.find(({ name }) => name === JOBS)?.rows) || 0;
  printResult(
    { made_at: madeAt, method, tables: tables.length, rows, jobs },
    `${sentence}: ${rows} rows of ${tables.length} tables, ${jobs} jobs`,
    options,
  );
}
