import { csvHead, csvLines, type CsvColumn, type CsvFormatName } from "~/domain/shared/csv";
import type { Page } from "~/domain/shared/page";

/** Rows that are read at a time: a file of any length takes the same memory, and no transaction stays open for it. */
export const ROWS_AT_ONCE = 2_000;

/** The same of lists whose page joins tables as a whole: few large pages cost the database much less than many small ones. */
export const JOINED_AT_ONCE = 10_000;

/** Rows that are written at a time. Between two pieces other requests have their turn. */
const WRITTEN_AT_ONCE = 500;

interface Pages<Row> {
  first: Page<Row>;
  /** Reads the page at a cursor, in a transaction of its own. */
  read: (cursor: string) => Promise<Page<Row>>;
}

interface File<Row> extends Pages<Row> {
  columns: readonly CsvColumn<Row>[];
  /** Of the columns. */
  titles: readonly string[];
  format: CsvFormatName;
}

/** A file of separated values, page by page. */
export function csvPieces<Row>({ columns, titles, format, ...pages }: File<Row>): AsyncGenerator<Buffer> {
  return filePieces({
    ...pages,
    head: csvHead(titles, format),
    write: (rows) => csvLines(columns, rows, format),
  });
}

/**
 * A file, page by page. While a page is written and sent, the next one is read, and no further one: whoever takes the pieces slowly
 * holds two pages and no transaction.
 */
export async function* filePieces<Row>({
  head,
  write,
  first,
  read,
}: Pages<Row> & { head: string; write: (rows: readonly Row[]) => string }): AsyncGenerator<Buffer> {
  const ahead = ({ next }: Page<Row>) => {
    const coming = next === null ? null : read(next);
    // Nobody may wait for it any more when it fails.
    coming?.catch(() => {});
    return coming;
  };
  let page = first;
  let coming = ahead(page);
  if (head) yield Buffer.from(head);
  for (;;) {
    for (let at = 0; at < page.rows.length; at += WRITTEN_AT_ONCE)
      yield Buffer.from(write(page.rows.slice(at, at + WRITTEN_AT_ONCE)));
    if (!coming) return;
    page = await coming;
    coming = ahead(page);
  }
}
