import { asciiEmail } from "~/domain/shared/email";

// How somebody who is erased is found in texts. Advanced regular expressions of Postgres.

/** What is looked for. */
export interface Pattern {
  text: string;
  ignoresCase: boolean;
}

// A word may follow an escape that ends with a letter or a digit: %22Anna, \nAnna, \u0022Anna.
const AFTER_ESCAPE = String.raw`(?<=%[[:xdigit:]]{2})|(?<=\\[bfnrt])|(?<=\\u[[:xdigit:]]{4})`;
const WORD_BEGINS = `(?:(?<![[:alnum:]])|${AFTER_ESCAPE})`;
const WORD_ENDS = "(?![[:alnum:]])";

/** In JSON a whole value that is no key, or what was searched for in an address that the activity log quotes. */
const asValue = (text: string) => String.raw`(?:(?<=")${text}(?="(?!\s*:))|(?<=["&]q=)${text}(?=["&]))`;

/**
 * A name. That of several words wherever these stand as words; that of one word, which may be a word of the language
 * too, only as it is written, and in JSON only as a whole value. Null for what has no letter, such as a dash for an
 * unknown name.
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

/** An e-mail address wherever it stands, with its domain in Unicode or in ASCII. */
export function addressPattern(email: string): Pattern {
  const forms = [...new Set([email, asciiEmail(email)])];
  const text = oneOf(forms.map((form) => spelled(form, true)));
  // In an address of a page a plus is a space; as a part of an e-mail address it would be written %2B.
  const inPageAddress = String.raw`(?<=\+)${oneOf(forms.map((form) => escaped(encodeURIComponent(form))))}`;
  const begins = String.raw`(?:(?<![[:alnum:]._%+-])|(?<!%2b)(?:${AFTER_ESCAPE}))`;
  // Nor is it the beginning of another domain, as example.com of example.com.au. Endings that may be a word after a
  // full stop are not listed.
  const ends = String.raw`(?![[:alnum:]-]|\.(?:au|br|cn|hk|jp|kr|mx|nz|sg|tr|tw|uk|za)(?![[:alnum:]]))`;
  return { text: `(?:${begins}${text}|${inPageAddress})${ends}`, ignoresCase: true };
}

const oneOf = (forms: string[]) => (forms.length === 1 ? forms[0]! : `(?:${forms.join("|")})`);

/** Shorter numbers are extensions, and could be anything. */
const FEWEST_DIGITS = 6;

/**
 * A telephone number by its digits, whatever stands between them; in JSON only as a whole value. Null when it is too
 * short.
 */
export function phonePattern(phone: string, isJson: boolean): Pattern | null {
  const digits = phone.replace(/\D/g, "");
  if (digits.length < FEWEST_DIGITS) return null;
  if (isJson) return { text: asValue(spelled(phone.trim(), true)), ignoresCase: true };
  const between = String.raw`(?:[\s()/.+-]|%2[0-9bdf])*`;
  const begins = String.raw`(?<![[:alnum:]])(?:\+|%2b)?\(?`;
  return { text: `${begins}${[...digits].join(between)}(?![[:digit:]])`, ignoresCase: true };
}

/** A text as it may be written in plain, in JSON, in the address of a page and in HTML. */
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
  // Where case is ignored, Postgres knows the other case of a letter, but not of its escapes.
  const letters = ignoresCase ? [char, char.toLowerCase(), char.toUpperCase()] : [char];
  const forms = letters.flatMap((letter) => [
    // Before some characters JSON, and what quotes JSON, has backslashes.
    ...[letter, letter.normalize("NFD")].map((form) => (isAscii(char) ? String.raw`\\*` : "") + escaped(form)),
    ...[letter, letter.normalize("NFD")].flatMap((form) => [unicodeEscapes(form), percentEncoded(form)]),
  ]);
  // Capitals of "ß" are "SS", which comparing without case does not know.
  const sharp = char === "ß" ? ["ss", "ẞ"] : [];
  const html = (entities[char] ?? []).map(escaped);
  return `(?:${[...new Set([...forms, ...sharp, ...html])].join("|")})`;
}

/** What nobody writes as an escape, also as the base of a letter whose accent is a character of its own. */
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

/** Hexadecimal digits in small letters or capitals. */
const anyCase = (digits: string) => digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
