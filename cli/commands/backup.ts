import fs from "node:fs";
import type { Command } from "commander";
import { backupPieces } from "../backup/make-backup";
import { openBackup, restoreBackup } from "../backup/restore-backup";
import type { Manifest } from "../backup/format";
import { withExamples } from "../examples";
import { confirm, progressBar, UsageError, withJson, withRuntime } from "../run-command";
import { requireOwner } from "../runtime";
import { toFile } from "../whole-file";

type Restore = { yes?: boolean; withoutJobs?: boolean; json?: boolean };

/** Adds `db backup` and `db restore`. */
export function addBackupCommands(db: Command): void {
  withExamples(
    withJson(db.command("backup"))
      .description(
        "write everything in the database to a file, as it is at this moment; all may go on working",
      )
      .argument("<file>", "the new file")
      .action(backup),
    "db backup finderlohn-2026-12-31.zip",
  );
  withExamples(
    withJson(db.command("restore"))
      .description("fill an empty database from a backup, and check every count and checksum")
      .argument("<file>", "the backup")
      .option(
        "--without-jobs",
        "leave out what waits in the queue, such as mails: for a copy to try things out",
      )
      .option("--yes", "do not ask")
      .action(restore),
    "db restore finderlohn-2026-12-31.zip --yes",
  );
}

function backup(file: string, { json = false }: { json?: boolean }): Promise<void> {
  if (fs.existsSync(file)) throw new UsageError(`"${file}" exists already`);
  return withRuntime(async (runtime) => {
    const pieces = backupPieces(requireOwner(runtime), bar());
    let manifest: Manifest | undefined;
    await toFile(
      (async function* () {
        manifest = yield* pieces;
      })(),
      file,
      { isPrivate: true },
    );
    say(manifest!, json, `Backup written to ${file}`);
  });
}

async function restore(
  file: string,
  { yes = false, withoutJobs = false, json = false }: Restore,
): Promise<void> {
  const opened = await openBackup(file);
  try {
    const { madeAt } = opened.manifest;
    await confirm(`The database will be filled with the backup of ${madeAt}.`, yes);
    await withRuntime((runtime) =>
      restoreBackup(requireOwner(runtime), opened, { jobs: !withoutJobs }, bar()),
    );
    say(opened.manifest, json, `Restored the backup of ${madeAt}; counts and checksums are right`);
  } finally {
    opened.zip.close();
  }
}

/** A step for each file. */
function bar() {
  let shown = progressBar(0);
  let left = 0;
  return {
    begin: (files: number) => void ([shown, left] = [progressBar(files), files]),
    file: () => {
      shown.add(1);
      left -= 1;
      if (left === 0) shown.end();
    },
  };
}

function say({ files, madeAt }: Manifest, json: boolean, sentence: string): void {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  if (json) console.log(JSON.stringify({ made_at: madeAt, files: files.length, rows }));
  else console.log(`${sentence}: ${rows} rows in ${files.length} files`);
}
