/** Words in examples and careless secrets. A random secret practically never contains one. */
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
/** 32 random characters, even hexadecimal ones, practically never contain fewer different characters. */
const FEWEST_CHARACTERS = 8;

/**
 * Returns why a secret could be guessed, as the rest of a sentence; null for one that looks random. Takes linear time;
 * the caller limits the length.
 */
export function weaknessOf(secret: string): string | null {
  const word = WORDS.find((one) => secret.toLowerCase().includes(one));
  if (word) return `can be guessed: it contains "${word}"`;
  if (new Set(secret).size < FEWEST_CHARACTERS) return "can be guessed: it has too few different characters";
  if (isRepeated(secret)) return "can be guessed: it repeats itself";
  if (isCounted(secret)) return "can be guessed: it is a sequence of consecutive characters";
  return null;
}

/** Whether the text repeats a part of itself. Such a text occurs early in its own concatenation. */
const isRepeated = (text: string) => (text + text).indexOf(text, 1) < text.length;

/** Whether most characters are one code point above or below the previous one, as in 0123456789abcdef. */
function isCounted(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0)!);
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - codes[index]!) === 1);
  return steps.length > codes.length / 2;
}
