import { columnParam } from "~/domain/leads/lead-columns";
import { openLeadStatuses } from "~/domain/leads/lead";

/** A path with the parameters of its search. */
export function withQuery(path: string, params: URLSearchParams): string {
  const query = params.toString();
  return query ? `${path}?${query}` : path;
}

/** An address with some parameters of the current one changed (null takes one away), on the list's first page. */
export function addressWith(path: string, search: string, changes: Record<string, string | null> = {}): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ cursor: null, ...changes })) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return withQuery(path, params);
}

/**
 * What the addresses of our lists, their dialogs and the sign-in ask for. Any other parameter is dropped from links.
 */
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
  "sort",
  "cursor",
  ...openLeadStatuses.map(columnParam),
  "open",
  "steps",
  "edit",
  "behind",
  "redirectTo",
];
/** No search, no cursor and no page to return to is longer. */
const LONGEST_VALUE = 1_400;

/**
 * The search of an address with the parameters that our screens know, each once. A page of a list repeats its address
 * in some hundred links: whatever somebody appends to it would make the page that many times larger.
 */
export function knownSearch(search: string): string {
  const params = new URLSearchParams(search);
  const kept = known.flatMap((name) => {
    const value = params.get(name);
    return value === null || value.length > LONGEST_VALUE ? [] : [[name, value]];
  });
  return withQuery("", new URLSearchParams(kept));
}
