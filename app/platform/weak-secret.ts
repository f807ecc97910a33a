/** Words of examples and of hands that were in a hurry. A secret that was drawn by lot has none of them by accident. */
const WORDS = [
  "changeme",
  "change-me",
  "change_me",
  "change me",
  "placeholder",
  "password",
  "passwort",
  "secret",
  "example",
  "finderlohn",
];
/**
 * Of 32 characters that were drawn by lot, even from the 16 of hexadecimal numbers, there are hardly ever fewer
 * different ones.
 */
const FEWEST_CHARACTERS = 8;

/**
 * Why somebody could guess a secret, as the rest of a sentence; null for one that looks drawn by lot. Costs as much as
 * the text is long, and its length is another's to check.
 */
export function weaknessOf(secret: string): string | null {
  const word = WORDS.find((one) => secret.toLowerCase().includes(one));
  if (word) return `can be guessed: it contains "${word}"`;
  if (new Set(secret).size < FEWEST_CHARACTERS) return "can be guessed: it has too few different characters";
  if (isRepeated(secret)) return "can be guessed: it repeats itself";
  if (isCounted(secret)) return "can be guessed: its characters follow each other";
  return null;
}

/** A text that repeats a part of itself stands in its own double before its end. */
const isRepeated = (text: string) => (text + text).indexOf(text, 1) < text.length;

/** Most characters are the next or the one before, as in 0123456789abcdef. */
function isCounted(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0)!);
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - codes[index]!) === 1);
  return steps.length > codes.length / 2;
}
