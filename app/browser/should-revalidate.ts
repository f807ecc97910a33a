import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For every staff screen. Nothing is loaded again without a connection: otherwise closing a dialog offline would lose
 * the page behind it. Only other search parameters or another record are loaded. Nothing is loaded again after a failed
 * action either: this is the router's default, but single fetch does not apply it to fetchers unless a route says so
 * itself.
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
