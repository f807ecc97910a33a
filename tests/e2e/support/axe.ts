import fs from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type Axe from "axe-core";

const source = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type WithAxe = { axe?: typeof Axe };

/** What of the page as it stands breaks WCAG 2.2 AA, as axe sees it. Needs JavaScript. */
export async function violationsOf(page: Page): Promise<string[]> {
  // To read half a megabyte of script takes as long as to look at a page: once for each time it is loaded.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(async () => {
    // A message that begins to fade out meanwhile is gone at once.
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important }");
    document.adoptedStyleSheets.push(still);
    // What is just fading in has not its colours yet. It is brought to its end, as to wait for it takes up to a second.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (const animation of ending) animation.finish();
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await (window as unknown as Required<WithAxe>).axe.run({
      resultTypes: ["violations"],
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      rules: { "landmark-unique": { enabled: true } },
    });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}
