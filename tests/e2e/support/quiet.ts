import { expect, type Page } from "@playwright/test";

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

/** Waits until a link's screen is loaded in advance: its data, and all scripts that the page has named so far. */
export async function waitForPrefetch(page: Page, path: string): Promise<void> {
  const isLoaded = () =>
    page.evaluate((path) => {
      const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=prefetch], link[rel=modulepreload]")];
      const loaded = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
      return (
        links.some(({ href }) => new URL(href).pathname.startsWith(path)) && links.every(({ href }) => loaded.has(href))
      );
    }, path);
  await expect.poll(isLoaded).toBe(true);
}
