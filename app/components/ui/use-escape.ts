import type { RefObject } from "react";
import { useBeforePaint } from "~/browser/use-before-paint";

/** Closes a dialog on Escape, unless an element within it handled the key first or another dialog is above it. */
export function useEscape(panel: RefObject<HTMLElement>, close: () => void) {
  // A visible dialog must be closable: with a passive effect an immediate key press was lost.
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
