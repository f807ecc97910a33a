import type pg from "pg";
import { zipPieces, type ArchiveFile } from "~/server/exports/archive-zip.server";
import { version } from "../../package.json";
import { backupTables, fileOfTable, JOBS, MANIFEST, migrationsOf, type BackupTable, type Manifest } from "./format";
import { jobLines, tableRows, withSnapshot } from "./snapshot";

export interface BackupProgress {
  /** Sets the number of steps. */
  begin(steps: number): void;
  step(): void;
}

/**
 * Streams a backup of the whole database: a consistent snapshot while the app keeps running. It reads only as fast as
 * the consumer takes the chunks.
 */
export function backupPieces(ownerUrl: string, progress: BackupProgress): AsyncGenerator<Buffer, Manifest> {
  return withSnapshot(ownerUrl, async function* (client) {
    const tables = await backupTables(client);
    const { rows } = await client.query<{ now: Date }>("select now()");
    const { now: madeAt } = rows[0]!;
    const shared = {
      format: "finderlohn-backup",
      version: 2,
      method: "copy",
      madeAt: madeAt.toISOString(),
      program: version,
      migrations: await migrationsOf(client),
      tables: tables.map(({ name, columns }) => ({ name, file: fileOfTable(name), columns })),
    } as const;
    let manifest: Manifest | undefined;
    const of = (files: Manifest["files"]) => {
      manifest = { ...shared, files };
      return JSON.stringify(manifest, null, 2);
    };
    yield* zipPieces(filesOf(client, tables, progress), { name: MANIFEST, of }, madeAt);
    return manifest!;
  });
}

function filesOf(client: pg.Client, tables: BackupTable[], progress: BackupProgress): ArchiveFile[] {
  progress.begin(tables.length + 1);
  const files: ArchiveFile[] = tables.map((table) => ({
    name: fileOfTable(table.name),
    pieces: (wrote) => counted(tableRows(client, table, wrote), progress),
  }));
  return [...files, { name: JOBS, pieces: (wrote) => counted(jobLines(client, wrote), progress) }];
}

async function* counted(pieces: AsyncIterable<Buffer>, { step }: BackupProgress): AsyncGenerator<Buffer> {
  yield* pieces;
  step();
}
