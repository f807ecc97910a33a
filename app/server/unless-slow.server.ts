import { setTimeout } from "node:timers/promises";
import { PATIENCE_MS } from "~/browser/patience";

/**
 * What a loader answers with: the result, or its promise if it takes longer than an eye waits, so that the page can
 * show a skeleton meanwhile. A document is always whole, because it may be read without JavaScript.
 */
export async function unlessSlow<T>(request: Request, work: Promise<T>): Promise<{ value: T | Promise<T> }> {
  // What scripts fetch is no document. Who does not say gets a whole page.
  if (request.headers.get("Sec-Fetch-Dest") !== "empty") return { value: await work };
  const slow = Symbol();
  const first = await Promise.race([work, setTimeout(PATIENCE_MS, slow, { ref: false })]);
  return { value: first === slow ? work : (first as T) };
}
