import { OWN_PARAMETER } from "../shared/lists";
import { cut } from "../shared/damaged";

// Filters by own fields in the address of a list: own_<key>=… for texts, choices and yes or no, own_<key>_from and
// own_<key>_to for numbers, amounts and days. Which of them are fields is only known to the server.

/** The entries of a filter by their parameters. */
export type OwnFilter = Readonly<Record<string, string>>;

const MAX_FILTERS = 20;
const MAX_ENTRY = 100;

/** Reads the entries from the parameters of an address. */
export function parseOwnFilter(params: URLSearchParams): OwnFilter {
  const entries = [...params]
    .filter(([name, value]) => OWN_PARAMETER.test(name) && value.trim() !== "")
    .slice(0, MAX_FILTERS)
    .map(([name, value]) => [name, cut(value.replaceAll("\0", "").trim(), MAX_ENTRY)] as const);
  return Object.fromEntries(entries);
}

/** Returns whether the filter restricts anything. */
export const hasOwnFilter = (filter: OwnFilter | undefined): boolean => Object.keys(filter ?? {}).length > 0;
