// One normal form of an e-mail address, whatever it was typed into: a browser sends "chef@xn--bcher-kva.example" for
// what a file writes as "Chef@Bücher.example".

/** Characters with a meaning in the header of a mail are refused, although quotes would allow them. */
const PART = String.raw`[^\s@<>()[\]\\,;:"` + "`]+";
const LOCAL = new RegExp(`^${PART}$`);
/** More than an address has, with what is taken out of it. */
const LONGEST = 1_000;
/** Octets on the wire (RFC 5321, 4.5.3.1.3). */
const LONGEST_SENT = 254;

/** An address by the specification's simple pattern. */
export const EMAIL_PATTERN = new RegExp(`^${PART}@${PART}\\.${PART}$`);

/**
 * Unicode is for the server, which stores what this makes. A browser only checks: it sends what was typed, and has no
 * such function.
 * Not an import, which would be missed there.
 */
const onServer = typeof process === "undefined" ? null : process.getBuiltinModule("node:url");

/**
 * The address as it is stored and compared: lower case, NFC, and its domain in Unicode, of which there is one spelling
 * for each spelling in ASCII (UTS #46). Null for what is no address.
 */
export function normalEmail(text: string): string | null {
  const at = text.lastIndexOf("@");
  if (at < 1 || text.length > LONGEST) return null;
  const local = text.slice(0, at).toLowerCase().normalize("NFC");
  const domain = asciiDomain(text.slice(at + 1));
  if (!LOCAL.test(local) || !domain || local.length + 1 + domain.length > LONGEST_SENT) return null;
  const shown = onServer?.domainToUnicode(domain) ?? domain;
  // Newer versions of Node leave a label alone that is no Punycode; it names nothing.
  if (onServer && /(?:^|\.)xn--/.test(shown)) return null;
  const email = `${local}@${shown}`;
  // The database stores small letters only. Of a few scripts the domain's form is in capitals.
  return email === email.toLowerCase() ? email : null;
}

/** An address of the normal form as programs take it that know no Unicode in a domain. */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, at)}@${asciiDomain(email.slice(at + 1)) ?? email.slice(at + 1)}`;
}

/**
 * Every way in which an address may be stored: the normal form first, the domain in ASCII, as it was typed. Two records
 * of one address from the time before there was a normal form keep two spellings
 * (docs/decisions/0047-one-form-of-a-text.md).
 */
export function emailSpellings(text: string): string[] {
  const typed = text.trim().toLowerCase();
  const normal = normalEmail(typed);
  return [...new Set(normal === null ? [typed] : [normal, asciiEmail(normal), typed])];
}

/** A label of a domain, in ASCII. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The domain in ASCII; null for what is none, such as an address of the network or one that ends with a number. */
function asciiDomain(text: string): string | null {
  // A root's full stop is another spelling of the same. The address of a page would end at the others, or decode them.
  const typed = text.replace(/[.\u3002\uff0e\uff61]$/, "");
  if (/[\s%/?#\\:@[\]^|]/.test(typed) || !URL.canParse(`http://${typed}`)) return null;
  const domain = new URL(`http://${typed}`).hostname;
  const labels = domain.split(".");
  if (labels.length < 2 || domain.length > 253 || !labels.every((label) => LABEL.test(label))) return null;
  return /^\d+$/.test(labels.at(-1)!) ? null : domain;
}
