import { columnParam } from "~/domain/leads/lead-columns";
import { openLeadStatuses } from "~/domain/leads/lead";
import { parseOwnFilter } from "~/domain/fields/own-filter";

/** Returns a path with its query parameters. */
export function withQuery(path: string, params: URLSearchParams): string {
  const query = params.toString();
  return query ? `${path}?${query}` : path;
}

/**
 * Returns a URL with changed parameters of the current one (null removes a parameter), at the first page of the list.
 */
export function addressWith(path: string, search: string, changes: Record<string, string | null> = {}): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ cursor: null, ...changes })) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return withQuery(path, params);
}

/** Query parameters of the lists, their dialogs and the sign-in. Links drop all others. */
const known = [
  "tab",
  "q",
  "affiliate",
  "status",
  "deals",
  "kind",
  "event",
  "deal",
  "period",
  "from",
  "to",
  "rank",
  "view",
  "group",
  "columns",
  "saved",
  "sort",
  "cursor",
  ...openLeadStatuses.map(columnParam),
  "responsible",
  "step",
  "terms",
  "having",
  "signed_in",
  "back",
  "open",
  "steps",
  "edit",
  "behind",
  "redirectTo",
];
/** Max length of a value; no search, cursor or return path is longer. */
const MAX_VALUE_LENGTH = 1_400;

/**
 * Returns the known parameters of a query string, each once, with the filters by own fields. A list repeats its URL in
 * some hundred links, so any added text would multiply the size of the page.
 */
export function knownSearch(search: string): string {
  const params = new URLSearchParams(search);
  const kept = known.flatMap((name) => {
    const value = params.get(name);
    return value === null || value.length > MAX_VALUE_LENGTH ? [] : [[name, value]];
  });
  return withQuery("", new URLSearchParams([...kept, ...Object.entries(parseOwnFilter(params))]));
}
