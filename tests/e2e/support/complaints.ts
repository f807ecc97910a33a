import type { Page } from "@playwright/test";

/**
 * Collects the errors of a page from now on: script errors, and in its console policy violations and hydration
 * warnings. Console texts that contain one of `expected` are left out, such as "status of 404" for a missing page.
 */
export function collectConsoleErrors(page: Page, expected: readonly string[] = []): string[] {
  const found: string[] = [];
  // Playwright's own script, in the frame of an email, which may not run scripts.
  const usual = ["Blocked script execution in 'about:srcdoc'", ...expected];
  // Remix aborts a load when the next one begins. Of a response that it has begun to read, it logs the error or leaves
  // the rejection unhandled. The page is not affected.
  const aborted = "AbortError: signal is aborted";
  page.on("pageerror", ({ name, message }) => {
    if (!`${name}: ${message}`.includes(aborted)) found.push(message);
  });
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    if (![...usual, aborted].some((text) => message.text().includes(text))) found.push(message.text());
  });
  return found;
}

/** The browser's console text for a rejected form, which has a 4xx status. */
export const REFUSED = "status of 4";
