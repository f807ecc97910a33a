import { useSyncExternalStore } from "react";
import { useRootData } from "./root-data";
import { themeCookie, themeOf, type Theme } from "./theme";

// The cookie is the state, so that this window applies a choice made in another window when it gets the focus.
const CHOSEN = "theme-chosen";
const occasions = [CHOSEN, "focus", "pageshow"];

function subscribe(changed: () => void) {
  for (const occasion of occasions) window.addEventListener(occasion, changed);
  return () => {
    for (const occasion of occasions) window.removeEventListener(occasion, changed);
  };
}

/** Returns light, dark or system. The server has already rendered the page in it. */
export function useTheme(): Theme {
  const root = useRootData();
  return useSyncExternalStore(
    subscribe,
    () => themeOf(document.cookie),
    () => root?.theme ?? "system",
  );
}

/** Stores a choice and applies it to the page. */
export function chooseTheme(theme: Theme) {
  document.cookie = themeCookie(theme, window.location.protocol === "https:");
  window.dispatchEvent(new Event(CHOSEN));
}
