import { expect } from "vitest";
import { isChecked, valueOf } from "./controls";
import { isShown, normalized } from "./dom";
import type { Locator } from "./locator";
import type { PlainPage } from "./page";
import { nameOf } from "./roles";

// What Playwright's assertions of the same names check, on a page without a browser. A page does not change by itself,
// so they do not wait.

type Words = string | RegExp;

const isIn = (text: string, words: Words) => (typeof words === "string" ? text.includes(words) : words.test(text));
const equals = (text: string, words: Words) => (typeof words === "string" ? text === words : words.test(text));
/** As in the texts of a page, where spaces that do not break count as spaces. */
const spaced = (words: Words) => (typeof words === "string" ? normalized(words) : words);

function result(received: Locator | PlainPage, pass: boolean, wanted: unknown, actual: unknown) {
  const where = "page" in received ? `${received.how} on ${received.page.url}` : received.url;
  const message = () => `${where}: ${String(actual)} against ${String(wanted)}`;
  return { pass, message };
}

const matchers = {
  toHaveCount: (received: Locator, count: number) =>
    result(received, received.count() === count, count, received.count()),
  toContainText(received: Locator, words: Words) {
    const text = normalized(received.textContent());
    return result(received, isIn(text, spaced(words)), words, text);
  },
  toHaveText(received: Locator, words: Words | Words[]) {
    const texts = received.all().map((one) => normalized(one.textContent()));
    const wanted = [words].flat().map(spaced);
    const isSame = texts.length === wanted.length && texts.every((text, at) => equals(text, wanted[at]!));
    return result(received, isSame, wanted, texts);
  },
  toHaveValue: (received: Locator, words: Words) =>
    result(received, equals(received.inputValue(), words), words, received.inputValue()),
  toHaveAttribute(received: Locator, name: string, words: Words = /^/) {
    const value = received.getAttribute(name);
    return result(received, value !== null && equals(value, words), words, value);
  },
  toHaveAccessibleName: (received: Locator, words: Words) =>
    result(received, equals(nameOf(received.one()), words), words, nameOf(received.one())),
  toHaveURL: (received: PlainPage, words: Words) => result(received, equals(received.url, words), words, received.url),
  toHaveTitle: (received: PlainPage, words: Words) =>
    result(received, equals(received.title(), words), words, received.title()),
  toBeVisible(this: { isNot?: boolean }, received: Locator) {
    if (this.isNot && received.count() === 0) return result(received, false, "shown", "nothing");
    return result(received, isShown(received.one()), "shown", "hidden");
  },
  toBeChecked: (received: Locator) => result(received, isChecked(received.one()), "checked", valueOf(received.one())),
  toBeFocused(received: Locator) {
    const focused = received.page.focused().elements()[0];
    return result(received, focused === received.one(), "focused", focused?.name);
  },
  toBeEditable(received: Locator) {
    const { attributes } = received.one();
    const isFixed = "readonly" in attributes || "disabled" in attributes;
    return result(received, !isFixed, "editable", "read-only");
  },
};

expect.extend(matchers);

interface PageMatchers {
  toHaveCount(count: number): void;
  toContainText(words: Words): void;
  toHaveText(words: Words | Words[]): void;
  toHaveValue(words: Words): void;
  toHaveAttribute(name: string, words?: Words): void;
  toHaveAccessibleName(words: Words): void;
  toHaveURL(words: Words): void;
  toHaveTitle(words: Words): void;
  toBeVisible(): void;
  toBeChecked(): void;
  toBeFocused(): void;
  toBeEditable(): void;
}

declare module "vitest" {
  // Its declaration must repeat Vitest's.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-empty-object-type
  interface Matchers<T = any> extends PageMatchers {}
}
