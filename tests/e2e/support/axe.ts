import fs from "node:fs";
import { createRequire } from "node:module";
import type { CDPSession, Page } from "@playwright/test";
import type Axe from "axe-core";

const source = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Loads axe, half a megabyte of script, once per page load. Through the protocol the browser caches it for the next
 * page, which it does not when a script evaluates it.
 */
async function loadAxe(page: Page): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  await (await session).send("Runtime.evaluate", { expression: source });
}

/**
 * Returns the violations of WCAG 2.2 AA that axe finds on the current page; `practices` adds the rules of good
 * practice. Needs JavaScript. Nothing moves in the page afterwards.
 */
export async function violationsOf(page: Page, { practices = false } = {}): Promise<string[]> {
  const found = await runAxe(page, practices);
  if (found) return found;
  await loadAxe(page);
  return (await runAxe(page, practices))!;
}

/** Returns null if the page does not have axe yet. */
function runAxe(page: Page, practices: boolean): Promise<string[] | null> {
  return page.evaluate(async (practices) => {
    if (!("axe" in window)) return null;
    const { axe, still } = window as unknown as { axe: typeof Axe; still?: CSSStyleSheet };
    if (!still) {
      // A message that begins to fade out meanwhile disappears immediately.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("*, *::before, *::after { transition: none !important }");
      document.adoptedStyleSheets.push(sheet);
      Object.assign(window, { still: sheet });
    }
    // An element that is fading in does not have its final colors. The animation is finished, because waiting takes up
    // to a second.
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
