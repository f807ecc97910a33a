import type { LinksFunction } from "@remix-run/node";
import font from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url&no-inline";

/** The `handle` of a public page: its document works without the app's scripts and loads none of them. */
export const plainPage = { plain: true };

/** The letters are asked for at once, so that no line moves when they arrive. */
export const plainLinks: LinksFunction = () => [
  { rel: "preload", href: font, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

export function isPlain(matches: readonly { handle?: unknown }[]): boolean {
  return matches.some(({ handle }) => (handle as typeof plainPage | undefined)?.plain);
}
