/** A search uses at most this many words. */
const MOST_WORDS = 6;

const LETTERS: Record<string, string> = { ø: "o", ł: "l", đ: "d", ı: "i", ß: "ss", æ: "ae", œ: "oe" };

/** Text without accents and in lower case, as the database function app.plain() fills the columns named `search`. */
export function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[øłđıßæœ]/g, (letter) => LETTERS[letter]!);
}

/** With an index, shorter words are found only at the beginning of a word. */
const FEWEST_LETTERS_WITHIN = 3;

/** The words of a search. NUL is removed, because Postgres cannot store it. */
export function plainWords(text: string): string[] {
  return plain(text.replaceAll("\0", "").slice(0, 200)).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
}

/** Whether a search has a word that long lists find only at the beginning of a word. */
export const hasShortWord = (text: string): boolean =>
  plainWords(text).some((word) => word.length < FEWEST_LETTERS_WITHIN);

/**
 * The words of a search for an index. The index has no entries of one or two letters except at the beginning of a word, so
 * such words get a space in front.
 */
export function searchWords(text: string): string[] {
  return plainWords(text).map((word) => (word.length < FEWEST_LETTERS_WITHIN ? ` ${word}` : word));
}

/**
 * Prisma's filter for rows whose `search` column contains every word. Wildcards of LIKE are escaped, because Prisma does not
 * do it. Postgres reads every row for it, so use it only for small tables.
 */
export function havingWords(text: string) {
  return {
    AND: plainWords(text).map((word) => ({ search: { contains: word.replace(/[\\%_]/g, "\\$&") } })),
  };
}
