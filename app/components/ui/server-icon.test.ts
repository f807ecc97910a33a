import createLucideIcon from "lucide-react/dist/esm/createLucideIcon.mjs";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { htmlOf } from "./html-of";
import createServerIcon from "./server-icon";

const icon = [
  "two-lines",
  [
    ["path", { d: "M1 1 <&> 2", key: "a" }],
    ["circle", { cx: "9", cy: "7", r: "4", key: "b" }],
  ],
] as unknown as Parameters<typeof createLucideIcon>;
const Own = createLucideIcon(...icon);
const Server = createServerIcon(...icon);

const sorted = (html: string) =>
  html.replace(/ [\w-]+="[^"]*"/g, "").concat((html.match(/ [\w-]+="[^"]*"/g) ?? []).sort().join(""));

test.each<[string, object]>([
  ["hidden", { "aria-hidden": true }],
  ["with classes", { "aria-hidden": true, className: "size-4 shrink-0" }],
  ["named", { "aria-label": "Two <lines>", role: "img" }],
  ["with attributes of its own", { "aria-hidden": true, strokeWidth: 3, size: 12, "data-x": "y" }],
  ["bare", {}],
])("[P3] an icon %s is on the server what lucide draws, the second time too", (_, props) => {
  const drawn = renderToStaticMarkup(createElement(Own, props));
  for (const element of [createElement(Server, props), createElement(Server, props)] as ReactElement[]) {
    expect(sorted(renderToStaticMarkup(element))).toBe(sorted(drawn));
    const InRow = () => createElement("p", { dangerouslySetInnerHTML: { __html: htmlOf(element)! } });
    expect(sorted(renderToStaticMarkup(createElement(InRow)))).toBe(sorted(`<p>${drawn}</p>`));
  }
});
