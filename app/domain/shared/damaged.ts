// Text that arrived damaged: its original is not known, and no database keeps it as it came.

/**
 * Signs of a damaged text: a zero byte, the character that replaces bytes that are not text, and one half of a
 * surrogate pair, which JSON can write ("\ud83d") and UTF-8 cannot.
 */
const DAMAGE = /[\0\ufffd\p{Cs}]/u;

/** Whether a text arrived damaged. Every door refuses it. */
export const isDamaged = (text: string): boolean => DAMAGE.test(text);

/**
 * Where in a value read from JSON a text or the name of a field is damaged: the names and numbers on the way to each,
 * at most 50 ways.
 * Of a deep nesting they lead to the part that holds the damage.
 */
export function damagedPlaces(value: unknown): string[][] {
  const found: string[][] = [];
  // Not by recursion: some thousand brackets nest deeper than the stack.
  const open: { value: unknown; path: Path | null }[] = [{ value, path: null }];
  for (let one = open.pop(); one && found.length < MOST_PLACES; one = open.pop()) {
    if (typeof one.value === "string" && isDamaged(one.value)) found.push(namesIn(one.path));
    if (typeof one.value !== "object" || one.value === null) continue;
    const { path: above } = one;
    // In the order of the text, where the last is taken first. A damaged name stands for what it names.
    for (const [name, part] of Object.entries(one.value).reverse())
      open.push({ value: isDamaged(name) ? name : part, path: { name, above } });
  }
  return found;
}

const MOST_PLACES = 50;
const DEEPEST = 10;

/** Links instead of lists: with those a deep nesting would take memory that grows with its square. */
interface Path {
  name: string;
  above: Path | null;
}

function namesIn(path: Path | null): string[] {
  const names: string[] = [];
  for (let one = path; one; one = one.above) names.push(one.name);
  return names.reverse().slice(0, DEEPEST);
}

/** A text without what makes it damaged, to show where the damage is. */
export const undamaged = (text: string): string => text.replace(/[\0\p{Cs}]/gu, "\ufffd");

/**
 * The beginning of a text, of `most` UTF-16 units or one less: a character of two units is not cut in half. Every text
 * that somebody wrote is shortened by this.
 */
export function cut(text: string, most: number): string {
  const shortened = text.slice(0, most);
  return /[\ud800-\udbff]$/.test(shortened) && text.length > most ? shortened.slice(0, -1) : shortened;
}
