/** A path with the parameters of its search. */
export function withQuery(path: string, params: URLSearchParams): string {
  const query = params.toString();
  return query ? `${path}?${query}` : path;
}

/** An address with some parameters of the current one changed (null takes one away), on the list's first page. */
export function addressWith(
  path: string,
  search: string,
  changes: Record<string, string | null> = {},
): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ cursor: null, ...changes })) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return withQuery(path, params);
}
