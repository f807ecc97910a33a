import { csvHead, csvLines, type CsvColumn, type CsvFormatName } from "~/domain/shared/csv";
import type { Page } from "~/domain/shared/page";

/** Rows that are read at a time: a file of any length takes the same memory, and no transaction stays open for it. */
export const ROWS_AT_ONCE = 2_000;

interface File<Row> {
  columns: readonly CsvColumn<Row>[];
  /** Of the columns. */
  titles: readonly string[];
  format: CsvFormatName;
  first: Page<Row>;
  /** Reads the page at a cursor, in a transaction of its own. */
  read: (cursor: string) => Promise<Page<Row>>;
}

/**
 * A file of separated values, page by page. While a page is written and sent, the next one is read, and no further one: whoever
 * takes the pieces slowly holds two pages and no transaction.
 */
export async function* csvPieces<Row>({
  columns,
  titles,
  format,
  first,
  read,
}: File<Row>): AsyncGenerator<Buffer> {
  const ahead = ({ next }: Page<Row>) => {
    const coming = next === null ? null : read(next);
    // Nobody may wait for it any more when it fails.
    coming?.catch(() => {});
    return coming;
  };
  let coming = ahead(first);
  yield Buffer.from(csvHead(titles, format) + csvLines(columns, first.rows, format));
  while (coming) {
    const page: Page<Row> = await coming;
    coming = ahead(page);
    yield Buffer.from(csvLines(columns, page.rows, format));
  }
}
