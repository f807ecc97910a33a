const MAX_PART_LENGTH = 60;

const spelledOut: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", ø: "oe", œ: "oe" };

/** A text in the letters that every file system and every browser takes. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[äöüßæøœ]/g, (letter) => spelledOut[letter]!)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_PART_LENGTH)
    .replace(/^-|-$/g, "");

/**
 * The name of a file: whose it is, what it holds in its reader's words, and of which days. A name without a letter of
 * these is left out.
 *
 * @param ending without the dot
 */
export const fileNameOf = (parts: readonly (string | null)[], ending: string): string =>
  `${parts
    .map((part) => plain(part ?? ""))
    .filter(Boolean)
    .join("-")}.${ending}`;
