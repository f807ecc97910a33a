import { recordId } from "./fields";

/** Rows a list shows at a time. */
export const PAGE_SIZE = 50;

export type Direction = "asc" | "desc";

/** Which part of a list is asked for. */
export interface PageRequest {
  /** Made by an earlier page; the list's beginning when missing or not understood. */
  cursor?: string | null;
}

/** A part of a list, with the cursors of the pages beside it. */
export interface Page<Row> {
  rows: Row[];
  previous: string | null;
  next: string | null;
}

/** What is handed on row by row, as a list. */
export async function listed<Row>(read: (each: (row: Row) => void) => Promise<void>): Promise<Row[]> {
  const rows: Row[] = [];
  await read((row) => rows.push(row));
  return rows;
}

/** The value that a list is ordered by, as text without "~". Rows with the same value are ordered by id. */
type Key = string;

/**
 * Where a page of a list begins and how it is read (keyset pagination). Prisma's own `cursor` sends no LIMIT and cuts
 * the page in memory; an offset gets slower with every page.
 */
export interface PageCursor {
  /** The row to go on from, or null at the beginning. */
  from: { key: Key; id: string } | null;
  /** The direction to read in: towards the beginning the list is read backwards. */
  direction: Direction;
  /** The comparison that goes on from that row. */
  comparison: "gt" | "lt";
  /** Rows to read: one more than shown. If it is found, there is another page. */
  take: number;
  /** Makes the page from the rows that were read. */
  page<Row extends { id: string }>(rows: Row[], keyOf: (row: Row) => Key): Page<Row>;
  /** The same of rows that come one by one and are not kept, towards the end of the list only. */
  stream<Row extends { id: string }>(keyOf: (row: Row) => Key, each: (row: Row) => void): Stream<Row>;
}

/** A page whose rows are not kept. */
interface Stream<Row> {
  /** Takes the next row that was read. */
  take: (row: Row) => void;
  /** The cursor of the next page, when all rows have been taken; null at the end of the list. */
  next: () => string | null;
}

/**
 * Reads a cursor for a list in this direction. `valid` says whether a text can be a key of the list; a cursor of
 * another list is the beginning.
 */
export function readCursor(
  { cursor }: PageRequest,
  listed: Direction,
  valid: (key: string) => boolean,
  size = PAGE_SIZE,
): PageCursor {
  const found = parseCursor(cursor, valid);
  const back = found?.back ?? false;
  const direction = back ? opposite(listed) : listed;
  const cursorAt = <Row extends { id: string }>(row: Row, keyOf: (row: Row) => Key, to: string) => {
    const made = `${to}~${keyOf(row)}~${row.id}`;
    // Not understood, it would be the beginning of the list: a file that is read page by page would have no end.
    if (!parseCursor(made, valid)) throw new RangeError(`This row makes no cursor: ${made}`);
    return made;
  };
  return {
    from: found && { key: found.key, id: found.id },
    direction,
    comparison: direction === "asc" ? "gt" : "lt",
    take: size + 1,
    page(read, keyOf) {
      const shown = read.slice(0, size);
      if (back) shown.reverse();
      const more = read.length > size;
      const cursorOf = (row: (typeof shown)[number] | undefined, to: string) => (row ? cursorAt(row, keyOf, to) : null);
      return {
        rows: shown,
        previous: (back ? more : found !== null) ? cursorOf(shown[0], "back") : null,
        next: back || more ? cursorOf(shown.at(-1), "on") : null,
      };
    },
    stream(keyOf, each) {
      if (back) throw new RangeError("Rows are taken one by one towards the end of a list only");
      let read = 0;
      let next: string | null = null;
      return {
        take(row) {
          read++;
          if (read > size) return;
          // Of the row before the one that says that there is another page.
          if (read === size) next = cursorAt(row, keyOf, "on");
          each(row);
        },
        next: () => (read > size ? next : null),
      };
    },
  };
}

/**
 * Prisma's condition for the rows after a cursor, in a list ordered by `column` and `id`. The first condition follows
 * from the second; it is there because Postgres can use it to start reading in the index.
 */
export function afterCursor<Value>(
  { from, comparison }: PageCursor,
  column: string,
  valueOf: (key: string) => Value,
): object {
  if (!from) return {};
  const value = valueOf(from.key);
  return {
    [column]: { [`${comparison}e`]: value },
    OR: [{ [column]: { [comparison]: value } }, { id: { [comparison]: from.id } }],
  };
}

/** Prisma's order of the same list. */
export function inOrder({ direction }: PageCursor, column: string) {
  return [{ [column]: direction }, { id: direction }];
}

/** Keys of a list ordered by a moment: milliseconds. Thirteen digits end in the year 2286. */
export const momentKey = {
  of: (moment: Date) => String(moment.getTime()),
  valid: (key: string) => /^\d{1,13}$/.test(key),
  value: (key: string) => new Date(Number(key)),
};

function parseCursor(cursor: string | null | undefined, valid: (key: string) => boolean) {
  const [, to, key = "", id] = /^(\w+)~([^~]*)~([^~]+)$/.exec(cursor ?? "") ?? [];
  const parsed = recordId.safeParse(id);
  if ((to !== "on" && to !== "back") || !parsed.success || !valid(key)) return null;
  return { back: to === "back", key, id: parsed.data };
}

const opposite = (direction: Direction): Direction => (direction === "asc" ? "desc" : "asc");
