import { setTimeout } from "node:timers/promises";
import { SKELETON_DELAY_MS } from "~/browser/patience";

/**
 * Returns a loader's result, or its promise if it is slow, so that the page can show a skeleton. A document is always
 * complete, because it may be read without JavaScript.
 */
export async function deferIfSlow<T>(request: Request, work: Promise<T>): Promise<{ value: T | Promise<T> }> {
  // A script's fetch is not a document. A request without the header gets a complete page.
  if (request.headers.get("Sec-Fetch-Dest") !== "empty") return { value: await work };
  const slow = Symbol();
  const first = await Promise.race([work, setTimeout(SKELETON_DELAY_MS, slow, { ref: false })]);
  return { value: first === slow ? work : (first as T) };
}
