import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { storeSidebarState, type SidebarState } from "./sidebar-state";

// Matches the variant "rail" in app.css.
const small = "(width < 80rem)";

function onSizeChange(changed: () => void) {
  const query = window.matchMedia(small);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/**
 * Manages the state of the sidebar, with Ctrl/Cmd+B as its shortcut. On phones the shortcut opens and closes the sheet
 * instead.
 */
export function useSidebar(initial: SidebarState, sheet: string) {
  const [state, setState] = useState(initial);
  const onSmall = useSyncExternalStore(
    onSizeChange,
    () => window.matchMedia(small).matches,
    () => false,
  );
  const collapsed = state === "auto" ? onSmall : state === "collapsed";
  const toggle = useCallback(() => {
    const next = collapsed ? "open" : "collapsed";
    setState(next);
    storeSidebarState(next);
  }, [collapsed]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || event.defaultPrevented) return;
      event.preventDefault();
      if (window.matchMedia("(width < 48rem)").matches) document.getElementById(sheet)?.togglePopover();
      else toggle();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [toggle, sheet]);

  return { state, collapsed, toggle };
}
