import type { ImportKind } from "~/domain/imports/import-run";
import { beginImport, dropImport, endStaging, stageRows, type FileRow } from "~/domain/imports/stage-import.server";
import { cut } from "~/domain/shared/damaged";
import { visible } from "~/domain/shared/visible";
import type { InScope } from "~/domain/shared/scope";
import { readOwnFields } from "~/domain/fields/read-own-fields.server";
import { guessColumns } from "./guess-columns.server";
import { openCsv } from "./read-csv.server";
import { spooled } from "./spooled-file.server";

/** Rows stored in one transaction. */
const ROWS_AT_ONCE = 2_000;

const MAX_FILE_NAME_LENGTH = 200;

export interface GivenFile {
  kind: ImportKind;
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads a file into the rows of a new import and returns its id. It opens one transaction per 2,000 rows and none while
 * bytes arrive. An unreadable file leaves nothing behind. Throws what `spooled` and `openCsv` throw, and `forbidden`.
 */
export async function stageFile(inScope: InScope, { kind, name, bytes }: GivenFile): Promise<string> {
  return spooled(bytes, async (file) => {
    const { header, rows } = await openCsv(file);
    let id: string | undefined;
    let count = 0;
    const keep = async (batch: FileRow[]) => {
      const columns = id
        ? {}
        : await guessColumns(
            kind,
            header,
            batch.slice(0, 20).map(({ cells }) => cells),
            kind === "leads" ? await inScope((scope) => readOwnFields(scope, "lead")) : [],
          );
      const fileName = cut(visible(name).trim(), MAX_FILE_NAME_LENGTH) || "import.csv";
      id ??= await inScope((scope) => beginImport(scope, { kind, fileName, encoding: file.encoding, header, columns }));
      const importId = id;
      await inScope((scope) => stageRows(scope, importId, batch));
      count += batch.length;
    };
    try {
      for await (const batch of batches(rows)) await keep(batch);
    } catch (error) {
      const begun = id;
      if (begun) await inScope((scope) => dropImport(scope, begun));
      throw error;
    }
    const importId = id!;
    await inScope((scope) => endStaging(scope, importId, count));
    return importId;
  });
}

async function* batches(rows: AsyncGenerator<FileRow>): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === ROWS_AT_ONCE) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
