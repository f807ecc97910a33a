import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For every staff screen: nothing is loaded anew after a failed action. That is the router's rule, but single fetch does not
 * keep it for fetchers where a route does not say so itself, and without a connection the page would be lost with what it
 * loads. The button that undoes a payment is such a fetcher, and its message goes along to every screen. Nor is anything
 * loaded anew without a connection, so that a dialog can be closed; only another search or another record is, or it would
 * show what was loaded for the one before.
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
