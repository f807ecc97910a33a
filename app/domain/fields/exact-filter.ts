import { parseDecimal } from "../shared/read-amount";
import { parseOwnFilter } from "./own-filter";

/** A number that one language reads as thousands and another as decimals. */
const AMBIGUOUS = /^-?\d{1,3}[.,]\d{3}$/;

/**
 * Returns the parameters of an address whose filters by own fields have a number that readers of different languages
 * would read differently, with that number as everybody reads it: "5.000" is 5000 in German, and 5.0000 in English. So
 * an address, and a view that is saved from it, shows the same to everybody. Null if there is none.
 *
 * @param locale how the user writes numbers.
 */
export function exactFilter(params: URLSearchParams, locale: string): URLSearchParams | null {
  const ambiguous = Object.entries(parseOwnFilter(params)).filter(
    ([name, value]) => /_(from|to)$/.test(name) && AMBIGUOUS.test(value),
  );
  if (ambiguous.length === 0) return null;
  const exact = new URLSearchParams(params);
  for (const [name, value] of ambiguous) {
    const [whole = "", fraction = ""] = (parseDecimal(value, locale) ?? "").split(".");
    // Four decimals are never thousands. An entry that cannot be read filters by nothing.
    if (whole === "") exact.delete(name);
    else exact.set(name, fraction ? `${whole}.${fraction.padEnd(4, "0")}` : whole);
  }
  return exact;
}
