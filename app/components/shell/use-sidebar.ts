import { useCallback, useEffect, useState } from "react";
import { storeSidebarState } from "./sidebar-state";

/** State of the sidebar, with Ctrl/Cmd+B as its shortcut. On phones that opens and closes the sheet it is there. */
export function useSidebar(initiallyCollapsed: boolean, sheet: string) {
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);
  const toggle = useCallback(() => {
    setCollapsed(!collapsed);
    storeSidebarState(!collapsed);
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

  return { collapsed, toggle };
}
