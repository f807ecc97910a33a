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

/** Rows of the queue, which a test copy should not contain. */
const QUEUE_ROWS = /TABLE DATA graphile_worker _private_job(s|_queues) /;
/** An extension or its comment, which only the extension's owner may set. */
const EXTENSION = /^\d+; \d+ \d+ (?:EXTENSION - (\S+)|COMMENT - EXTENSION )/;

/**
 * Restores a pg_dump backup into a new database or an empty one with matching migrations. pg_restore runs in one
 * transaction. Then every table is compared with the manifest. Finally the runtime role gets its rights and newer
 * migrations are applied. Throws a UsageError if the database does not match, and an error if a count or checksum
 * differs.
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
    // Reads and checks the whole file before anything is changed.
    const contents = chosenContents(await readContents(tool, addresses.ownerUrl, backup), jobs);
    await runRestore(tool, addresses.ownerUrl, backup, { contents, isClean });
    await compare(addresses.ownerUrl, manifest, jobs, progress);
    // Unlocks jobs whose workers no longer exist.
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

/** Finds the pg_restore that can read the dump and works with the server. Throws a UsageError if there is none. */
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
      ? `the backup was made with pg_dump ${dump!.tool}, which PostgreSQL ${server} cannot read: restore it to PostgreSQL 17 or newer`
      : `the backup was made with pg_dump, and no matching pg_restore of PostgreSQL ${wanted} is in PATH or /usr/lib/postgresql: install postgresql-client-${wanted}`,
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
      // The dump contains the tables that the migrations created.
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
      // A program that ends before it has read its whole input reports why.
      await ended;
      throw error;
    });
    await ended;
  } finally {
    child.kill();
  }
}

/** Returns the entries of the dump in restore order, one per line. */
async function readContents(tool: PgTool, ownerUrl: string, backup: OpenBackup): Promise<string[]> {
  let list = "";
  await checkDump(backup, async (pieces) => {
    const { child, ended, output } = startTool(tool, ["--list"], ownerUrl, "pipe");
    // The contents are at the beginning, so the program ends early. The rest is read for the checksum.
    child.stdin!.on("error", () => {});
    pieces.pipe(child.stdin!);
    list = await text(output);
    await ended;
    pieces.unpipe(child.stdin!);
    pieces.resume();
  });
  return list.split("\n");
}

/** Selects the entries to restore. */
function chosenContents(lines: string[], jobs: boolean): string {
  const ours = lines.filter((line) => {
    const extension = EXTENSION.exec(line);
    return !extension || EXTENSIONS.includes(extension[1] ?? "");
  });
  if (jobs) return ours.join("\n");
  const kept = ours.filter((line) => !QUEUE_ROWS.test(line));
  if (kept.length === ours.length) throw new Error("the dump contains no job queue: nothing was restored");
  return kept.join("\n");
}

/** Throws if a table differs from the manifest. */
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
        `the database differs from the backup (${wrong.map(({ name }) => name).join(", ")}): delete this database, and restore into a new, empty one`,
      );
  }
}
