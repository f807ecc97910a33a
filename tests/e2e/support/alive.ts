import { expect, type Locator, type Page } from "@playwright/test";

/** Waits until the page around an element is hydrated; before that the browser itself handles a click. */
export async function waitForHydration(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps"))))
    .toBe(true);
}

/** Presses Escape once the page, or the dialog in front of it, handles it. */
export async function escape(page: Page): Promise<void> {
  await waitForHydration(page.locator("main, [role=dialog], [role=alertdialog]").last());
  await page.keyboard.press("Escape");
}

/**
 * Blocks hydration of pages loaded from now on.
 * @returns the function that releases their scripts
 */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    // The requesting page may be gone.
    await route.continue().catch(() => undefined);
  });
  return release;
}
