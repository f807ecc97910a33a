import { randomBytes } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { isPlain } from "~/browser/plain-page";

/** Some 50 KB each. There are a dozen of them: pages, languages, appearances. */
const MOST_KEPT = 40;

/** Stands in a kept page where each response has a nonce of its own. */
export const NONCE_TO_COME = randomBytes(16).toString("base64");

const kept = new Map<string, string>();

/**
 * What a public page is rendered from, as the key of the page in memory; null for a page of somebody who is signed in,
 * and for all pages that are not public. Whatever a page shows is in the data of its loaders or in its address, so
 * equal keys are equal pages.
 */
export function keyOfPage(url: string, { staticHandlerContext, routeModules }: EntryContext): string | null {
  const { loaderData, matches, statusCode, errors } = staticHandlerContext;
  const isPublic = isPlain(matches.map(({ route }) => ({ handle: routeModules[route.id]?.handle })));
  const site = loaderData["routes/_site"] as { user: string | null } | undefined;
  if (!isPublic || statusCode !== 200 || errors || !site || site.user !== null) return null;
  // Of every request another one, for the pages that say what failed.
  const root = { ...(loaderData["root"] as object), requestId: null };
  return JSON.stringify([url, { ...loaderData, root }]);
}

/** The page in memory, with the nonce of this response; undefined if there is none. */
export function keptPage(key: string, nonce: string): string | undefined {
  const html = kept.get(key);
  return html && withNonce(html, nonce);
}

/** A page that was rendered with {@link NONCE_TO_COME}, as one response has it. */
export const withNonce = (html: string, nonce: string): string => html.replaceAll(NONCE_TO_COME, () => nonce);

/**
 * Keeps a page that was rendered with {@link NONCE_TO_COME}; the one that was kept first goes when there are too many.
 */
export function keepPage(key: string, html: string): void {
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, html);
}
