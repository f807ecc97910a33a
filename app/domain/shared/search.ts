import { cut } from "./damaged";

/** Limit for the words of a search. */
const MAX_WORDS = 6;

const LETTERS: Record<string, string> = { ø: "o", ł: "l", đ: "d", ı: "i", ß: "ss", æ: "ae", œ: "oe" };

/**
 * Returns text without accents and in lower case, like the database function app.plain(), which fills the columns named
 * `search`.
 */
export function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[øłđıßæœ]/g, (letter) => LETTERS[letter]!);
}

/** An index finds shorter words only at the beginning of a word. */
const FEWEST_LETTERS_WITHIN = 3;

/** Letters with two spellings in names. */
const TWO_WAYS: Record<string, [string, string]> = {
  ä: ["a", "ae"],
  ö: ["o", "oe"],
  ü: ["u", "ue"],
  ø: ["o", "oe"],
  ae: ["ae", "a"],
  oe: ["oe", "o"],
  ue: ["ue", "u"],
};
const TWO_WAYS_ANYWHERE = /([äöüø]|ae|oe|ue)/;

/** Limits a word to eight spellings. */
const MAX_TWO_WAY_WORDS = 3;

/** Returns the spellings of a word, the one of {@link plain} first: "Müller" also finds "Mueller", and vice versa. */
function spellings(word: string): string[] {
  let ways = [""];
  let choices = 0;
  for (const part of word.split(TWO_WAYS_ANYWHERE)) {
    const both = TWO_WAYS[part] && choices++ < MAX_TWO_WAY_WORDS ? TWO_WAYS[part] : [plain(part)];
    ways = both.flatMap((end) => ways.map((start) => start + end));
  }
  return [...new Set(ways)];
}

/** Returns the words of a search, each with all its spellings. NUL is removed, because Postgres cannot store it. */
function wordsOf(text: string): string[][] {
  const composed = cut(text.replaceAll("\0", ""), 200).normalize("NFC").toLowerCase();
  return composed
    .split(/\s+/)
    .filter((word) => plain(word) !== "")
    .slice(0, MAX_WORDS)
    .map(spellings);
}

/** Returns whether a search has a word that long lists find only at the beginning of a word. */
export const hasShortWord = (text: string): boolean =>
  wordsOf(text).some(([word]) => word!.length < FEWEST_LETTERS_WITHIN);

/** Returns a function that checks whether a text in the form of {@link plain} contains every word of a search. */
export function plainFinder(text: string): (plainText: string) => boolean {
  const words = wordsOf(text);
  return (plainText) => words.every((ways) => ways.some((way) => plainText.includes(way)));
}

/** Returns a function that checks whether a name contains every word of a search. */
export function finder(text: string): (name: string) => boolean {
  const isIn = plainFinder(text);
  return (name) => isIn(plain(name));
}

/**
 * Returns the words of a search for an index, in the format of the database function app.having_words(): the spellings
 * of a word, separated by line breaks. The index contains one or two letters only at the beginning of a word, so such
 * spellings get a space in front.
 */
export function searchWords(text: string): string[] {
  const indexed = (way: string) => (way.length < FEWEST_LETTERS_WITHIN ? ` ${way}` : way);
  return wordsOf(text).map((ways) => ways.map(indexed).join("\n"));
}

/**
 * Returns Prisma's filter for rows whose `search` column contains every word. Wildcards of LIKE are escaped, because
 * Prisma does not do it. Postgres reads every row for it, so use it only for small tables.
 */
export function containsAllWords(text: string) {
  const contains = (way: string) => ({ search: { contains: escaped(way) } });
  return { AND: wordsOf(text).map((ways) => ({ OR: ways.map(contains) })) };
}

/** Returns the patterns of LIKE for each word of a search, for queries that {@link containsAllWords} cannot express. */
export const patternsOf = (text: string): string[][] =>
  wordsOf(text).map((ways) => ways.map((way) => `%${escaped(way)}%`));

const escaped = (way: string) => way.replace(/[\\%_]/g, "\\$&");
