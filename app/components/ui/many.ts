import type { ReactNode } from "react";
import { htmlOf } from "./html-of";

/**
 * The contents of an element that holds the rows of a list or the entries of a menu: written as HTML on the server, as
 * elements in the browser, which finds the same HTML there.
 */
export function many(rows: ReactNode): { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } } {
  const html = import.meta.env.SSR ? htmlOf(rows) : null;
  return html === null ? { children: rows } : { dangerouslySetInnerHTML: { __html: html } };
}
