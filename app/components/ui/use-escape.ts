import type { RefObject } from "react";
import { useBeforePaint } from "~/browser/use-before-paint";

/** Closes a dialog on Escape, unless something within it took the key first or another dialog stands above it. */
export function useEscape(panel: RefObject<HTMLElement>, close: () => void) {
  // A dialog that is seen can be closed: with a passive effect a key pressed at once was lost.
  useBeforePaint(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (panel.current?.closest("[inert]")) return;
      event.preventDefault();
      close();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [panel, close]);
}
