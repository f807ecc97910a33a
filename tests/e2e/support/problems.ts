import type { Page } from "@playwright/test";
import { violationsOf } from "./axe";

/** What is wrong with a screen: axe's violations, sideways scrolling, texts that are missing. */
export async function problemsOf(page: Page, path: string): Promise<string[]> {
  const problems: string[] = [];
  const listen = (text: string) => problems.push(text);
  page.on("pageerror", (error) => listen(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !message.text().includes("status of 404"))
      listen(message.text());
  });
  await page.goto(path);
  await page.waitForLoadState("load");
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3_000 })));
  problems.push(...(await violationsOf(page)));
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) problems.push(`scrolls sideways by ${overflow} px`);
  const text = await page.locator("body").innerText();
  const untranslated = /\b[a-z_]+(\.[a-z_]+)+_?[a-z]*\b/g;
  for (const [key] of text.matchAll(untranslated)) {
    // Event names and addresses also look like keys.
    if (!/^(deal|lead)\.created$|example|\.(com|net|site|cool|cloud)$/.test(key))
      problems.push(`untranslated: ${key}`);
  }
  page.removeAllListeners("console");
  page.removeAllListeners("pageerror");
  return problems.map((problem) => `${path}: ${problem}`);
}
