/** Words a search is held to; further ones are left out. */
const MOST_WORDS = 6;

const LETTERS: Record<string, string> = { ø: "o", ł: "l", đ: "d", ı: "i", ß: "ss", æ: "ae", œ: "oe" };

/** Text without accents and case, as the database function app.plain() writes the columns named `search`. */
export function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[øłđıßæœ]/g, (letter) => LETTERS[letter]!);
}

/** Shorter words are found at the beginnings of words only where an index does the finding. */
const FEWEST_LETTERS_WITHIN = 3;

/** The words of a search; every one of them must occur. Postgres stores no NUL. */
export function plainWords(text: string): string[] {
  return plain(text.replaceAll("\0", "").slice(0, 200)).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
}

/** Whether a search has words so short that in the long lists they are found at the beginnings of words only. */
export const hasShortWord = (text: string): boolean =>
  plainWords(text).some((word) => word.length < FEWEST_LETTERS_WITHIN);

/**
 * What a search asks of an index: every one of these must occur somewhere in the row. Of one or two letters no index knows
 * where they stand, except at the beginning of a word, so a space goes before them.
 */
export function searchWords(text: string): string[] {
  return plainWords(text).map((word) => (word.length < FEWEST_LETTERS_WITHIN ? ` ${word}` : word));
}

/**
 * Prisma's filter for rows whose `search` column has every word. Prisma hands `contains` to LIKE as it is, so what LIKE
 * takes for wildcards is escaped. Reads every row, so even a single letter is found within a word: for tables that stay small.
 */
export function havingWords(text: string) {
  return {
    AND: plainWords(text).map((word) => ({ search: { contains: word.replace(/[\\%_]/g, "\\$&") } })),
  };
}
