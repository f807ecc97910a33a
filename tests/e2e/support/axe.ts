import fs from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type Axe from "axe-core";

const source = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Axe is half a megabyte of script: it is read once for each time a page is loaded. Through the protocol the browser
 * knows it again on the next page, which it does not when a script evaluates it.
 */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: source });
}

/**
 * What of the page as it stands breaks WCAG 2.2 AA, as axe sees it; `practices` adds the rules of good practice. Needs
 * JavaScript.
 * Nothing moves in the page from then on.
 */
export async function violationsOf(page: Page, { practices = false } = {}): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(async (practices) => {
    const { axe, still } = window as unknown as { axe: typeof Axe; still?: CSSStyleSheet };
    if (!still) {
      // A message that begins to fade out meanwhile is gone at once.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("*, *::before, *::after { transition: none !important }");
      document.adoptedStyleSheets.push(sheet);
      Object.assign(window, { still: sheet });
    }
    // What is just fading in has not its colours yet. It is brought to its end, as to wait for it takes up to a second.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (const animation of ending) animation.finish();
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await axe.run({
      resultTypes: ["violations"],
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", ...(practices ? ["best-practice"] : [])],
      rules: { "landmark-unique": { enabled: true } },
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.any[0]?.message ?? ""}`.trimEnd());
  }, practices);
}
