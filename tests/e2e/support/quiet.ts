import type { Page } from "@playwright/test";

const QUIET_MS = 500;

/**
 * Waits until the page has loaded nothing for half a second. Playwright's "networkidle" never occurs on a live page,
 * because its stream does not end.
 */
export async function waitForIdle(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.evaluate(async (quietMs) => {
    const loaded = () => performance.getEntriesByType("resource").length;
    for (let count = -1; count !== loaded();) {
      count = loaded();
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    }
  }, QUIET_MS);
}
