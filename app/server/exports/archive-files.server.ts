import { setImmediate as otherTurns } from "node:timers/promises";
import { readTable, type RowForm } from "~/domain/archive/read-table.server";
import type { ArchivedTable } from "~/domain/archive/archived-table";
import type { StoredFile } from "~/domain/files/file";
import { fileBytes, readFile, type Bucket } from "~/domain/files/read-file.server";
import { csvHead, csvLines, type CsvColumn } from "~/domain/shared/csv";
import type { ArchiveFile } from "./archive-zip.server";
import { filePieces, pagePieces, WRITTEN_AT_ONCE } from "./csv-pieces.server";
import type { EnterScopes } from "./export-file.server";

/** Returns a short file from rows that are already in memory. */
export function listed<Row>(name: string, rows: Row[], write: (rows: Row[]) => string): ArchiveFile {
  return {
    name,
    async *pieces(wrote) {
      wrote(rows.length);
      yield Buffer.from(write(rows));
    },
  };
}

/** Returns a file of a table, which is read page by page only when the ZIP reaches it. */
export function tableFile(name: string, table: ArchivedTable, form: RowForm, page: EnterScopes["page"]): ArchiveFile {
  const textOf = (rows: string[]) => (form === "cells" ? cellsOf(rows, table) : `${rows.join("\n")}\n`);
  return {
    name,
    pieces(wrote) {
      const read = (cursor: string | null) =>
        pagePieces(async (put, goesOn) => {
          const { rows, next } = await page((scope) => readTable(scope, table, form, cursor));
          if (next !== null) goesOn(next);
          for (let at = 0; at < rows.length; at += WRITTEN_AT_ONCE) {
            const written = rows.slice(at, at + WRITTEN_AT_ONCE);
            wrote(written.length);
            put(Buffer.from(textOf(written)));
            await otherTurns();
          }
          return next;
        });
      const head = form === "cells" ? csvHead(table.columns, "plain") : "";
      return filePieces({ head, first: read(null), read });
    },
  };
}

/**
 * Returns an uploaded file or a document with its bytes, in a folder with its id if it has no other place. One that was
 * deleted meanwhile is empty.
 */
export function storedFile(
  orgId: string,
  { id, name }: Pick<StoredFile, "id" | "name">,
  page: EnterScopes["page"],
  bucket: Bucket | null,
  place = `files/${id}/${name}`,
): ArchiveFile {
  return {
    name: place,
    async *pieces(wrote) {
      const file = await page((scope) => readFile(scope, id));
      if (!file) return;
      wrote(1);
      yield* fileBytes(page, file, bucket && { orgId, get: bucket.get });
    },
  };
}

function cellsOf(lines: readonly string[], { columns }: ArchivedTable): string {
  const cells = columns.map(
    // "number" keeps negative numbers; every other cell that a spreadsheet would evaluate gets an apostrophe.
    (name, at): CsvColumn<(string | null)[]> => ({ name, kind: "number", of: (row) => row[at]! }),
  );
  return csvLines(
    cells,
    lines.map((line) => JSON.parse(line) as (string | null)[]),
    "plain",
  );
}
