import type { Page } from "@playwright/test";

/**
 * What the page complains about from now on: script errors, and in its console violations of the policy and hydration
 * warnings. A text of the console that contains one of `expected` is left out, as "status of 404" of a page that is
 * missing.
 */
export function complaintsOf(page: Page, expected: readonly string[] = []): string[] {
  const found: string[] = [];
  // Playwright's own script, in the frame of a mail, which may run none.
  const usual = ["Blocked script execution in 'about:srcdoc'", ...expected];
  page.on("pageerror", (error) => found.push(error.message));
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    if (!usual.some((text) => message.text().includes(text))) found.push(message.text());
  });
  return found;
}

/** What the browser notes of a form that is refused, which it answers with 4xx. */
export const REFUSED = "status of 4";
