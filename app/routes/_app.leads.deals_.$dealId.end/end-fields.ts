/** The fields of the form. Without JavaScript they are in the URL while the preview is shown. */
export const endFields = ["reason", "day", "note"] as const;

/** Returns the URL without them: that of the list behind. */
export function listSearch<A extends { pathname: string; search: string }>({ pathname, search }: A) {
  const params = new URLSearchParams(search);
  for (const name of [...endFields, "deal_id", "version"]) params.delete(name);
  const rest = params.toString();
  return { pathname, search: rest && `?${rest}` };
}
