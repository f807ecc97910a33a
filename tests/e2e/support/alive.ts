import { expect, type Locator } from "@playwright/test";

/** Waits until the page around an element has come alive; before that a click is the browser's own. */
export async function alive(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps"))))
    .toBe(true);
}
