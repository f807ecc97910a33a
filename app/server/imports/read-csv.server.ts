import { Readable } from "node:stream";
import { parse, type CsvError } from "csv-parse";
import type { FileRow } from "~/domain/imports/stage-import.server";
import { MAX_ROW_LENGTH, MAX_COLUMNS, MAX_ROWS } from "~/domain/imports/import-run";
import { withoutApostrophe } from "~/domain/shared/csv";
import { cut } from "~/domain/shared/damaged";
import { DomainError } from "~/domain/shared/errors";
import { delimiterOf, textOf, type SpooledFile } from "./spooled-file.server";

export interface CsvFile {
  /** Cells of the header row, unchanged. */
  header: string[];
  /** Rows in the order of the file, without empty lines. */
  rows: AsyncGenerator<FileRow>;
}

interface Line {
  line: number;
  cells: string[];
}

/**
 * Opens a file of separated values and yields its header, then its rows one by one, so that memory does not grow with
 * the file. Throws, also while rows are read, `import_file_empty`, `import_file_no_text`, `import_file_broken`,
 * `import_row_too_long` (params: line), `import_too_many_columns`, `import_too_many_rows` (params: max).
 */
export async function openCsv(file: SpooledFile): Promise<CsvFile> {
  const { delimiter, isNamed } = await delimiterOf(file);
  const lines = linesOf(file, delimiter);
  if (isNamed) await lines.next();
  const first = await lines.next();
  if (first.done) throw new DomainError("import_file_empty");
  const header = first.value.cells.map((cell) => cut(cell, MAX_TITLE_LENGTH));
  if (header.length > MAX_COLUMNS) {
    await lines.return(undefined);
    throw new DomainError("import_too_many_columns", { max: MAX_COLUMNS });
  }
  return { header, rows: rowsOf(lines) };
}

const MAX_TITLE_LENGTH = 200;

async function* rowsOf(lines: AsyncGenerator<Line>): AsyncGenerator<FileRow> {
  let number = 0;
  for await (const { line, cells } of lines) {
    if (++number > MAX_ROWS) throw new DomainError("import_too_many_rows", { max: MAX_ROWS });
    yield { number, line, cells };
  }
  if (number === 0) throw new DomainError("import_file_empty");
}

/** Yields the non-empty rows with the number of their first line; a quoted cell may span several lines. */
async function* linesOf(file: SpooledFile, delimiter: string): AsyncGenerator<Line> {
  const source = Readable.from(textOf(file));
  const lineOf = new WeakMap<string[], number>();
  let next = 1;
  const parser = parse({
    delimiter,
    // Tolerates common mistakes: a quotation mark in the middle of a cell, missing cells at the end.
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    max_record_size: MAX_ROW_LENGTH,
    // Counted while it parses: a stream that breaks does not pass on the rows it has read ahead.
    on_record(record: string[]) {
      lineOf.set(record, next);
      next += 1 + record.reduce((count, cell) => count + breaksIn(cell), 0);
      return record;
    },
  });
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const record of parser as AsyncIterable<string[]>)
      if (record.some((cell) => cell.trim() !== ""))
        yield { line: lineOf.get(record)!, cells: record.slice(0, MAX_COLUMNS + 1).map(cellOf) };
  } catch (error) {
    throw refusalOf(error, next);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** csv-parse counts the two characters of a CRLF within quotes as two lines. */
const breaksIn = (cell: string) => cell.match(/\r\n|[\r\n]/g)?.length ?? 0;

/**
 * The database stores no zero bytes. The replacement character marks the text as damaged, so the cell is rejected with
 * that reason.
 */
const cellOf = (cell: string) => withoutApostrophe(cell.replaceAll("\0", "\ufffd"));

function refusalOf(error: unknown, line: number): unknown {
  const { code } = error as CsvError;
  if (code === "CSV_MAX_RECORD_SIZE") return new DomainError("import_row_too_long", { line, max: MAX_ROW_LENGTH });
  return typeof code === "string" && code.startsWith("CSV_") ? new DomainError("import_file_broken", { line }) : error;
}
