import type pg from "pg";
import { zipPieces, type ArchiveFile, type FileFacts } from "~/server/exports/archive-zip.server";
import { version } from "../../package.json";
import { withBytesShown } from "../progress";
import {
  backupTables,
  DUMP,
  fileOfTable,
  JOBS,
  MANIFEST,
  migrationsOf,
  WITHOUT_ROWS,
  type BackupTable,
  type Manifest,
} from "./format";
import { outputOf, type PgTool } from "./pg-tools";
import { jobLines, readFacts, tableRows, withSnapshot } from "./snapshot";

export interface BackupProgress {
  /** Sets the number of steps. */
  begin(steps: number): void;
  step(): void;
}

/**
 * Streams a backup of the whole database: a consistent snapshot while the app keeps running. It reads only as fast as
 * the consumer takes the chunks.
 * @param tool the pg_dump to use; null for COPY
 */
export function backupPieces(
  ownerUrl: string,
  tool: PgTool | null,
  progress: BackupProgress,
): AsyncGenerator<Buffer, Manifest> {
  return withSnapshot(ownerUrl, async function* (client) {
    const tables = await backupTables(client);
    const { rows } = await client.query<{ now: Date; server: number }>(
      "select now(), current_setting('server_version_num')::int / 10000 as server",
    );
    const { now: madeAt, server } = rows[0]!;
    const made = tool ? throughDump(client, ownerUrl, tool, tables, progress) : throughCopy(client, tables, progress);
    const shared = {
      format: "finderlohn-backup",
      version: 2,
      madeAt: madeAt.toISOString(),
      program: version,
      migrations: await migrationsOf(client),
      tables: tables.map(({ name, columns }) => ({ name, file: fileOfTable(name), columns })),
    } as const;
    let manifest: Manifest | undefined;
    const of = (written: FileFacts[]) => {
      manifest = { ...shared, ...made.facts(written, server) };
      return JSON.stringify(manifest, null, 2);
    };
    yield* zipPieces(made.files, { name: MANIFEST, of }, madeAt);
    return manifest!;
  });
}

/** The files of a method, and its part of the manifest. */
interface Made {
  files: ArchiveFile[];
  facts: (written: FileFacts[], server: number) => Pick<Manifest, "method" | "files" | "dump">;
}

function throughCopy(client: pg.Client, tables: BackupTable[], progress: BackupProgress): Made {
  progress.begin(tables.length + 1);
  const files: ArchiveFile[] = tables.map((table) => ({
    name: fileOfTable(table.name),
    pieces: (wrote) => counted(tableRows(client, table, wrote), progress),
  }));
  files.push({ name: JOBS, pieces: (wrote) => counted(jobLines(client, wrote), progress) });
  return { files, facts: (written) => ({ method: "copy", files: written }) };
}

async function* counted(pieces: AsyncIterable<Buffer>, { step }: BackupProgress): AsyncGenerator<Buffer> {
  yield* pieces;
  step();
}

/**
 * Dumps schema and rows. Then reads the rows of the same snapshot again, for the counts and checksums of the manifest.
 */
function throughDump(
  client: pg.Client,
  ownerUrl: string,
  tool: PgTool,
  tables: BackupTable[],
  progress: BackupProgress,
): Made {
  let rows: FileFacts[] = [];
  const pieces = async function* () {
    const { rows: exported } = await client.query<{ id: string }>("select pg_export_snapshot() as id");
    const args = [
      "--format=custom",
      "--no-owner",
      "--no-acl",
      "--no-password",
      `--snapshot=${exported[0]!.id}`,
      ...WITHOUT_ROWS.map((name) => `--exclude-table-data=public.${name}`),
    ];
    yield* withBytesShown(outputOf(tool, args, ownerUrl));
    progress.begin(tables.length + 1);
    rows = await readFacts(client, tables, progress.step);
  };
  return {
    files: [{ name: DUMP, pieces, isCompressed: true }],
    facts: ([written], server) => {
      const { bytes, sha256 } = written!;
      return { method: "pg_dump", files: rows, dump: { tool: tool.major, server, bytes, sha256 } };
    },
  };
}
