/** Whether a text is an http(s) address. Checked when it is saved and before it becomes a link. */
export function isWebAddress(text: string): boolean {
  return webAddressProblem(text) === null;
}

/** Why a text is not a web address, as a key of the `errors` texts; null when it is one. */
export function webAddressProblem(text: string): string | null {
  if (!URL.canParse(text)) return "receipt_url_invalid";
  const { protocol, hostname, username, password } = new URL(text);
  if (!["http:", "https:"].includes(protocol)) return "receipt_url_invalid";
  // Everybody who sees the link would see the password.
  if (username || password) return "receipt_url_credentials";
  const complete = hostname === "localhost" || hostname.startsWith("[") || /[^.]\.[^.]/.test(hostname);
  return complete ? null : "receipt_url_host";
}
