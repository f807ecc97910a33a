import { MAIN_LIST } from "~/components/ui/main-list";

/** The rows of the lists of the page, or its cards. */
const ROWS = "#main .list > tbody > tr:not(.group), #main .lead-card";
/** What a row is focused by: the link that opens it, else its first control. */
const ENTRIES = [".row-link", "h3 a", ".primary a", "a[href], input, button"];

const currentRow = () => document.activeElement?.closest<HTMLElement>(ROWS) ?? null;

/** Focuses the next or previous row; the first one if none has the focus. Returns false without rows. */
export function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(
    (row) => row.checkVisibility() && !row.closest("[inert]"),
  );
  const current = currentRow();
  const at = current ? rows.indexOf(current) + step : 0;
  const row = rows[Math.max(0, Math.min(at, rows.length - 1))];
  if (!row) return false;
  const entry = ENTRIES.map((selector) => row.querySelector<HTMLElement>(selector)).find(Boolean);
  entry?.focus();
  // Beside the sticky bars, which scroll-margin keeps free.
  entry?.scrollIntoView({ block: "nearest" });
  return true;
}

/** Selects the row with the focus, or takes it from the selection. */
export function selectRow(): boolean {
  const box = currentRow()?.querySelector<HTMLInputElement>("[data-chooses]");
  box?.click();
  return Boolean(box);
}

/** What a key follows: links to a form that edits need no mark. */
const TARGETS = { c: '[data-key="c"]', e: '[data-key="e"], a[href*="/edit"]', back: '[data-key="back"]' };

/** Follows what a key stands for: in the row with the focus, else on the page or in its dialog. */
export function followKey(key: keyof typeof TARGETS): boolean {
  const within = key === "e" ? currentRow() : null;
  const page = openDialog() ?? document.getElementById("main");
  const target = (within ?? page)?.querySelector<HTMLElement>(TARGETS[key]);
  target?.click();
  return Boolean(target);
}

/** Returns the dialog over the page, if one is open. */
export const openDialog = () => document.querySelector("[data-route-dialog]");

/** Whether the focus is in the list or on one of its rows, where the arrow keys move between rows. */
export function isInList(): boolean {
  return currentRow() !== null || document.activeElement?.id === MAIN_LIST;
}
