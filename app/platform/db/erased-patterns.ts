import { asciiEmail } from "~/domain/shared/email";

// Patterns that find an erased person in texts, as advanced regular expressions of Postgres.

/** A search pattern. */
export interface Pattern {
  text: string;
  ignoresCase: boolean;
}

// A word may follow an escape that ends with a letter or a digit: %22Anna, \nAnna, \u0022Anna.
const AFTER_ESCAPE = String.raw`(?<=%[[:xdigit:]]{2})|(?<=\\[bfnrt])|(?<=\\u[[:xdigit:]]{4})`;
const WORD_BEGINS = `(?:(?<![[:alnum:]])|${AFTER_ESCAPE})`;
const WORD_ENDS = "(?![[:alnum:]])";

/** Matches a whole JSON value that is not a key, or a search term in a URL that the activity log quotes. */
const asValue = (text: string) => String.raw`(?:(?<=")${text}(?="(?!\s*:))|(?<=["&]q=)${text}(?=["&]))`;

/**
 * Returns the pattern of a name. A name of several words matches wherever these words appear together. A single word
 * may also be an ordinary word, so it must match exactly, and in JSON as a whole value. Null if the name has no letter,
 * such as a dash for an unknown name.
 */
export function namePattern(name: string, isJson: boolean): Pattern | null {
  if (!/\p{L}/u.test(name)) return null;
  const ignoresCase = /\s/.test(name.trim());
  const text = spelled(name.trim(), ignoresCase);
  return {
    text: isJson && !ignoresCase ? asValue(text) : WORD_BEGINS + text + WORD_ENDS,
    ignoresCase,
  };
}

/** Returns the pattern of an email address, with its domain in Unicode or ASCII. */
export function addressPattern(email: string): Pattern {
  const forms = [...new Set([email, asciiEmail(email)])];
  const text = oneOf(forms.map((form) => spelled(form, true)));
  // In a URL query a plus sign means a space; inside an email address it would be encoded as %2B.
  const inPageAddress = String.raw`(?<=\+)${oneOf(forms.map((form) => escaped(encodeURIComponent(form))))}`;
  const begins = String.raw`(?:(?<![[:alnum:]._%+-])|(?<!%2b)(?:${AFTER_ESCAPE}))`;
  // Also excludes the beginning of a longer domain, such as example.com in example.com.au. The list omits endings that
  // may be a word after a full stop.
  const ends = String.raw`(?![[:alnum:]-]|\.(?:au|br|cn|hk|jp|kr|mx|nz|sg|tr|tw|uk|za)(?![[:alnum:]]))`;
  return { text: `(?:${begins}${text}|${inPageAddress})${ends}`, ignoresCase: true };
}

const oneOf = (forms: string[]) => (forms.length === 1 ? forms[0]! : `(?:${forms.join("|")})`);

/** Shorter numbers are extensions and would match too much. */
const FEWEST_DIGITS = 6;

/**
 * Returns the pattern of a phone number: its digits with any separators, or in JSON a whole value. Null if the number
 * is too short.
 */
export function phonePattern(phone: string, isJson: boolean): Pattern | null {
  const digits = phone.replace(/\D/g, "");
  if (digits.length < FEWEST_DIGITS) return null;
  if (isJson) return { text: asValue(spelled(phone.trim(), true)), ignoresCase: true };
  const between = String.raw`(?:[\s()/.+-]|%2[0-9bdf])*`;
  const begins = String.raw`(?<![[:alnum:]])(?:\+|%2b)?\(?`;
  return { text: `${begins}${[...digits].join(between)}(?![[:digit:]])`, ignoresCase: true };
}

/** Returns a pattern for the text as plain text, JSON, URL-encoded text and HTML. */
const spelled = (text: string, ignoresCase: boolean): string =>
  [...text.normalize("NFC").replace(/\s+/g, " ")].map((char) => spelledCharacter(char, ignoresCase)).join("");

const SPACE = String.raw`(?:\s|\+|%20|%0[aAdD]|%[cC]2%[aA]0|\\+[nrt]|\\+u00[2aA]0|&nbsp;)+`;

const entities: Partial<Record<string, string[]>> = {
  '"': ["&quot;", "&#34;"],
  "'": ["&apos;", "&#39;", "&#x27;"],
  "&": ["&amp;"],
  "@": ["&#64;"],
};

function spelledCharacter(char: string, ignoresCase: boolean): string {
  if (char === " ") return SPACE;
  if (isPlain(char)) return char;
  // Case-insensitive matching covers letters but not their escapes.
  const letters = ignoresCase ? [char, char.toLowerCase(), char.toUpperCase()] : [char];
  const forms = letters.flatMap((letter) => [
    // JSON, and JSON quoted in JSON, puts backslashes before some characters.
    ...[letter, letter.normalize("NFD")].map((form) => (isAscii(char) ? String.raw`\\*` : "") + escaped(form)),
    ...[letter, letter.normalize("NFD")].flatMap((form) => [unicodeEscapes(form), percentEncoded(form)]),
  ]);
  // The upper case of "ß" is "SS", which case-insensitive matching does not cover.
  const sharp = char === "ß" ? ["ss", "ẞ"] : [];
  const html = (entities[char] ?? []).map(escaped);
  return `(?:${[...new Set([...forms, ...sharp, ...html])].join("|")})`;
}

/** Whether a character is never escaped. It may still be the base of a letter with a combining accent. */
const isPlain = (char: string) => /^[a-z0-9]$/i.test(char);

const isAscii = (text: string) => text.charCodeAt(0) < 128;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&");

const unicodeEscapes = (text: string) =>
  text
    .split("")
    .map((unit) =>
      isPlain(unit) ? unit : String.raw`\\+u` + anyCase(unit.charCodeAt(0).toString(16).padStart(4, "0")),
    )
    .join("");

const percentEncoded = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return isPlain(char) ? char : `%${anyCase(byte.toString(16).padStart(2, "0"))}`;
    })
    .join("");

/** Matches hexadecimal digits in lower or upper case. */
const anyCase = (digits: string) => digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
