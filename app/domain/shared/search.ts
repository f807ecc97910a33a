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

/**
 * What a search asks for: every one of these must occur somewhere in the row. Of one or two letters no index knows where they
 * stand, except at the beginning of a word, so a space goes before them. Postgres stores no NUL.
 */
export function searchWords(text: string): string[] {
  return plain(text.replaceAll("\0", "").slice(0, 200))
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS)
    .map((word) => (word.length < 3 ? ` ${word}` : word));
}

/**
 * Prisma's filter for rows whose `search` column has every word. Prisma hands `contains` to LIKE as it is, so what LIKE
 * takes for wildcards is escaped. Reads every row: for tables that stay small.
 */
export function havingWords(text: string) {
  return {
    AND: searchWords(text).map((word) => ({ search: { contains: word.replace(/[\\%_]/g, "\\$&") } })),
  };
}
