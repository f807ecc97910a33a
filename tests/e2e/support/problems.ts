import type { APIRequestContext, Page } from "@playwright/test";
import { twMerge } from "tailwind-merge";
import { eventNames } from "~/domain/webhooks/events";
import { textIn } from "../../support/html";
import { violationsOf } from "./axe";
import { collectConsoleErrors } from "./complaints";

/** A window of this width, in pixels, on a system that is light or dark. */
export type Look = { width: number; colorScheme: "light" | "dark" };

const sizeOf = ({ width }: Look) => ({ width, height: 900 });

interface Options {
  /** Called after each check. */
  seen?: (look: Look | null) => Promise<void>;
}

/** The width of the narrowest phones, and of a window of 1280 px at 400 % (WCAG 1.4.10). */
const NARROWEST = 320;

/** Phones show a row of a list in at most this height, in pixels. */
const TALLEST_ROW = 96;

/**
 * Returns axe's violations, sideways scrolling and on phones high rows of lists of the current page, in each of the
 * `looks`; sideways scrolling at 320 px, too. That width comes first or last, because each change costs a layout.
 */
export async function problemsIn(
  page: Page,
  looks: readonly (Look | null)[],
  { seen = async () => {} }: Options = {},
): Promise<string[]> {
  const problems: string[] = [];
  const widths = looks.flatMap((look) => look?.width ?? []);
  const isGrowing = widths[0]! < widths.at(-1)!;
  const addNarrow = async () => {
    await page.setViewportSize({ width: NARROWEST, height: 900 });
    const narrow = [...(await sidewaysOf(page)), ...(await scrolledIn(page))];
    problems.push(...narrow.map((problem) => `${NARROWEST} px: ${problem}`));
  };
  if (isGrowing) await addNarrow();
  for (const look of looks) {
    if (look) {
      await page.setViewportSize(sizeOf(look));
      await page.emulateMedia({ colorScheme: look.colorScheme });
    }
    const how = look ? `${look.width} px, system ${look.colorScheme}: ` : "";
    problems.push(...(await violationsOf(page)).map((problem) => how + problem));
    problems.push(...(await sidewaysOf(page)).map((problem) => how + problem));
    if (look && look.width < 768) problems.push(...(await highRowsOf(page)).map((problem) => how + problem));
    await seen(look);
  }
  if (widths.length > 0 && !isGrowing) await addNarrow();
  return problems;
}

/** Returns how far the page scrolls sideways, and which elements exceed the window. */
async function sidewaysOf(page: Page): Promise<string[]> {
  const found = await page.evaluate(async () => {
    const { documentElement: root } = document;
    // Elements that measure the window move in the frames after it has changed.
    for (let frame = 0; frame < 20 && root.scrollWidth > root.clientWidth; frame++)
      await new Promise(requestAnimationFrame);
    const overflow = root.scrollWidth - root.clientWidth;
    if (overflow <= 0) return null;
    const widest = [...document.body.querySelectorAll("*")].findLast(
      (one) => one.getBoundingClientRect().right > root.clientWidth + 1,
    );
    return { overflow, widest: widest?.textContent.trim().slice(0, 40) ?? "" };
  });
  return found ? [`scrolls sideways by ${found.overflow} px (${found.widest})`] : [];
}

/** Returns the highest row of each list of the page that is higher than a row may be. */
async function highRowsOf(page: Page): Promise<string[]> {
  const lists = await page.locator(".list").evaluateAll((all) =>
    all.map((list) => {
      const rows = [...list.querySelectorAll<HTMLElement>(":scope > tbody > tr:not(.group)")];
      const height = Math.max(0, ...rows.map((row) => row.getBoundingClientRect().height));
      return { name: list.getAttribute("data-list"), height: Math.round(height) };
    }),
  );
  return lists
    .filter(({ height }) => height > TALLEST_ROW)
    .map(({ name, height }) => `a row of "${name}" is ${height} px high`);
}

/** Returns texts of a page that scroll sideways by themselves: such lines are unreadable. */
async function scrolledIn(page: Page): Promise<string[]> {
  const wide = await page
    .locator("pre")
    .evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent.slice(0, 40)),
    );
  return wide.map((text) => `a text scrolls sideways (${text})`);
}

/** Returns classes of elements that set the same property, so that only the order of the style sheet decides. */
async function overriddenIn(page: Page): Promise<string[]> {
  const all = await page.evaluate(() => [
    ...new Set(Array.from(document.querySelectorAll("[class]"), ({ classList }) => [...classList].join(" "))),
  ]);
  return all.flatMap((classes) => {
    const kept = new Set(twMerge(classes).split(" "));
    const lost = classes.split(" ").filter((one) => !kept.has(one));
    return lost.length > 0 ? [`${lost.join(", ")} overridden in "${classes}"`] : [];
  });
}

/**
 * Returns the problems of a screen: those of `problemsIn`, classes that override each other, and missing texts. It is
 * opened once and checked in each of the `looks`, or as the page is.
 */
export async function problemsOf(
  page: Page,
  path: string,
  looks: readonly (Look | null)[] = [null],
  options?: Options,
): Promise<string[]> {
  const problems = collectConsoleErrors(page, ["status of 404"]);
  await page.goto(path);
  await page.waitForLoadState("load");
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3_000 })));
  problems.push(...(await overriddenIn(page)), ...(await problemsIn(page, looks, options)));
  problems.push(...untranslatedIn(await page.locator("body").innerText()));
  page.removeAllListeners("console");
  page.removeAllListeners("pageerror");
  return problems.map((problem) => `${path}: ${problem}`);
}

/** Returns the missing texts of a page, which appear as their keys. */
function untranslatedIn(text: string): string[] {
  const keys = Array.from(text.matchAll(/\b[a-z_]+(\.[a-z_]+)+_?[a-z]*\b/g), ([key]) => key);
  // Event names, the signed content, and addresses also look like keys.
  const isOther = (key: string) =>
    (eventNames as readonly string[]).includes(key) ||
    /^id\.timestamp\.body$|example|\.(com|net|site|cool|cloud)$/.test(key);
  return keys.filter((key) => !isOther(key)).map((key) => `untranslated: ${key}`);
}

/** Returns the missing texts of screens in a language, without a browser. */
export async function untranslatedOn(
  request: APIRequestContext,
  language: string,
  screens: readonly string[],
): Promise<string[]> {
  await request.post("/language", { form: { language, redirect_to: "/" }, maxRedirects: 0 });
  const problems: string[] = [];
  for (const screen of screens) {
    const html = await (await request.get(screen)).text();
    if (!html.includes(`<html lang="${language}"`)) problems.push(`${screen}: not in ${language}`);
    const text = textIn(html.replace(/<pre\b.*?<\/pre>/gs, ""));
    problems.push(...untranslatedIn(text).map((problem) => `${language} ${screen}: ${problem}`));
  }
  return problems;
}
