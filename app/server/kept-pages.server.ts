import { randomBytes } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { isPlain } from "~/browser/plain-page";

/** Maximum number of stored pages, about 50 KB each. A dozen exist: pages, languages, appearances. */
const MAX_KEPT = 40;

/** Placeholder in a stored page for the nonce of each response. */
export const NONCE_TO_COME = randomBytes(16).toString("base64");

const kept = new Map<string, string>();

/**
 * Returns the cache key of a public page: everything it is rendered from; null for signed-in users and for pages that
 * are not public. A page shows only its loader data and its address, so equal keys mean equal pages.
 */
export function keyOfPage(url: string, { staticHandlerContext, routeModules }: EntryContext): string | null {
  const { loaderData, matches, statusCode, errors } = staticHandlerContext;
  const isPublic = isPlain(matches.map(({ route }) => ({ handle: routeModules[route.id]?.handle })));
  const site = loaderData["routes/_site"] as { user: string | null } | undefined;
  if (!isPublic || statusCode !== 200 || errors || !site || site.user !== null) return null;
  // The request id, which error pages show, differs in each request.
  const root = { ...(loaderData["root"] as object), requestId: null };
  return JSON.stringify([url, { ...loaderData, root }]);
}

/** Returns the stored page with the nonce of this response; undefined if there is none. */
export function keptPage(key: string, nonce: string): string | undefined {
  const html = kept.get(key);
  return html && withNonce(html, nonce);
}

/** Replaces {@link NONCE_TO_COME} in a rendered page by the nonce of a response. */
export const withNonce = (html: string, nonce: string): string => html.replaceAll(NONCE_TO_COME, () => nonce);

/** Stores a page that was rendered with {@link NONCE_TO_COME}; above the limit the oldest one is removed. */
export function keepPage(key: string, html: string): void {
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, html);
}
