/** The `handle` of a public page: its document works without the app's scripts and loads none of them. */
export const plainPage = { plain: true };

export function isPlain(matches: readonly { handle?: unknown }[]): boolean {
  return matches.some(({ handle }) => (handle as typeof plainPage | undefined)?.plain);
}
