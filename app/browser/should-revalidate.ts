import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * The `shouldRevalidate` of every staff screen. Without a connection nothing is reloaded, otherwise closing a dialog
 * offline would lose the page behind it. Only other search parameters or another record are loaded. After a failed
 * action nothing is reloaded either: this is the router's default, but single fetch applies it to fetchers only if a
 * route says so.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionStatus = 200,
  currentUrl,
  currentParams,
  nextUrl,
  nextParams,
}) => {
  const another =
    currentUrl.search !== nextUrl.search ||
    Object.keys(nextParams).some((name) => name in currentParams && nextParams[name] !== currentParams[name]);
  return actionStatus < 400 && (navigator.onLine || another);
};
