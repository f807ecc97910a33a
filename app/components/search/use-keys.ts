import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useAuth } from "~/browser/use-auth";
import { paths } from "~/paths/paths";
import { followKey, isInList, moveRow, openDialog, selectRow } from "./list-keys";

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

/** The shortcuts of a single key in lists and between screens (WORK-09), unless the user has switched them off. */
export function useKeys() {
  const navigate = useNavigate();
  const isOn = useAuth().appearance?.singleKeys ?? false;
  useEffect(() => {
    if (!isOn) return;
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
          return moveRow(1);
        case "k":
          return moveRow(-1);
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
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isFree(event)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      // Only moving makes sense while a key is held down.
      if (event.repeat && !["j", "k", "ArrowDown", "ArrowUp"].includes(event.key)) return;
      if (handle(event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isOn, navigate]);
}
