import { setTimeout } from "node:timers/promises";
import { SKELETON_DELAY_MS } from "~/browser/patience";
import { logFailure } from "./log-failure.server";
import type { RequestContext } from "./session.server";

/**
 * Returns a loader's result, or its promise if it is slow, so that the page can show a skeleton. A document is always
 * complete, because it may be read without JavaScript. If the promise rejects, the error is logged here, because Remix
 * reports only errors of loaders that have not returned.
 */
export async function deferIfSlow<T>(
  { request, context }: RequestContext,
  work: Promise<T>,
): Promise<{ value: T | Promise<T> }> {
  // A script's fetch is not a document. A request without the header gets a complete page.
  if (request.headers.get("Sec-Fetch-Dest") !== "empty") return { value: await work };
  const slow = Symbol();
  const first = await Promise.race([work, setTimeout(SKELETON_DELAY_MS, slow, { ref: false })]);
  if (first !== slow) return { value: first as T };
  const logged = work.catch((error: unknown) => {
    if (!(error instanceof Response)) logFailure(error, { request, context });
    throw error;
  });
  return { value: logged };
}
