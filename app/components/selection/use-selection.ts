import { useRef, useState, type ChangeEvent, type FormEvent } from "react";

/**
 * Manages the selected rows of a page. `first` are the initial ids: those selected in a form that was sent without
 * JavaScript. A new `action` clears the selection, because it has been processed; the end of its message does not.
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
    if (action !== undefined) setIds(new Set());
  }
  // Rows that are no longer on the page are not selected.
  const chosen = rows.filter(({ id }) => ids.has(id));
  /**
   * Selects a row. With `along` it also selects the rows since the previous one, as a click with Shift does everywhere.
   */
  function choose(id: string, on: boolean, along = false) {
    const next = new Set(ids);
    for (const one of along ? between(rows, last.current, id) : [id]) {
      if (on) next.add(one);
      else next.delete(one);
    }
    last.current = id;
    setIds(next);
  }
  return {
    chosen,
    count: chosen.length,
    wholePage: rows.length > 0 && chosen.length === rows.length,
    has: (id: string) => ids.has(id),
    /** Returns the props of a row's checkbox. */
    box: (id: string) => ({
      checked: ids.has(id),
      onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
        choose(id, target.checked, (nativeEvent as MouseEvent).shiftKey),
      // Ticked before hydration (repeatEarlyInput). After a click the state is already updated.
      onInput: ({ currentTarget: { checked } }: FormEvent<HTMLInputElement>) =>
        setIds((known) => (known.has(id) === checked ? known : withId(known, id, checked))),
    }),
    choosePage: (on: boolean) => setIds(new Set(on ? rows.map(({ id }) => id) : [])),
    clear: () => setIds(new Set()),
  };
}

export type Selection<Row extends { id: string } = { id: string }> = ReturnType<typeof useSelection<Row>>;

function withId(ids: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}

function between(rows: readonly { id: string }[], from: string | undefined, to: string): string[] {
  const ids = rows.map(({ id }) => id);
  const places = [from, to].map((id) => (id === undefined ? -1 : ids.indexOf(id))).sort((a, b) => a - b);
  const [start, end] = places as [number, number];
  return start < 0 ? [to] : ids.slice(start, end + 1);
}
