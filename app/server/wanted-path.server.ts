/**
 * Maximum length of the query of the page to return to. Encoded again, the address must still be accepted
 * (cli/http/address.ts).
 */
const MAX_SEARCH_LENGTH = 1_000;

/**
 * Returns the page a user was on. A posted form is not repeated, so its page counts. The query is kept, unless it is
 * longer than any of our screens uses.
 */
export function wantedPath(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  url.searchParams.delete("_routes");
  url.searchParams.delete("index");
  return url.search.length > MAX_SEARCH_LENGTH ? path : path + url.search;
}
