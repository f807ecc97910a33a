/** Of the page to return to: encoded once more, it is still an address that is answered (cli/http/address.ts). */
const LONGEST_SEARCH = 1_000;

/**
 * The page a person was on; a form that was posted is not repeated, so its page counts. With what it asks for, unless
 * that is longer than any of our screens asks.
 */
export function wantedPath(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  url.searchParams.delete("_routes");
  url.searchParams.delete("index");
  return url.search.length > LONGEST_SEARCH ? path : path + url.search;
}
