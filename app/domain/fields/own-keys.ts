import type { Day } from "../shared/dates";

// Keys by which lists are filtered. The database function app.own_keys() derives those of stored values by the same
// rules (a test compares the two); here are those that a filter looks for.

/** Moves all numbers above 0, as the database does. */
const OFFSET = 10n ** 16n;
const DECIMALS = 4;
const DIGITS = 17;

/** Key of a choice, or of yes (`true`) or no (`false`). */
export const keyOfChoice = (field: string, choice: string) => `${field}:${choice}`;

/** Returns a decimal number as a whole number of its smallest decimals. */
export function unitsOf(number: string): bigint {
  const [whole = "", fraction = ""] = number.replace("-", "").split(".");
  const units = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, "0"));
  return number.startsWith("-") ? -units : units;
}

/** Returns the keys of all numbers from `from` to `to`, both inclusive; null for no limit. */
export function keysOfNumbers(field: string, from: bigint | null, to: bigint | null): string[] {
  const least = (from === null ? -OFFSET : from) + OFFSET;
  const most = (to === null ? OFFSET - 1n : to) + OFFSET;
  const inside = (units: bigint) => (units < 0n ? 0n : units > 2n * OFFSET - 1n ? 2n * OFFSET - 1n : units);
  if (least > most) return [];
  return prefixesBetween(digitsOf(inside(least)), digitsOf(inside(most))).map((prefix) => `${field}:${prefix}`);
}

const digitsOf = (units: bigint) => units.toString().padStart(DIGITS, "0");

/** Returns the shortest prefixes that together have all digits from `least` to `most`. */
function prefixesBetween(least: string, most: string): string[] {
  const found: string[] = [];
  /** Visits a prefix; `low` and `high` say whether it is that of `least` and of `most`. */
  const visit = (prefix: string, low: boolean, high: boolean) => {
    const rest = prefix.length;
    const startsAll = !low || /^0*$/.test(least.slice(rest));
    const endsAll = !high || /^9*$/.test(most.slice(rest));
    if (rest > 0 && startsAll && endsAll) {
      found.push(prefix);
      return;
    }
    const [first, last] = [low ? Number(least[rest]) : 0, high ? Number(most[rest]) : 9];
    for (let digit = first; digit <= last; digit++)
      visit(`${prefix}${digit}`, low && digit === first, high && digit === last);
  };
  visit("", true, true);
  return found;
}

/** Days outside of these years are typing errors, which no range finds. */
const [FIRST_YEAR, LAST_YEAR] = [1600, 2399];

/** Returns the first and the last day of a range, both inclusive; null for no limit. */
export function limitsOfDays(from: Day | null, to: Day | null): { from: string; to: string } {
  const [first, last] = [`${FIRST_YEAR}-01-01`, `${LAST_YEAR}-12-31`];
  return { from: from !== null && from > first ? from : first, to: to !== null && to < last ? to : last };
}

/** Returns the least and the largest number of a range, both inclusive; null for no limit. */
export function limitsOfNumbers(from: bigint | null, to: bigint | null): { from: string; to: string } {
  return { from: String(from ?? -OFFSET), to: String(to ?? OFFSET - 1n) };
}

/** Returns the keys of all days from `from` to `to`, both inclusive; null for no limit. */
export function keysOfDays(field: string, from: Day | null, to: Day | null): string[] {
  const { from: least, to: most } = limitsOfDays(from, to);
  if (least > most) return [];
  const keys: string[] = [];
  for (let year = Number(least.slice(0, 4)); year <= Number(most.slice(0, 4)); year++) {
    const name = String(year);
    if (least <= `${name}-01-01` && most >= `${name}-12-31`) keys.push(name);
    else keys.push(...monthsBetween(name, least, most));
  }
  return keys.map((key) => `${field}:${key}`);
}

function monthsBetween(year: string, least: string, most: string): string[] {
  const keys: string[] = [];
  for (let month = 1; month <= 12; month++) {
    const name = `${year}-${String(month).padStart(2, "0")}`;
    if (least <= `${name}-01` && most >= `${name}-31`) keys.push(name);
    else if (least.slice(0, 7) <= name && most.slice(0, 7) >= name)
      for (let day = 1; day <= 31; day++) {
        const whole = `${name}-${String(day).padStart(2, "0")}`;
        if (whole >= least && whole <= most) keys.push(whole);
      }
  }
  return keys;
}
