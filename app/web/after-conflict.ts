import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For routes that edit something: after a refused save, which otherwise loads nothing anew, they also learn what is stored
 * now, unless it was only the form that was wrong.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;
