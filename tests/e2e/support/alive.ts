import { expect, type Locator, type Page } from "@playwright/test";

/** Waits until the page around an element has come alive; before that a click is the browser's own. */
export async function alive(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps"))))
    .toBe(true);
}

/** Presses Escape once the page, or the dialog in front of it, can hear it. */
export async function escape(page: Page): Promise<void> {
  await alive(page.locator("main, [role=dialog], [role=alertdialog]").last());
  await page.keyboard.press("Escape");
}

/**
 * Keeps the pages that are loaded from now on from coming alive.
 * @returns what lets their scripts through
 */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    // The page that asked for it may be gone.
    await route.continue().catch(() => undefined);
  });
  return release;
}
