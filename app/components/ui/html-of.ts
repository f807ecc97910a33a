import { Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import { escaped } from "./escaped";

/** What cannot be written here; React renders the whole instead. */
class NotWritable extends Error {}

/**
 * The HTML that React writes for these elements, at about a quarter of its cost: React makes dozens of small pieces of
 * every element and can stop between any two of them, which a row of a list never needs. Null when it meets something
 * that only React can write. Called while a component renders on the server; components may use hooks except useId.
 */
export function htmlOf(node: ReactNode): string | null {
  const page = { html: "", afterText: false };
  try {
    write(page, node);
    return page.html;
  } catch (error) {
    if (error instanceof NotWritable) return null;
    throw error;
  }
}

type Page = { html: string; afterText: boolean };
type Props = Record<string, unknown> & { children?: ReactNode };

function write(page: Page, node: ReactNode): void {
  if (node === null || node === undefined || typeof node === "boolean" || node === "") return;
  if (typeof node === "string" || typeof node === "number") {
    // Keeps two texts apart, which the browser would join.
    if (page.afterText) page.html += "<!-- -->";
    page.html += escaped(String(node));
    page.afterText = true;
  } else if (Array.isArray(node)) {
    for (const one of node as ReactNode[]) write(page, one);
  } else if (isValidElement(node)) {
    writeElement(page, node as ReactElement<Props>);
  } else {
    throw new NotWritable();
  }
}

function writeElement(page: Page, element: ReactElement<Props>): void {
  const { type, props } = element;
  if (typeof type === "string") return writeTag(page, type, props);
  if ((type as unknown) === Fragment) return write(page, props.children);
  write(page, renderOf(type)(props));
}

const FORWARD_REF = Symbol.for("react.forward_ref");

function renderOf(type: unknown): (props: Props) => ReactNode {
  if (typeof type === "function" && !(type.prototype as { isReactComponent?: unknown })?.isReactComponent) {
    return type as (props: Props) => ReactNode;
  }
  const { $$typeof, render } = Object(type) as { $$typeof?: symbol; render?: unknown };
  if ($$typeof === FORWARD_REF) return (props) => (render as (props: Props, ref: null) => ReactNode)(props, null);
  throw new NotWritable();
}

/** Elements for which React has rules of its own. */
const special = new Set(["html", "head", "body", "title", "script", "style", "pre", "textarea", "select", "option"]);
const empty = new Set(["br", "hr", "img", "input", "wbr"]);

function writeTag(page: Page, tag: string, props: Props): void {
  if (special.has(tag)) throw new NotWritable();
  const html = props["dangerouslySetInnerHTML"] as { __html: string } | undefined;
  page.html += `<${tag}`;
  for (const name in props) writeAttribute(page, name, props[name]);
  page.afterText = false;
  if (empty.has(tag)) {
    page.html += "/>";
    return;
  }
  page.html += ">";
  if (html) page.html += html.__html;
  else write(page, props.children);
  page.html += `</${tag}>`;
  page.afterText = false;
}

/** Names that differ between React and HTML. */
const names: Record<string, string> = {
  className: "class",
  htmlFor: "for",
  tabIndex: "tabindex",
  dateTime: "dateTime",
  viewBox: "viewBox",
  defaultValue: "value",
  defaultChecked: "checked",
  strokeWidth: "stroke-width",
  strokeLinecap: "stroke-linecap",
  strokeLinejoin: "stroke-linejoin",
};
const flags = new Set(["checked", "defaultChecked", "disabled", "hidden", "open", "required"]);

/** Attributes seen so far: this program's, so they are few. */
const known = new Map<string, boolean>();

function isKnown(name: string): boolean {
  let answer = known.get(name);
  if (answer === undefined) known.set(name, (answer = name in names || /^[a-z\d-]+$/.test(name)));
  return answer;
}

function writeAttribute(page: Page, name: string, value: unknown): void {
  if (
    name === "children" ||
    name === "dangerouslySetInnerHTML" ||
    value === null ||
    value === undefined ||
    typeof value === "function"
  )
    return;
  const written = names[name] ?? name;
  if (flags.has(name)) {
    if (value) page.html += ` ${written}=""`;
    return;
  }
  const isText = typeof value === "string" || typeof value === "number";
  const isState = typeof value === "boolean" && /^(aria|data)-/.test(name);
  if (!(isText || isState) || !isKnown(name)) throw new NotWritable();
  page.html += ` ${written}="${escaped(String(value))}"`;
}
