// Text that arrived damaged. Its original is unknown, and no database can store it as it came.

/**
 * Characters of damaged text: a NUL byte, the replacement character for invalid bytes, and half a surrogate pair, which
 * JSON can encode ("\ud83d") but UTF-8 cannot.
 */
const DAMAGE = /[\0\ufffd\p{Cs}]/u;

/** Returns whether a text arrived damaged. Every entry point rejects damaged text. */
export const isDamaged = (text: string): boolean => DAMAGE.test(text);

/**
 * Returns the paths to damaged texts and field names in a JSON value, at most 50 paths. In a deep nesting a path ends
 * at the part that contains the damage.
 */
export function damagedPlaces(value: unknown): string[][] {
  const found: string[][] = [];
  // Not recursive, because a few thousand brackets nest deeper than the stack.
  const open: { value: unknown; path: Path | null }[] = [{ value, path: null }];
  for (let one = open.pop(); one && found.length < MAX_PLACES; one = open.pop()) {
    if (typeof one.value === "string" && isDamaged(one.value)) found.push(namesIn(one.path));
    if (typeof one.value !== "object" || one.value === null) continue;
    const { path: above } = one;
    // Reversed, because the last entry is processed first. A damaged name replaces its value.
    for (const [name, part] of Object.entries(one.value).reverse())
      open.push({ value: isDamaged(name) ? name : part, path: { name, above } });
  }
  return found;
}

const MAX_PLACES = 50;
const DEEPEST = 10;

/** Linked nodes instead of arrays, which would take quadratic memory for a deep nesting. */
interface Path {
  name: string;
  above: Path | null;
}

function namesIn(path: Path | null): string[] {
  const names: string[] = [];
  for (let one = path; one; one = one.above) names.push(one.name);
  return names.reverse().slice(0, DEEPEST);
}

/** Replaces the damaged characters, to show where the damage is. */
export const undamaged = (text: string): string => text.replace(/[\0\p{Cs}]/gu, "\ufffd");

/**
 * Returns the first `most` UTF-16 units of a text, or one less to keep a surrogate pair whole. All texts written by
 * people are shortened by this function.
 */
export function cut(text: string, most: number): string {
  const shortened = text.slice(0, most);
  return /[\ud800-\udbff]$/.test(shortened) && text.length > most ? shortened.slice(0, -1) : shortened;
}
