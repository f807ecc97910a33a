import { recordId } from "./fields";
import type { Page } from "./page";

/** Rows a list that begins with the newest shows at a time. */
const PAGE = 50;

/** A row's place in such a list: when it was made and, among equals, its id. */
interface Place {
  createdAt: Date;
  id: string;
}

/**
 * What a query of a page needs: everything, or what is older than the row a cursor names; a cursor not made by
 * `newestPage` is the beginning. Prisma's own `cursor` is no help: it sends no limit and cuts the page in memory.
 */
export function newestFirst(cursor: string | null) {
  const place = parseCursor(cursor);
  return {
    where: place
      ? // The first condition says nothing new; it is where the index begins to read.
        {
          createdAt: { lte: place.createdAt },
          OR: [{ createdAt: { lt: place.createdAt } }, { id: { lt: place.id } }],
        }
      : {},
    orderBy: [{ createdAt: "desc" as const }, { id: "desc" as const }],
    take: PAGE + 1,
  };
}

/** Makes the page of rows that were read by `newestFirst`; the one too many tells that more follow. */
export function newestPage<Row extends Place>(rows: Row[]): Page<Row> {
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return { rows: shown, next: last ? `${last.createdAt.getTime()}_${last.id}` : null };
}

function parseCursor(cursor: string | null): Place | null {
  const [time = "", id] = (cursor ?? "").split("_");
  const parsed = recordId.safeParse(id);
  // Thirteen digits end in the year 2286, well within what the database holds.
  return /^\d{1,13}$/.test(time) && parsed.success
    ? { createdAt: new Date(Number(time)), id: parsed.data }
    : null;
}
