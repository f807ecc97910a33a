// The one normal form of an email address. A browser sends "chef@xn--bcher-kva.example" for what a file contains as
// "Chef@Bücher.example".

/** Characters with a meaning in an email header are rejected, although quotes would allow them. */
const PART = String.raw`[^\s@<>()[\]\\,;:"` + "`]+";
const LOCAL = new RegExp(`^${PART}$`);
/** Longer than any address including removed characters. */
const MAX_LENGTH = 1_000;
/** Octets on the wire (RFC 5321, 4.5.3.1.3). */
const MAX_SENT_LENGTH = 254;

/** The specification's simple pattern of an address. */
export const EMAIL_PATTERN = new RegExp(`^${PART}@${PART}\\.${PART}$`);

/**
 * Converts domains to Unicode, on the server only, because browsers have no such function. A browser only checks the
 * address and sends it as entered. Not an import, because the module does not exist in browsers.
 */
const onServer = typeof process === "undefined" ? null : process.getBuiltinModule("node:url");

/**
 * Returns the address as it is stored and compared; null if the text is not an address. It is in lower case and NFC
 * with its domain in Unicode, which has one spelling for each ASCII spelling (UTS #46).
 */
export function normalEmail(text: string): string | null {
  const at = text.lastIndexOf("@");
  if (at < 1 || text.length > MAX_LENGTH) return null;
  const local = text.slice(0, at).toLowerCase().normalize("NFC");
  const domain = asciiDomain(text.slice(at + 1));
  if (!LOCAL.test(local) || !domain || local.length + 1 + domain.length > MAX_SENT_LENGTH) return null;
  const shown = onServer?.domainToUnicode(domain) ?? domain;
  // Newer versions of Node keep a label that is not valid Punycode; it names no domain.
  if (onServer && /(?:^|\.)xn--/.test(shown)) return null;
  const email = `${local}@${shown}`;
  // The database stores lower case only, and the Unicode domain of a few scripts contains capitals.
  return email === email.toLowerCase() ? email : null;
}

/** Converts an address in normal form for programs that do not support Unicode in domains. */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, at)}@${asciiDomain(email.slice(at + 1)) ?? email.slice(at + 1)}`;
}

/**
 * Returns all spellings in which an address may be stored: the normal form first, then with the domain in ASCII, then
 * as entered. Records from before the normal form keep their spelling (docs/decisions/0047-one-form-of-a-text.md).
 */
export function emailSpellings(text: string): string[] {
  const typed = text.trim().toLowerCase();
  const normal = normalEmail(typed);
  return [...new Set(normal === null ? [typed] : [normal, asciiEmail(normal), typed])];
}

/** A label of a domain in ASCII. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns the domain in ASCII; null if it is not a domain, for example an IP address or a name that ends with a number.
 */
function asciiDomain(text: string): string | null {
  // A trailing full stop (the DNS root) is another spelling of the same domain. URL parsing would end at or decode the
  // other characters.
  const typed = text.replace(/[.\u3002\uff0e\uff61]$/, "");
  if (/[\s%/?#\\:@[\]^|]/.test(typed) || !URL.canParse(`http://${typed}`)) return null;
  const domain = new URL(`http://${typed}`).hostname;
  const labels = domain.split(".");
  if (labels.length < 2 || domain.length > 253 || !labels.every((label) => LABEL.test(label))) return null;
  return /^\d+$/.test(labels.at(-1)!) ? null : domain;
}
