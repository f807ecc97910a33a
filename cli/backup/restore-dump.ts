import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import type pg from "pg";
import { connectTo, migrate, SETUP_LOCK, type DatabaseAddresses } from "../migrate";
import { withBytesShown } from "../progress";
import { UsageError } from "../run-command";
import { tidying } from "../whole-file";
import { EXTENSIONS, JOBS, type Manifest } from "./format";
import type { BackupProgress } from "./make-backup";
import { checkDump, type OpenBackup } from "./open-backup";
import { findTool, wantedVersion, startTool, type PgTool } from "./pg-tools";
import { readFacts, withSnapshot } from "./snapshot";
import { isBare } from "./target";

/** Rows of the queue, which a copy to try things out does without. */
const QUEUE_ROWS = /TABLE DATA graphile_worker _private_job(s|_queues) /;
/** An extension, or the comment of one, which only its owner may set. */
const EXTENSION = /^\d+; \d+ \d+ (?:EXTENSION - (\S+)|COMMENT - EXTENSION )/;

/**
 * Restores what pg_dump has made into a database that is as it was made, or migrated, fitting and empty. pg_restore
 * does it in one transaction. Then every table is read and compared with what was there when the backup was made, and
 * only after that the runtime role gets its rights and migrations that are newer than the backup are applied. Throws a
 * UsageError when the database does not fit, and an error when a count or checksum is not what the backup says.
 */
export async function restoreDump(
  addresses: DatabaseAddresses,
  backup: OpenBackup,
  { jobs }: { jobs: boolean },
  progress: BackupProgress,
): Promise<void> {
  const { manifest } = backup;
  const client = await connectTo(addresses.ownerUrl);
  try {
    await client.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
    const isClean = await isBare(client, manifest);
    const tool = await requireTool(client, manifest);
    // Before anything is changed, the whole file is read.
    const contents = chosenContents(await readContents(tool, addresses.ownerUrl, backup), jobs);
    await runRestore(tool, addresses.ownerUrl, backup, { contents, isClean });
    await compare(addresses.ownerUrl, manifest, jobs, progress);
    // The workers that held them are gone.
    await client.query(
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null`,
    );
    await client.query(
      `update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`,
    );
    await client.query("select pg_advisory_unlock($1)", [SETUP_LOCK]);
    await migrate(addresses);
    await client.query("analyze");
  } finally {
    await client.end();
  }
}

/** The pg_restore that reads the dump and knows the server. Throws a UsageError when there is none. */
export async function requireTool(client: pg.Client, { dump }: Manifest): Promise<PgTool> {
  const { rows } = await client.query<{ server: number }>(
    "select current_setting('server_version_num')::int / 10000 as server",
  );
  const [{ server }] = rows as [{ server: number }];
  const tool = await findTool("pg_restore", server, dump!.tool);
  if (tool) return tool;
  const wanted = wantedVersion(server, dump!.tool);
  throw new UsageError(
    wanted === null
      ? `the backup was made with pg_dump ${dump!.tool}, which a server of PostgreSQL ${server} cannot read: restore it to PostgreSQL 17 or newer`
      : `the backup was made with pg_dump, and no pg_restore of PostgreSQL ${wanted} that fits is in PATH or /usr/lib/postgresql: install postgresql-client-${wanted}`,
  );
}

async function runRestore(
  tool: PgTool,
  ownerUrl: string,
  backup: OpenBackup,
  { contents, isClean }: { contents: string; isClean: boolean },
): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-restore-"));
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  await tidying(remove, async () => {
    const list = path.join(folder, "list");
    fs.writeFileSync(list, contents);
    const args = [
      `--use-list=${list}`,
      "--exit-on-error",
      "--single-transaction",
      "--no-owner",
      "--no-acl",
      "--no-password",
      "--dbname=",
      // What the migrations have made is in the dump as well.
      ...(isClean ? [] : ["--clean", "--if-exists"]),
    ];
    await checkDump(backup, (pieces) => restoreFrom(tool, args, ownerUrl, pieces));
  });
  remove();
}

async function restoreFrom(tool: PgTool, args: string[], ownerUrl: string, pieces: Readable): Promise<void> {
  const { child, ended, output } = startTool(tool, args, ownerUrl, "pipe");
  output.resume();
  try {
    await pipeline(withBytesShown(pieces), child.stdin!).catch(async (error: Error) => {
      // A program that ends before it has read everything says why.
      await ended;
      throw error;
    });
    await ended;
  } finally {
    child.kill();
  }
}

/** What is in the dump, a line each, in the order in which it is restored. */
async function readContents(tool: PgTool, ownerUrl: string, backup: OpenBackup): Promise<string[]> {
  let list = "";
  await checkDump(backup, async (pieces) => {
    const { child, ended, output } = startTool(tool, ["--list"], ownerUrl, "pipe");
    // The contents stand at the beginning: the program ends before it has read everything, and the rest is read for its
    // checksum.
    child.stdin!.on("error", () => {});
    pieces.pipe(child.stdin!);
    list = await text(output);
    await ended;
    pieces.unpipe(child.stdin!);
    pieces.resume();
  });
  return list.split("\n");
}

/** What of it is restored. */
function chosenContents(lines: string[], jobs: boolean): string {
  const ours = lines.filter((line) => {
    const extension = EXTENSION.exec(line);
    return !extension || EXTENSIONS.includes(extension[1] ?? "");
  });
  if (jobs) return ours.join("\n");
  const kept = ours.filter((line) => !QUEUE_ROWS.test(line));
  if (kept.length === ours.length) throw new Error("the dump has no queue: nothing was restored");
  return kept.join("\n");
}

/** Throws when a table does not hold what was there when the backup was made. */
async function compare(
  ownerUrl: string,
  { tables, files }: Manifest,
  jobs: boolean,
  progress: BackupProgress,
): Promise<void> {
  progress.begin(tables.length + 1);
  const reading = withSnapshot(ownerUrl, async function* (client) {
    yield await readFacts(client, tables, progress.step);
  });
  for await (const found of reading) {
    const wrong = found.filter(({ name, rows, sha256 }) => {
      const its = files.find((file) => file.name === name);
      if (name === JOBS && !jobs) return rows > 0;
      return its?.rows !== rows || its.sha256 !== sha256;
    });
    if (wrong.length > 0)
      throw new Error(
        `the database is not what the backup was made of (${wrong.map(({ name }) => name).join(", ")}): delete this database, and restore into a new, empty one`,
      );
  }
}
