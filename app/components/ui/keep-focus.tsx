import { useEffect, useRef, type FocusEvent, type ReactNode } from "react";

const CAN_FOCUS = "a[href], button, input:not([type=hidden]), select, textarea, summary";

/** Where the focus was: the control, its row, and which of the row's controls it was, counted from the end. */
interface Place {
  control: HTMLElement;
  row: HTMLElement | null;
  index: number;
  fromEnd: number;
}

function placeOf(control: HTMLElement): Place {
  const row = control.closest<HTMLElement>("tbody tr");
  const rows = [...(row?.parentElement?.children ?? [])];
  const own = row ? controlsIn(row) : [];
  return {
    control,
    row,
    index: row ? rows.indexOf(row) : -1,
    fromEnd: own.length - own.indexOf(control),
  };
}

const controlsIn = (element: HTMLElement) =>
  [...element.querySelectorAll<HTMLElement>(CAN_FOCUS)].filter((one) => one.checkVisibility());

/** The row that has moved to its place, the last one, or the heading above. */
function successorOf({ row, index, fromEnd }: Place, within: HTMLElement): HTMLElement | null {
  if (row?.isConnected) return controlsIn(row)[0] ?? null;
  const rows = index < 0 ? [] : [...within.querySelectorAll<HTMLElement>("tbody tr")];
  const next = rows[Math.min(index, rows.length - 1)];
  const own = next ? controlsIn(next) : [];
  const same = own.at(-fromEnd) ?? own.at(-1);
  if (same) return same;
  const dialog = within.closest("[role=dialog]");
  const heading = (dialog ?? document).querySelector<HTMLElement>(dialog ? "h2" : "h1");
  if (heading) heading.tabIndex = -1;
  return heading;
}

/**
 * Around a list and what stands in its place when it is empty: when a button has done away with itself or with its row,
 * the focus goes on to the next row, or else to the heading, and never to the page's beginning.
 */
export function KeepFocus({ className, children }: { className?: string; children: ReactNode }) {
  const within = useRef<HTMLDivElement>(null);
  const place = useRef<Place | null>(null);
  useEffect(() => {
    const last = place.current;
    if (!last || last.control.isConnected || document.activeElement !== document.body) return;
    place.current = null;
    if (within.current) successorOf(last, within.current)?.focus();
  });
  return (
    <div
      ref={within}
      className={className}
      onFocus={({ target }: FocusEvent<HTMLElement>) => (place.current = placeOf(target))}
      // React tells nothing of the blur of what it removes itself.
      onBlur={() => (place.current = null)}
    >
      {children}
    </div>
  );
}
