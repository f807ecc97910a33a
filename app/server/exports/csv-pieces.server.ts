import { setImmediate as otherTurns } from "node:timers/promises";
import { csvHead, csvWriter, type CsvColumn, type CsvFormatName } from "~/domain/shared/csv";
import type { Page } from "~/domain/shared/page";
import type { ReadAs } from "~/domain/commissions/read-commissions.server";
import { openSpool } from "./spool.server";

/** Rows that are read at a time: a file of any length takes the same memory, and no transaction stays open for it. */
export const ROWS_AT_ONCE = 2_000;

/**
 * The same of lists whose rows come from several tables. Most files are no longer than the first part, which is read as
 * a page of the list before anything is sent. Whatever follows is one statement, which Postgres joins and puts in order
 * as a whole. At a fifth of the speed that was measured so many rows come within the time that a transaction may take.
 */
export const joinedAtOnce = (cursor: string | null): { size: number; read: ReadAs } =>
  cursor === null ? { size: 10_000, read: "page" } : { size: 1_500_000, read: "file" };

/** Rows that are written at a time. Between two pieces other requests have their turn. */
export const WRITTEN_AT_ONCE = 500;

/** Characters of a piece. */
const PIECE_SIZE = 64 * 1024;

/** Hands on the rows of a page. Resolves with the cursor of the next page, or null at the end. */
export type EachRow<Row> = (to: RowsTo<Row>) => Promise<string | null>;

/** Where the rows of a page go. */
interface RowsTo<Row> {
  each: (row: Row) => void;
  /** May be told the cursor of the next page before the rows come. */
  goesOn: (cursor: string) => void;
}

/** A part of a file that is being made: its pieces can be taken as they come. */
export interface PagePieces {
  pieces: () => AsyncGenerator<Buffer>;
  /** The cursor of the next page, as soon as it is known, or null at the end. */
  next: Promise<string | null>;
  /** When all pieces have been made. */
  made: Promise<unknown>;
  /** Nobody will take them. */
  drop: () => void;
}

interface Pages {
  first: PagePieces;
  /** Begins to read the page at a cursor, in a transaction of its own. */
  read: (cursor: string) => PagePieces;
}

interface File<Row> {
  columns: readonly CsvColumn<Row>[];
  /** Of the columns. */
  titles: readonly string[];
  format: CsvFormatName;
}

/** A file of separated values, page by page. */
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

/** The same of a list whose pages are read whole. */
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

/** Begins to read a page and writes each row as it comes. */
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

/** Hands on the rows of a page that are all there already. */
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
 * Begins to make the pieces of a page. Whoever makes them never waits for those who take them: a page is read in one
 * transaction, which no slow reader may keep open.
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
  // Nobody may wait for them any more when it fails.
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
 * A file, page by page. While a page is sent, the next one is read, and no further one: whoever takes the pieces slowly
 * holds no transaction.
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
