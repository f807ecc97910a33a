import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For every staff screen: nothing is loaded anew without a connection, or closing a dialog would lose the page behind it with
 * what it loads. Only another search or another record is loaded, or it would show what was loaded for the one before. Nor is
 * anything loaded after a failed action: that is the router's rule, but single fetch does not keep it for fetchers where a
 * route does not say so itself.
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
