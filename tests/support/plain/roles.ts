import { ancestors, byId, descendants, elementsIn, isShown, normalized, type Element } from "./dom";
import { typeOf } from "./controls";

// Roles and names of elements, as a screen reader of a page without JavaScript gets them.

const ROLES: Record<string, string> = {
  article: "article",
  aside: "complementary",
  button: "button",
  dd: "definition",
  dialog: "dialog",
  dt: "term",
  fieldset: "group",
  figure: "figure",
  img: "img",
  li: "listitem",
  main: "main",
  nav: "navigation",
  ol: "list",
  option: "option",
  output: "status",
  progress: "progressbar",
  search: "search",
  select: "combobox",
  table: "table",
  tbody: "rowgroup",
  td: "cell",
  textarea: "textbox",
  tfoot: "rowgroup",
  thead: "rowgroup",
  tr: "row",
  ul: "list",
};
const INPUTS: Record<string, string> = {
  button: "button",
  checkbox: "checkbox",
  email: "textbox",
  number: "spinbutton",
  radio: "radio",
  search: "searchbox",
  submit: "button",
  tel: "textbox",
  text: "textbox",
  url: "textbox",
};
const SECTIONS = ["article", "aside", "main", "nav", "section"];
const NAMED_BY_CONTENT = new Set(
  "button cell checkbox columnheader heading link option radio row rowheader switch tab".split(" "),
);

export function roleOf(element: Element): string | undefined {
  const { name, attributes } = element;
  if (attributes["role"]) return attributes["role"].split(" ")[0];
  if (name === "a") return "href" in attributes ? "link" : undefined;
  if (name === "input") return INPUTS[typeOf(element)];
  if (name === "th") return attributes["scope"] === "row" ? "rowheader" : "columnheader";
  if (/^h[1-6]$/.test(name)) return "heading";
  if (name === "section") return labelOf(element) ? "region" : undefined;
  if (name === "form") return labelOf(element) ? "form" : undefined;
  if (name === "header" || name === "footer") {
    if (ancestors(element).some((one) => SECTIONS.includes(one.name))) return undefined;
    return name === "header" ? "banner" : "contentinfo";
  }
  return ROLES[name];
}

export const levelOf = ({ name, attributes }: Element): number => Number(attributes["aria-level"] ?? name.slice(1));

/** Returns whether assistive technology gets an element. */
export const isExposed = (element: Element): boolean =>
  isShown(element) &&
  [element, ...ancestors(element)].every(
    ({ attributes }) => attributes["aria-hidden"] !== "true" && !("inert" in attributes),
  );

/** Returns the labels of a form control. */
export function labelsOf(control: Element): Element[] {
  const id = control.attributes["id"];
  const root = ancestors(control).at(-1)!;
  const named = id ? descendants(root).filter((one) => one.name === "label" && one.attributes["for"] === id) : [];
  const around = ancestors(control).find(({ name, attributes }) => name === "label" && !("for" in attributes));
  return around ? [...named, around] : named;
}

/** Returns the name from attributes alone. */
function labelOf(element: Element): string {
  const { attributes } = element;
  const ids = attributes["aria-labelledby"]?.split(/\s+/) ?? [];
  const named = normalized(ids.map((id) => spoken(byId(element, id), true)).join(" "));
  return named || normalized(attributes["aria-label"] ?? "");
}

/** Returns an element's accessible name. */
export function nameOf(element: Element): string {
  const label = labelOf(element);
  if (label) return label;
  const { name, attributes } = element;
  if (["input", "select", "textarea"].includes(name)) {
    if (typeOf(element) === "submit") return attributes["value"] ?? "";
    const labels = normalized(
      labelsOf(element)
        .map((one) => spoken(one, true))
        .join(" "),
    );
    return labels || normalized(attributes["title"] ?? attributes["placeholder"] ?? "");
  }
  if (name === "img") return attributes["alt"] ?? "";
  const title = { fieldset: "legend", table: "caption", figure: "figcaption" }[name];
  const titled = title && elementsIn(element).find((one) => one.name === title);
  if (titled) return normalized(spoken(titled, true));
  const content = NAMED_BY_CONTENT.has(roleOf(element) ?? "") ? normalized(spoken(element, true)) : "";
  return content || normalized(attributes["title"] ?? "");
}

const INLINE = new Set("a abbr b bdi cite code em i img kbd mark s small span strong sub sup time u wbr".split(" "));

/** Returns what is read of an element's content. `isFirst`: the element itself, whose hiding does not count. */
function spoken(element: Element | undefined, isFirst = false): string {
  if (!element) return "";
  const { name, attributes } = element;
  if (!isFirst) {
    if (attributes["aria-hidden"] === "true" || !isShown(element)) return "";
    if (attributes["aria-label"]) return ` ${attributes["aria-label"]} `;
    if (["input", "select", "textarea"].includes(name)) return "";
  }
  if (name === "img") return attributes["alt"] ?? "";
  const text = element.children.map((child) => (typeof child === "string" ? child : spoken(child))).join("");
  return INLINE.has(name) ? text : ` ${text} `;
}
