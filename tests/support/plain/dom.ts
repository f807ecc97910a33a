import { decoded } from "../html";

// The tree of a page as a browser without JavaScript has it. Only pages that close their elements, as React's do.

export interface Element {
  name: string;
  attributes: Record<string, string>;
  parent: Element | null;
  children: (Element | string)[];
  /** What was entered; undefined until then. */
  value?: string;
  checked?: boolean;
  selected?: boolean;
}

const VOID = new Set(["area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"]);
const RAW = /^(?:script|style|textarea|title)$/;
const TOKEN = /<!--[^]*?-->|<![^>]*>|<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|[^">])*)>|[^<]+/g;
const ATTRIBUTE = /([^\s="/]+)(?:="([^"]*)")?/g;

/** Returns the root of a document. Throws if an element is not closed. */
export function parse(html: string): Element {
  const root: Element = { name: "#document", attributes: {}, parent: null, children: [] };
  let parent = root;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(html); match; match = TOKEN.exec(html)) {
    const [text, slash, tag, rest = ""] = match;
    if (tag === undefined) {
      if (!text.startsWith("<")) parent.children.push(decoded(text));
      continue;
    }
    const name = tag.toLowerCase();
    if (slash) {
      if (parent.name !== name) throw new Error(`</${name}> closes <${parent.name}>`);
      parent = parent.parent!;
      continue;
    }
    const attributes: Element["attributes"] = {};
    for (const [, key, value = ""] of rest.matchAll(ATTRIBUTE)) attributes[key!.toLowerCase()] = decoded(value);
    const element: Element = { name, attributes, parent, children: [] };
    parent.children.push(element);
    if (VOID.has(name) || rest.endsWith("/")) continue;
    if (!RAW.test(name)) {
      parent = element;
      continue;
    }
    const end = html.indexOf(`</${name}>`, TOKEN.lastIndex);
    const raw = html.slice(TOKEN.lastIndex, end);
    element.children.push(/^[st][ct]/.test(name) ? raw : decoded(raw));
    TOKEN.lastIndex = end + name.length + 3;
  }
  if (parent !== root) throw new Error(`<${parent.name}> is not closed`);
  return root;
}

export const elementsIn = (element: Element): Element[] =>
  element.children.filter((child): child is Element => typeof child !== "string");

/** Returns the elements below one, in the order of the document. */
export function descendants(element: Element): Element[] {
  const found: Element[] = [];
  const collect = (from: Element) => {
    for (const child of elementsIn(from)) {
      found.push(child);
      collect(child);
    }
  };
  collect(element);
  return found;
}

export function rootOf(element: Element): Element {
  return element.parent ? rootOf(element.parent) : element;
}

export function ancestors(element: Element): Element[] {
  return element.parent ? [element.parent, ...ancestors(element.parent)] : [];
}

export const byId = (element: Element, id: string): Element | undefined =>
  descendants(rootOf(element)).find(({ attributes }) => attributes["id"] === id);

/** Returns the text of an element as DOM's textContent, without scripts and styles. */
export function textContent(element: Element): string {
  if (element.name === "script" || element.name === "style") return "";
  return element.children.map((child) => (typeof child === "string" ? child : textContent(child))).join("");
}

export const normalized = (text: string): string => text.replace(/\s+/g, " ").trim();

// In a wide window the style sheet shows the actions of rows and the filters of lists, popovers on phones, without the
// buttons that open them.
const HIDDEN_WHEN_WIDE = /(?:^|\s)(?:row-menu|(?:sm|md|lg|xl|cells|noscript):hidden)(?:\s|$)/;
const SHOWN_WHEN_WIDE =
  /(?:^|\s)row-actions(?:\s|$)|(?:^|\s)\S+:(?:block|flex|grid|inline\S*|table\S*|contents|not-sr-only)(?:\s|$)/;

/** Returns whether neither HTML nor the style sheet's class for it hides an element and those around it. */
export function isShown(element: Element): boolean {
  return [element, ...ancestors(element)].every((one) => {
    const { attributes, parent } = one;
    const classes = ` ${attributes["class"] ?? ""} `;
    if ("hidden" in attributes || (one.name === "input" && attributes["type"] === "hidden")) return false;
    if (["head", "script", "style", "template"].includes(one.name)) return false;
    if (HIDDEN_WHEN_WIDE.test(classes)) return false;
    const needsWidth = "popover" in attributes || classes.includes(" hidden ");
    if (needsWidth && !SHOWN_WHEN_WIDE.test(classes)) return false;
    const isInClosed = parent?.name === "details" && !("open" in parent.attributes);
    return !isInClosed || one.name === "summary";
  });
}
