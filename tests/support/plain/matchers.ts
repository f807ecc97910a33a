import { expect } from "vitest";
import { isShown, nameOf } from "./dom";
import type { Locator, Words } from "./locator";
import type { PlainPage } from "./page";

// What Playwright's assertions of the same names check, on a page without a browser. A page does not change by itself,
// so they do not wait.

type Check = [actual: unknown, wanted: unknown, passes?: boolean];

/** As in the texts of a page, where spaces that do not break count as spaces. */
const spaced = <W extends Words>(words: W) => (typeof words === "string" ? words.replace(/\s+/g, " ").trim() : words);

const textOf = (element: Element) => spaced(element.textContent ?? "");

const checks = {
  toHaveCount: (of: Locator, count: number): Check => [of.count(), count],
  toContainText(of: Locator, words: Words): Check {
    const text = textOf(of.one());
    return typeof words === "string" ? [text, words, text.includes(spaced(words) as string)] : [text, words];
  },
  toHaveText: (of: Locator, words: Words | Words[]): Check => [of.elements().map(textOf), [words].flat().map(spaced)],
  toHaveValue: (of: Locator, words: Words): Check => [of.inputValue(), words],
  toHaveAttribute: (of: Locator, name: string, words: Words = /^/): Check => [of.getAttribute(name), words],
  toHaveAccessibleName: (of: Locator, words: Words): Check => [nameOf(of.one()), words],
  toHaveURL: (page: PlainPage, words: Words): Check => [page.url, words],
  toHaveTitle: (page: PlainPage, words: Words): Check => [page.title(), words],
  toBeVisible: (of: Locator): Check => [of.count() > 0 && isShown(of.one()), true],
  toBeChecked: (of: Locator): Check => [of.one().checked, true],
  toBeFocused: (of: Locator): Check => [of.one().matches(":focus"), true],
  toBeEditable: (of: Locator): Check => [of.one().matches(":read-write"), true],
};

type PageMatchers = {
  [Name in keyof typeof checks]: (typeof checks)[Name] extends (of: never, ...rest: infer Rest) => Check
    ? (...rest: Rest) => void
    : never;
};

function equals(actual: unknown, wanted: unknown): boolean {
  if (wanted instanceof RegExp) return typeof actual === "string" && wanted.test(actual);
  if (!Array.isArray(wanted) || !Array.isArray(actual)) return actual === wanted;
  return actual.length === wanted.length && wanted.every((one, at) => equals(actual[at], one));
}

function matcher(check: (received: never, ...rest: never[]) => Check) {
  return (received: unknown, ...rest: unknown[]) => {
    const [actual, wanted, pass = equals(actual, wanted)] = check(received as never, ...(rest as never[]));
    return { pass, message: () => `${String(received)}: ${String(actual)} against ${String(wanted)}` };
  };
}

expect.extend(Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, matcher(check)])));

declare module "vitest" {
  // Its declaration must repeat Vitest's.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-empty-object-type
  interface Matchers<T = any> extends PageMatchers {}
}
