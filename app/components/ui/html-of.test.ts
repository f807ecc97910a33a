import { createElement as h, createContext, forwardRef, useContext, useState, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { htmlOf } from "./html-of";
import { many } from "./many";

const Words = createContext("nobody");

/** As a list does it: while a component renders. */
function renderedIn(content: (rows: ReactNode) => object, rows: ReactNode): string {
  const List = () => h("ul", content(rows));
  return renderToString(h(Words.Provider, { value: "from <around>" }, h(List)));
}

const nasty = `"></li><script>alert('1')</script> & &amp; é 🙂`;

function Cell({ value }: { value: string }) {
  const [state] = useState("state");
  return h("b", null, value, " ", state, useContext(Words));
}

const Field = forwardRef<HTMLInputElement, { name: string }>(function Field(props, ref) {
  return h("input", { ref, ...props, defaultValue: nasty, disabled: true, required: false });
});

const writable: Record<string, ReactNode> = {
  texts: [nasty, 1, " ", 0, null, false, "", "two"],
  "texts beside each other": h("p", null, "a", "", "b", h("br"), "c", [["d"], "e"], 5),
  attributes: h("a", { href: nasty, title: nasty, className: "x", "data-link": nasty, tabIndex: -1, id: "a" }, "to"),
  states: h("p", { "aria-hidden": true, "aria-busy": false, "data-x": true, hidden: true, title: undefined }, "p"),
  handlers: h("button", { type: "submit", onClick: () => {} }, nasty),
  dates: h("time", { dateTime: "2026-01-02" }, "today"),
  icons: h("svg", { viewBox: "0 0 24 24", strokeWidth: 2, strokeLinecap: "round" }, h("use", { href: "#icon" })),
  components: [h(Cell, { key: 1, value: nasty }), h(Cell, { key: 2, value: "second" })],
  fields: h(
    "label",
    { htmlFor: "f" },
    h(Field, { name: "f" }),
    h("input", { type: "checkbox", checked: true, onChange() {} }),
  ),
  "HTML of its own": h("p", { dangerouslySetInnerHTML: { __html: "<i>x</i>" }, id: "p" }),
  menus: h("details", { open: true }, h("summary", null, "menu"), h("hr")),
};

test.each(Object.keys(writable))("[P3] %s are written as React writes them", (name) => {
  const rows = writable[name];
  const written = renderedIn((content) => ({ dangerouslySetInnerHTML: { __html: htmlOf(content)! } }), rows);
  const sorted = (html: string) =>
    html.replace(
      /<(\w+)((?: [\w-]+="[^"]*")+)/g,
      (_, tag: string, all: string) => `<${tag}${(all.match(/ [\w-]+="[^"]*"/g) ?? []).sort().join("")}`,
    );
  expect(sorted(written)).toBe(sorted(renderedIn((children) => ({ children }), rows)));
  expect(written).not.toContain("<script");
});

test("[P3] what only React can write is left to React, and so is everything around it", () => {
  const Provided = () => h(Words.Provider, { value: "inside" }, h(Cell, { value: "x" }));
  const left: ReactNode[] = [
    h("p", { style: { color: "red" } }, "x"),
    h("textarea", { defaultValue: "\nx" }),
    h("select", { defaultValue: "a" }, h("option", { value: "a" }, "a")),
    h(Provided),
    h("p", { draggable: true }, "x"),
  ];
  for (const rows of left) {
    expect(htmlOf(h("li", null, "before", rows))).toBeNull();
    expect(renderedIn(many, rows)).toBe(renderedIn((children) => ({ children }), rows));
  }
});
