import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For screens with fetchers and what is around them: nothing is loaded anew after a failed action. That is the router's rule, but
 * single fetch does not keep it for fetchers of routes that do not say so themselves, and without a connection the page would
 * be lost with what it loads. Nor is anything loaded anew without a connection, so that a dialog can be closed.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200, currentUrl, nextUrl }) =>
  actionStatus < 400 && (navigator.onLine || currentUrl.search !== nextUrl.search);
