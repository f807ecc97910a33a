import { createHash, randomInt } from "node:crypto";
import { digitsOfId, idOfDigits } from "../shared/id-digits";

// The text of a key: `fl_`, its organisation (22 characters), 32 random characters (190 bits), and a checksum (6), all
// in letters and digits, so that a double click selects it. The organisation is in it, so that its hash is looked for
// inside that one only.
// By the checksum a scanner tells a key from other texts, and a mistyped one costs no query.

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = /^fl_([0-9A-Za-z]{22})[0-9A-Za-z]{32}([0-9A-Za-z]{6})$/;
/** Characters of every key. */
export const KEY_LENGTH = 63;
const RANDOM_LENGTH = 32;

/** A new key of an organisation. */
export function newKeyText(orgId: string): string {
  const organization = inDigits(BigInt(`0x${digitsOfId(orgId)}`), 22);
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join("");
  const text = `fl_${organization}${random}`;
  return text + checksumOf(text);
}

/** The organisation that a text names as a key; null for what is no key. */
export function organizationOfKey(text: string): string | null {
  // Before anything reads it: it comes from anybody.
  if (text.length !== KEY_LENGTH) return null;
  const [, organization, checksum] = FORM.exec(text) ?? [];
  if (organization === undefined || checksumOf(text.slice(0, -6)) !== checksum) return null;
  const hex = numberOf(organization).toString(16).padStart(32, "0");
  // 22 digits reach further than an id.
  return hex.length > 32 ? null : idOfDigits(hex);
}

/** The first four bytes of the SHA-256 of what stands before it. */
function checksumOf(text: string): string {
  return inDigits(BigInt(createHash("sha256").update(text).digest().readUInt32BE()), 6);
}

function inDigits(value: bigint, length: number): string {
  let digits = "";
  for (let rest = value; digits.length < length; rest /= 62n) digits = DIGITS[Number(rest % 62n)]! + digits;
  return digits;
}

const numberOf = (digits: string): bigint =>
  [...digits].reduce((value, digit) => value * 62n + BigInt(DIGITS.indexOf(digit)), 0n);
