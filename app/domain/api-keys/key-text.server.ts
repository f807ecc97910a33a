import { createHash, randomInt } from "node:crypto";
import { digitsOfId, idOfDigits } from "../shared/id-digits";

// The text of a key is `fl_`, the organization (22 characters), 32 random characters (190 bits) and a checksum (6). All
// are letters and digits, so a double click selects the whole key. The organization is included so that its hash is
// looked up in that organization only. The checksum lets scanners recognize a key, and a mistyped key costs no query.

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = /^fl_([0-9A-Za-z]{22})[0-9A-Za-z]{32}([0-9A-Za-z]{6})$/;
/** Length of every key in characters. */
export const KEY_LENGTH = 63;
const RANDOM_LENGTH = 32;

/** Generates a new key of an organization. */
export function newKeyText(orgId: string): string {
  const organization = inDigits(BigInt(`0x${digitsOfId(orgId)}`), 22);
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join("");
  const text = `fl_${organization}${random}`;
  return text + checksumOf(text);
}

/** Returns the organization that a key names; null if the text is not a key. */
export function organizationOfKey(text: string): string | null {
  // Check the length first, because the text is unvalidated input of any size.
  if (text.length !== KEY_LENGTH) return null;
  const [, organization, checksum] = FORM.exec(text) ?? [];
  if (organization === undefined || checksumOf(text.slice(0, -6)) !== checksum) return null;
  const hex = numberOf(organization).toString(16).padStart(32, "0");
  // 22 digits can encode larger numbers than an id.
  return hex.length > 32 ? null : idOfDigits(hex);
}

/** Returns the first four bytes of the SHA-256 of the text, in digits. */
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
