import { recordId } from "./fields";

/** Rows per page. */
export const PAGE_SIZE = 50;

export type Direction = "asc" | "desc";

/** The requested page of a list. */
export interface PageRequest {
  /** Created by an earlier page; the beginning of the list if missing or invalid. */
  cursor?: string | null;
}

/** A page of a list, with the cursors of its neighbors. */
export interface Page<Row> {
  rows: Row[];
  previous: string | null;
  next: string | null;
}

/** Collects rows that are passed one by one. */
export async function collectRows<Row>(read: (each: (row: Row) => void) => Promise<void>): Promise<Row[]> {
  const rows: Row[] = [];
  await read((row) => rows.push(row));
  return rows;
}

/** The value by which the list is ordered, as text without "~". Rows with the same value are ordered by id. */
type Key = string;

/**
 * Where a page starts and how it is read (keyset pagination). Prisma's own `cursor` sends no LIMIT and cuts the page in
 * memory; an offset gets slower with every page.
 */
export interface PageCursor {
  /** The row to continue after; null at the beginning. */
  from: { key: Key; id: string } | null;
  /** The reading direction; toward the beginning, the list is read backwards. */
  direction: Direction;
  /** The comparison for rows after that row. */
  comparison: "gt" | "lt";
  /** Rows to read: one more than shown. If it exists, there is another page. */
  take: number;
  /** Builds the page from the rows that were read. */
  page<Row extends { id: string }>(rows: Row[], keyOf: (row: Row) => Key): Page<Row>;
  /** Builds a page from rows that arrive one by one and are not collected; forward only. */
  stream<Row extends { id: string }>(keyOf: (row: Row) => Key, each: (row: Row) => void): Stream<Row>;
}

/** A page whose rows are not collected. */
interface Stream<Row> {
  /** Processes the next row. */
  take: (row: Row) => void;
  /** Returns the cursor of the next page after all rows were taken; null at the end of the list. */
  next: () => string | null;
}

/**
 * Parses a cursor for a list in this direction. `valid` returns whether a text can be a key of the list; a cursor of
 * another list means the beginning.
 */
export function readCursor(
  { cursor }: PageRequest,
  collectRows: Direction,
  valid: (key: string) => boolean,
  size = PAGE_SIZE,
): PageCursor {
  const found = parseCursor(cursor, valid);
  const back = found?.back ?? false;
  const direction = back ? opposite(collectRows) : collectRows;
  const cursorAt = <Row extends { id: string }>(row: Row, keyOf: (row: Row) => Key, to: string) => {
    const made = `${to}~${keyOf(row)}~${row.id}`;
    // An invalid cursor would mean the beginning, so an export that reads page by page would never end.
    if (!parseCursor(made, valid)) throw new RangeError(`row without a valid cursor: ${made}`);
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
      if (back) throw new RangeError("rows can only be streamed forward");
      let read = 0;
      let next: string | null = null;
      return {
        take(row) {
          read++;
          if (read > size) return;
          // The cursor belongs to the last row of the page; the row after it proves that there is another page.
          if (read === size) next = cursorAt(row, keyOf, "on");
          each(row);
        },
        next: () => (read > size ? next : null),
      };
    },
  };
}

/**
 * Returns Prisma's condition for the rows after a cursor, in a list ordered by `column` and `id`. The first condition
 * follows from the second; Postgres uses it to start reading in the index.
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

/** Returns Prisma's order of that list. */
export function inOrder({ direction }: PageCursor, column: string) {
  return [{ [column]: direction }, { id: direction }];
}

/** Keys of a list ordered by time: milliseconds. Thirteen digits suffice until the year 2286. */
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
