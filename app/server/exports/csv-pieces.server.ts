import { setImmediate as otherTurns } from "node:timers/promises";
import { csvHead, csvWriter, type CsvColumn, type CsvFormatName } from "~/domain/shared/csv";
import type { Page } from "~/domain/shared/page";
import type { ReadAs } from "~/domain/commissions/read-commissions.server";
import { openSpool } from "./spool.server";

/** Rows per page. Paging limits the memory and the duration of transactions for files of any length. */
export const ROWS_AT_ONCE = 2_000;

/**
 * Returns the page size for lists that join several tables. Most files fit into the first page, which is read before
 * anything is sent. All further rows are one query, which Postgres joins and sorts as a whole. Even at a fifth of the
 * measured speed, 1,500,000 rows fit into the time limit of a transaction.
 */
export const joinedAtOnce = (cursor: string | null): { size: number; read: ReadAs } =>
  cursor === null ? { size: 10_000, read: "page" } : { size: 1_500_000, read: "file" };

/** Rows per write. Other requests can run between two writes. */
export const WRITTEN_AT_ONCE = 500;

/** Minimum size of a chunk, in characters. */
const PIECE_SIZE = 64 * 1024;

/** Passes the rows of a page on. Resolves with the cursor of the next page, or null at the end. */
export type EachRow<Row> = (to: RowsTo<Row>) => Promise<string | null>;

/** The receiver of a page's rows. */
interface RowsTo<Row> {
  each: (row: Row) => void;
  /** Can be called early with the cursor of the next page, before the rows. */
  goesOn: (cursor: string) => void;
}

/** A page of a file that is being written. Its chunks can be read while more are added. */
export interface PagePieces {
  pieces: () => AsyncGenerator<Buffer>;
  /** The cursor of the next page, as soon as it is known, or null at the end. */
  next: Promise<string | null>;
  /** Resolves when all chunks have been written. */
  made: Promise<unknown>;
  /** Discards the chunks, because there is no reader. */
  drop: () => void;
}

interface Pages {
  first: PagePieces;
  /** Starts to read the page at a cursor, in a separate transaction. */
  read: (cursor: string) => PagePieces;
}

interface File<Row> {
  columns: readonly CsvColumn<Row>[];
  /** Titles of the columns, in the same order. */
  titles: readonly string[];
  format: CsvFormatName;
}

/** Streams a CSV file page by page. */
export const csvPieces = <Row>({
  columns,
  titles,
  format,
  first,
  read,
}: File<Row> & {
  first: PagePieces;
  read: (cursor: string) => EachRow<Row>;
}): AsyncGenerator<Buffer> =>
  filePieces({
    head: csvHead(titles, format),
    first,
    read: (cursor) => csvPage(columns, format, read(cursor)),
  });

/** Like {@link csvPieces}, for a list that returns whole pages instead of single rows. */
export function csvOfPages<Row>({
  first,
  read,
  ...file
}: File<Row> & {
  first: Page<Row>;
  read: (cursor: string) => Promise<Page<Row>>;
}): AsyncGenerator<Buffer> {
  const { columns, format } = file;
  return csvPieces({
    ...file,
    first: csvPage(
      columns,
      format,
      eachOfPage(async () => first),
    ),
    read: (cursor) => eachOfPage(() => read(cursor)),
  });
}

/** Starts to read a page and writes each row as it arrives. */
export function csvPage<Row>(
  columns: readonly CsvColumn<Row>[],
  format: CsvFormatName,
  read: EachRow<Row>,
): PagePieces {
  const write = csvWriter(columns, format);
  return pagePieces(async (put, goesOn) => {
    let lines = "";
    const flush = () => {
      if (lines) put(Buffer.from(lines));
      lines = "";
    };
    const each = (row: Row) => {
      lines += write(row);
      if (lines.length >= PIECE_SIZE) flush();
    };
    const next = await read({ each, goesOn });
    flush();
    return next;
  });
}

/** Passes the rows of a whole page on. */
export const eachOfPage =
  <Row>(read: () => Promise<Page<Row>>): EachRow<Row> =>
  async ({ each, goesOn }) => {
    const { rows, next } = await read();
    if (next !== null) goesOn(next);
    for (let at = 0; at < rows.length; at += WRITTEN_AT_ONCE) {
      rows.slice(at, at + WRITTEN_AT_ONCE).forEach(each);
      await otherTurns();
    }
    return next;
  };

/**
 * Starts to write the chunks of a page. The writer never waits for the reader, because a page is read in one database
 * transaction, which a slow reader must not keep open.
 */
export function pagePieces(
  make: (put: (piece: Buffer) => void, goesOn: (cursor: string) => void) => Promise<string | null>,
): PagePieces {
  const spool = openSpool();
  let isMade = false;
  let wake = () => {};
  let goesOn = (_cursor: string) => {};
  const early = new Promise<string>((resolve) => (goesOn = resolve));
  const put = (piece: Buffer) => {
    spool.put(piece);
    wake();
  };
  const made = make(put, goesOn).finally(() => {
    isMade = true;
    wake();
  });
  const next = Promise.race([early, made]);
  // Both may fail after the reader has gone; an unhandled rejection would end the process.
  for (const promise of [made, next]) promise.catch(() => {});
  return {
    next,
    made,
    drop: spool.close,
    async *pieces() {
      try {
        while (!isMade || !spool.isEmpty()) {
          const piece = await spool.take();
          if (piece) yield piece;
          else if (!isMade) await new Promise<void>((resolve) => (wake = resolve));
        }
        await made;
      } finally {
        spool.close();
      }
    },
  };
}

/**
 * Streams a file page by page. While a page is sent, only the next one is read, so a slow reader keeps no transaction
 * open.
 */
export async function* filePieces({ head, first, read }: Pages & { head: string }): AsyncGenerator<Buffer> {
  const ahead = async ({ next }: PagePieces) => {
    const cursor = await next;
    return cursor === null ? null : read(cursor);
  };
  let page: PagePieces | null = first;
  let coming: Promise<PagePieces | null> | undefined;
  try {
    if (head) yield Buffer.from(head);
    while (page) {
      coming = ahead(page);
      coming.catch(() => {});
      yield* page.pieces();
      page = await coming;
    }
  } finally {
    page?.drop();
    void coming?.then((unread) => unread?.drop()).catch(() => {});
  }
}
