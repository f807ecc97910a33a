import fs from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type Axe from "axe-core";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What of the page as it stands breaks WCAG 2.2 AA, as axe sees it. Needs JavaScript. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  // What is just fading in has not its colours yet.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // What is paused, or not drawn, never ends.
    const patience = new Promise((resolve) => setTimeout(resolve, 1_000));
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), patience]);
  });
  return page.evaluate(async () => {
    // A message that begins to fade out meanwhile is gone at once.
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important }");
    document.adoptedStyleSheets.push(still);
    const { violations } = await (window as unknown as { axe: typeof Axe }).axe.run({
      resultTypes: ["violations"],
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      rules: { "landmark-unique": { enabled: true } },
    });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}
