import { MAIN_LIST } from "~/components/ui/main-list";
import { paths } from "~/paths/paths";

/** The rows of the lists of the page, or its cards. */
const ROWS = "#main .list > tbody > tr:not(.group), #main .lead-card";
/** What a row is focused by: the link that opens it or the one to its subject, else its first control. */
const ENTRIES = [".row-link", "h3 a", ".primary a", "a[href], input, button"];

const currentRow = () => document.activeElement?.closest<HTMLElement>(ROWS) ?? null;

/** Focuses the next or previous row; the first one if none has the focus. Returns false without rows. */
function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(
    (row) => row.checkVisibility() && !row.closest("[inert]"),
  );
  const current = currentRow();
  const at = current ? rows.indexOf(current) + step : 0;
  const row = rows[Math.max(0, Math.min(at, rows.length - 1))];
  if (!row) return false;
  const entry = ENTRIES.flatMap((selector) => [...row.querySelectorAll<HTMLElement>(selector)]).find((one) =>
    one.checkVisibility(),
  );
  entry?.focus();
  // Beside the sticky bars, which scroll-margin keeps free.
  entry?.scrollIntoView({ block: "nearest" });
  return true;
}

/** Selects the row with the focus, or takes it from the selection. */
function selectRow(): boolean {
  const box = currentRow()?.querySelector<HTMLInputElement>("[data-chooses]");
  box?.click();
  return Boolean(box);
}

/** What a key follows: links to a form that edits need no mark. */
const TARGETS = {
  c: '[data-key="c"]',
  e: '[data-key="e"], a[href*="/edit"]',
  back: '[data-key="back"]',
  // On the page of a lead: the next and the previous one of its list, qualify, next step done, assign to me.
  j: '[data-key="j"]',
  k: '[data-key="k"]',
  q: '[data-key="q"]',
  d: '[data-key="d"]',
  m: '[data-key="m"]',
};

/** Follows what a key stands for: in the row with the focus, else on the page or in its dialog. */
function followKey(key: keyof typeof TARGETS): boolean {
  const within = key === "e" ? currentRow() : null;
  const page = openDialog() ?? document.getElementById("main");
  const target = (within ?? page)?.querySelector<HTMLElement>(TARGETS[key]);
  target?.click();
  return Boolean(target);
}

/** Returns the dialog over the page, if one is open. */
const openDialog = () => document.querySelector("[data-route-dialog]");

/** Whether the focus is in the list or on one of its rows, where the arrow keys move between rows. */
function isInList(): boolean {
  return currentRow() !== null || document.activeElement?.id === MAIN_LIST;
}

/** The screens that g and a letter open. */
export const goKeys = {
  l: "leads",
  a: "affiliates",
  t: "transactions",
  c: "commissions",
  p: "payouts",
  r: "reports",
  s: "settings",
} as const;

/** A letter counts for g this long. */
const GO_MS = 1_500;

/** Where a key writes or chooses something, it is no shortcut. */
const TAKES_KEYS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]";

/** Dialogs over the page, menus and sheets, which have keys of their own. */
const COVERS = [
  "[role=dialog]:not([popover], [data-route-dialog] *, [data-route-dialog])",
  "details.menu[open]",
  "[popover=auto]:popover-open",
].join();

const isFree = ({ target }: KeyboardEvent) =>
  !(target instanceof Element && target.closest(TAKES_KEYS)) && document.querySelector(COVERS) === null;

/** Returns the handler of the keys that work in lists and between screens. */
export function listKeys(navigate: (to: string) => void): (event: KeyboardEvent) => void {
  let goUntil = 0;
  /** Returns true if the key did something. */
  const handle = (key: string): boolean => {
    const screen = Date.now() < goUntil ? goKeys[key as keyof typeof goKeys] : undefined;
    goUntil = 0;
    if (screen) {
      navigate(paths[screen]());
      return true;
    }
    switch (key) {
      case "g":
        goUntil = Date.now() + GO_MS;
        return true;
      case "j":
        return openDialog() ? followKey("j") : moveRow(1);
      case "k":
        return openDialog() ? followKey("k") : moveRow(-1);
      case "q":
      case "d":
      case "m":
        return openDialog() !== null && followKey(key);
      case "ArrowDown":
        return isInList() && moveRow(1);
      case "ArrowUp":
        return isInList() && moveRow(-1);
      case "x":
        return selectRow();
      case "e":
        return followKey("e");
      case "c":
        if (openDialog()) return false;
        if (!followKey("c")) navigate(paths.newLead());
        return true;
      case "Escape":
        return followKey("back");
      default:
        return false;
    }
  };
  return (event) => {
    if (event.defaultPrevented || event.isComposing || !isFree(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // Only moving makes sense while a key is held down.
    if (event.repeat && !["j", "k", "ArrowDown", "ArrowUp"].includes(event.key)) return;
    if (handle(event.key)) event.preventDefault();
  };
}
