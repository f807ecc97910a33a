// Web addresses as users enter them, for all fields that accept one.

/** A name with a dot in it: a host or a file. */
const NAME = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]*\.)+[\p{L}\p{N}-]+`;
/** A host followed by what only follows a host. "javascript:x" has no dot before its colon. */
const HOST_FIRST = new RegExp(String.raw`^(?:www\.|${NAME}(?::\d+)?[/?#])`, "iu");
const HOST_ALONE = new RegExp(String.raw`^${NAME}(?::\d+)?$`, "iu");
/** In a page "https:x" is a relative link, although a URL parser accepts it as absolute. */
const SLASHES_MISSING = /^(https?):[/\\]?(?![/\\])/i;
const IS_COMPLETE = /^https?:[/\\]{2}/i;

/**
 * Completes an entered web address: "firma.de/x.pdf" and "//firma.de/x.pdf" get https://, and "https:firma.de" its
 * slashes. Any other scheme stays and is rejected by {@link webAddressProblem}.
 * @param option.takesHost whether a host alone is an address; false where "beleg.pdf" may be a file name
 */
export function withScheme(text: string, { takesHost = false } = {}): string {
  if (text.startsWith("//")) return `https:${text}`;
  if (HOST_FIRST.test(text) || (takesHost && HOST_ALONE.test(text))) return `https://${text}`;
  return text.replace(SLASHES_MISSING, "$1://");
}

/** Returns whether a text is an http(s) address. Checked on saving and before it becomes a link. */
export function isWebAddress(text: string): boolean {
  return webAddressProblem(text) === null;
}

/** Returns why a text is not a web address, as a key of the `errors` texts; null if it is one. */
export function webAddressProblem(text: string): string | null {
  // A file name or other text without a colon is not an address at all; another scheme is not allowed.
  if (!text.includes(":")) return "receipt_url_host";
  if (!IS_COMPLETE.test(text) || !URL.canParse(text)) return "receipt_url_invalid";
  const { hostname, username, password } = new URL(text);
  // Everyone who sees the link would see the password.
  if (username || password) return "receipt_url_credentials";
  const complete = hostname === "localhost" || hostname.startsWith("[") || /[^.]\.[^.]/.test(hostname);
  return complete ? null : "receipt_url_host";
}
