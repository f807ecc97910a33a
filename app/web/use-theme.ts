import { useRouteLoaderData } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { themeCookie, themeOf, type Theme } from "./theme";

// The cookie itself is the state: what another window chose is seen on coming back to this one.
const CHOSEN = "theme-chosen";
const occasions = [CHOSEN, "focus", "pageshow"];

function subscribe(changed: () => void) {
  for (const occasion of occasions) window.addEventListener(occasion, changed);
  return () => {
    for (const occasion of occasions) window.removeEventListener(occasion, changed);
  };
}

/** Light, dark or as the system has it. The page that arrives from the server already looks like it. */
export function useTheme(): Theme {
  const root = useRouteLoaderData<{ theme: Theme }>("root");
  return useSyncExternalStore(
    subscribe,
    () => themeOf(document.cookie),
    () => root?.theme ?? "system",
  );
}

/** Keeps a choice and shows the page in it. */
export function chooseTheme(theme: Theme) {
  document.cookie = themeCookie(theme, window.location.protocol === "https:");
  window.dispatchEvent(new Event(CHOSEN));
}
