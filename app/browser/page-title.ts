import { errorKindOf, type ErrorKind } from "./error-kind";

interface Screen {
  data: { title: string } | undefined;
  error?: unknown;
  matches: readonly { id: string; data: unknown }[];
}

/** Returns a page's title for `meta`. The page's name comes first, because browser tabs are narrow. */
export function pageTitle(title: string | undefined) {
  return [{ title: title ? `${title} · Finderlohn` : "Finderlohn" }];
}

/** The titles of error pages. `meta` cannot translate, so the root loads them. */
export type ErrorTitles = Record<ErrorKind, string>;

/** Returns the `meta` of a route with an error boundary: its title, or that of the error. */
export function screenTitle({ data, error, matches }: Screen) {
  const root = matches.find(({ id }) => id === "root");
  const titles = (root?.data as { errorTitles: ErrorTitles } | undefined)?.errorTitles;
  // After a failed action the root's data are missing: the root writes the title itself.
  if (error && !titles) return [];
  return pageTitle(error && titles ? titles[errorKindOf(error)] : data?.title);
}
