// Web addresses as people type them, of every field that takes one.

/** A name with a dot in it: a host, or a file. */
const NAME = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]*\.)+[\p{L}\p{N}-]+`;
/** A host and what only follows a host. "javascript:x" has no dot before its colon. */
const HOST_FIRST = new RegExp(String.raw`^(?:www\.|${NAME}(?::\d+)?[/?#])`, "iu");
const HOST_ALONE = new RegExp(String.raw`^${NAME}(?::\d+)?$`, "iu");
/** In a page "https:x" leads to a page beside it, although it is an address to a parser. */
const SLASHES_MISSING = /^(https?):[/\\]?(?![/\\])/i;
const IS_COMPLETE = /^https?:[/\\]{2}/i;

/**
 * Completes a web address as people say it: "firma.de/x.pdf" and "//firma.de/x.pdf" get https://, and "https:firma.de"
 * its slashes.
 * Whatever has another scheme stays as it is, and is refused by {@link webAddressProblem}.
 * @param option.takesHost a host alone is meant as an address; where files are named "beleg.pdf" could be one of them
 */
export function withScheme(text: string, { takesHost = false } = {}): string {
  if (text.startsWith("//")) return `https:${text}`;
  if (HOST_FIRST.test(text) || (takesHost && HOST_ALONE.test(text))) return `https://${text}`;
  return text.replace(SLASHES_MISSING, "$1://");
}

/** Whether a text is an http(s) address. Checked when it is saved and before it becomes a link. */
export function isWebAddress(text: string): boolean {
  return webAddressProblem(text) === null;
}

/** Why a text is not a web address, as a key of the `errors` texts; null when it is one. */
export function webAddressProblem(text: string): string | null {
  // The name of a file, or any other text, lacks all of an address; what has another scheme is one that is not allowed.
  if (!text.includes(":")) return "receipt_url_host";
  if (!IS_COMPLETE.test(text) || !URL.canParse(text)) return "receipt_url_invalid";
  const { hostname, username, password } = new URL(text);
  // Everybody who sees the link would see the password.
  if (username || password) return "receipt_url_credentials";
  const complete = hostname === "localhost" || hostname.startsWith("[") || /[^.]\.[^.]/.test(hostname);
  return complete ? null : "receipt_url_host";
}
