import { nfc } from "../shared/nfc";

// Texts as all banks accept them: the base character set of SEPA, with the replacements of EPC217-08. For German
// umlauts the longer form of the German banks' rules is used, because it is how holders write their names without them.

/** Characters that every bank accepts. None of them has a meaning in XML. */
const BASE = /^[A-Za-z0-9/\-?:().,'+ ]$/;
const BASE_TEXT = /^[A-Za-z0-9/\-?:().,'+ ]*$/;
const LETTER_OR_DIGIT = /[A-Za-z0-9]/;
const CAPITAL = /^\p{Lu}$/u;
const MARK = /^\p{M}$/u;
const LETTER = /^\p{L}$/u;

const pairsOf = (list: string) => list.split(/\s+/).map((pair) => [pair[0]!, pair.slice(1)] as const);

/**
 * Small letters that are not a letter of the base set with an accent: Latin, Greek (ELOT 743), Cyrillic (Bulgarian law,
 * and the other languages' own letters).
 */
const letters: ReadonlyMap<string, string> = new Map([
  ...pairsOf("äae öoe üue ßss æae œoe øo łl đd ðd þth ħh ŧt ŋn ıi ĸk əe ſs"),
  ...pairsOf("αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo"),
  ...pairsOf("аa бb вv гg дd еe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh щsht ъa ыy ьy эe юyu яya"),
  ...pairsOf("ёe іi їyi єye ґg ўu ђdj јj љlj њnj ћc џdz ѓgj ќkj ѕdz"),
]);

/** Characters with a similar one in the base set. Any other character becomes a period if printable, else a space. */
const signs: ReadonlyMap<string, string> = new Map(
  pairsOf("&+ _- ~- ‐- ‑- ‒- –- —- ―- −- [( ]) {( }) `' ´' ‘' ’' ‚' ‛' ‹' ›' “' ”' „' «' »' ;, |/ \\/ ⁄/ €EUR"),
);

/** Returns whether a text consists of characters that every bank accepts. */
export const isBankText = (text: string): boolean => BASE_TEXT.test(text);

/** Returns whether a bank text names something. One without letters and digits does not. */
export const isBankName = (text: string): boolean => isBankText(text) && LETTER_OR_DIGIT.test(text);

/** Returns whether banks accept a text as an id: at most 35 characters, slashes only alone and within. */
export const isBankId = (id: string): boolean =>
  id.length <= 35 && isBankText(id) && /^[^/ ](?:.*[^/ ])?$/.test(id) && !id.includes("//");

/**
 * Writes a text with characters that every bank accepts: "Žofie Müller & Söhne" becomes "Zofie Mueller + Soehne".
 *
 * @param max limit of characters. A replacement that does not fit is left out whole, with everything after it.
 * @returns a text without double spaces, and without double or outer slashes; empty if nothing can be written.
 */
export function bankText(text: string, max: number): string {
  let written = "";
  let before = "";
  const characters = [...nfc(text)];
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1] ?? "";
    const isShouted = CAPITAL.test(next) || (!LETTER.test(next) && CAPITAL.test(before));
    const replacement = joinable(replace(character, isShouted, before), written);
    before = character;
    if (written.length + replacement.length > max) break;
    written += replacement;
  }
  return written.replace(/[/ ]+$/, "");
}

/** Slashes separate fields in older formats of banks, so a text has none at its ends, nor two in a row. */
function joinable(replacement: string, written: string): string {
  const single = replacement.replace(/([ /])\1+/g, "$1");
  if (written === "") return single.replace(/^[ /]+/, "");
  return /^[ /]/.test(single) && written.endsWith(single[0]!) ? single.slice(1) : single;
}

function replace(character: string, isShouted: boolean, before: string): string {
  if (BASE.test(character)) return character;
  if (MARK.test(character)) return "";
  const known = letterOf(character, isShouted, before) ?? signs.get(character);
  if (known !== undefined) return known;
  // Ligatures, full-width letters, fractions and letters with accents. At most 18 characters.
  const parts = [...character.normalize("NFKD")].filter((part) => !MARK.test(part));
  if (parts.length > 1 || parts[0] !== character)
    return parts.map((part) => (BASE.test(part) ? part : replacePart(part, isShouted))).join("");
  return unknown(character);
}

const replacePart = (part: string, isShouted: boolean) =>
  letterOf(part, isShouted, "") ?? signs.get(part) ?? unknown(part);

const unknown = (character: string) => (/^[\p{L}\p{N}\p{P}$^<=>]$/u.test(character) ? "." : " ");

function letterOf(character: string, isShouted: boolean, before: string): string | undefined {
  const small = character.toLowerCase();
  const found = /^[υύ]$/.test(small) && /^[οό]$/i.test(before) ? "u" : letters.get(small);
  if (found === undefined || small === character) return found;
  return isShouted ? found.toUpperCase() : found[0]!.toUpperCase() + found.slice(1);
}
