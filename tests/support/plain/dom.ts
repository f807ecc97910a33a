import { once } from "node:events";
import { Ivya } from "ivya";
import { cssEscape, getElementAccessibleName } from "ivya/utils";
import { JSDOM, VirtualConsole, type DOMWindow } from "jsdom";

// The document of a page, and Playwright's way to find elements in it. Scripts do not run.

const ivya = Ivya.create({ browser: "chromium" });

/**
 * Opens a window that shows one page after the other with document.write, in half the time of new windows. It has no
 * style sheet: which elements that hides in a wide window follows from their classes.
 */
export async function openWindow(): Promise<JSDOM> {
  const dom = new JSDOM("", { virtualConsole: new VirtualConsole() });
  const { window } = dom;
  await once(window, "load");
  window.getComputedStyle = (element) => (isHidden(element) ? HIDDEN : INLINE.test(element.localName) ? TEXT : BLOCK);
  return dom;
}

/** Finds elements by a selector of Playwright. */
export const find = (window: DOMWindow, selector: string): HTMLElement[] =>
  within(window, () => ivya.queryLocatorSelectorAll(selector, window.document) as HTMLElement[]);

export const nameOf = (element: Element): string =>
  within(element.ownerDocument.defaultView as unknown as DOMWindow, () => getElementAccessibleName(element, false));

const NEEDED = ["Element", "HTMLFormElement", "HTMLIFrameElement", "HTMLInputElement", "Node"] as const;

/** Runs a function with what ivya reads from the global scope of a browser. */
function within<T>(window: DOMWindow, run: () => T): T {
  Object.assign(globalThis, { CSS: { escape: cssEscape } }, ...NEEDED.map((name) => ({ [name]: window[name] })));
  try {
    return run();
  } finally {
    for (const name of ["CSS", ...NEEDED]) Reflect.deleteProperty(globalThis, name);
  }
}

const INLINE = /^(?:a|abbr|b|bdi|cite|code|em|i|img|kbd|mark|s|small|span|strong|sub|sup|time|u|wbr)$/;
const style = (display: string) => ({ display, visibility: "visible", content: "none" }) as CSSStyleDeclaration;
const [TEXT, BLOCK, HIDDEN] = [style("inline"), style("block"), style("none")];

// In a wide window the style sheet shows the actions of rows and the filters of lists, popovers on phones, without the
// buttons that open them.
const HIDDEN_WHEN_WIDE = /(?:^|\s)(?:row-menu|(?:sm|md|lg|xl|cells|noscript):hidden)(?:\s|$)/;
const SHOWN_WHEN_WIDE =
  /(?:^|\s)row-actions(?:\s|$)|(?:^|\s)\S+:(?:block|flex|grid|inline\S*|table\S*|contents|not-sr-only)(?:\s|$)/;

function isHidden(element: Element): boolean {
  const { classList, localName, parentElement } = element;
  if (element.hasAttribute("hidden") || /^(?:head|script|style|template)$/.test(localName)) return true;
  if (localName === "input" && element.getAttribute("type") === "hidden") return true;
  if (parentElement?.localName === "details" && !parentElement.hasAttribute("open")) return localName !== "summary";
  if (HIDDEN_WHEN_WIDE.test(classList.value)) return true;
  return (element.hasAttribute("popover") || classList.contains("hidden")) && !SHOWN_WHEN_WIDE.test(classList.value);
}

/** Returns whether neither HTML nor the style sheet hides an element or one around it. */
export function isShown(element: Element): boolean {
  return !isHidden(element) && (!element.parentElement || isShown(element.parentElement));
}
