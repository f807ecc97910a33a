import { useRef, useState } from "react";

/**
 * The chosen rows of a page. `first` are the initial ids: those chosen in a form that was sent without JavaScript. Another
 * `action` chooses nothing again: what was chosen has been dealt with.
 */
export function useSelection<Row extends { id: string }>(
  rows: readonly Row[],
  first: readonly string[],
  action?: string,
) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(first));
  const last = useRef<string>();
  const [dealtWith, setDealtWith] = useState(action);
  if (action !== dealtWith) {
    setDealtWith(action);
    setIds(new Set());
  }
  // Rows that are no longer on the page are not chosen.
  const chosen = rows.filter(({ id }) => ids.has(id));
  return {
    chosen,
    count: chosen.length,
    wholePage: rows.length > 0 && chosen.length === rows.length,
    has: (id: string) => ids.has(id),
    /** With `along` also the rows between this one and the one before it, as a click with Shift does everywhere. */
    choose(id: string, on: boolean, along = false) {
      const next = new Set(ids);
      for (const one of along ? between(rows, last.current, id) : [id]) {
        if (on) next.add(one);
        else next.delete(one);
      }
      last.current = id;
      setIds(next);
    },
    choosePage: (on: boolean) => setIds(new Set(on ? rows.map(({ id }) => id) : [])),
    clear: () => setIds(new Set()),
  };
}

export type Selection<Row extends { id: string } = { id: string }> = ReturnType<typeof useSelection<Row>>;

function between(rows: readonly { id: string }[], from: string | undefined, to: string): string[] {
  const ids = rows.map(({ id }) => id);
  const places = [from, to].map((id) => (id === undefined ? -1 : ids.indexOf(id))).sort((a, b) => a - b);
  const [start, end] = places as [number, number];
  return start < 0 ? [to] : ids.slice(start, end + 1);
}
