import { isDay, type Day } from "./dates";
import { recordId } from "./fields";

/** Rows a list of money shows at a time. */
export const PAGE_SIZE = 100;

/** A row's place in a list ordered by a day and then by id. */
export interface Place {
  day: Day;
  id: string;
}

export interface Page<Row> {
  rows: Row[];
  /** Cursor of the next page, or null on the last one. */
  next: string | null;
}

/** Makes the page of rows that were read with `take: PAGE_SIZE + 1`; the one too many tells that more follow. */
export function pageOf<Row>(rows: Row[], placeOf: (row: Row) => Place): Page<Row> {
  const shown = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
  const place = last && placeOf(last);
  return { rows: shown, next: place ? `${place.day}_${place.id}` : null };
}

/** The place a cursor names; null, the beginning, when it is missing or was not made by `pageOf`. */
export function parseCursor(cursor: string | null | undefined): Place | null {
  const [day = "", id] = (cursor ?? "").split("_");
  const parsed = recordId.safeParse(id);
  return isDay(day) && parsed.success ? { day, id: parsed.data } : null;
}
