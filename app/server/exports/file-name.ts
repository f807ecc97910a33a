const MAX_PART_LENGTH = 60;

const spelledOut: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", ø: "oe", œ: "oe" };

/** Converts a text to characters that every file system and browser accepts. */
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
 * Joins the parts of a file name, such as organization, content and day. Parts without a Latin letter or digit are
 * omitted.
 *
 * @param ending without the dot
 */
export const fileNameOf = (parts: readonly (string | null)[], ending: string): string =>
  `${parts
    .map((part) => plain(part ?? ""))
    .filter(Boolean)
    .join("-")}.${ending}`;
