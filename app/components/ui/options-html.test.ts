import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { optionsHtml } from "./options-html";
import { Select, type SelectOption } from "./select";

const options: SelectOption[] = [
  { value: "", label: "All" },
  { value: "a\"b'c&d<e>", label: "</option><script>alert('1')</script> & \"more\"" },
  { value: "&amp;", label: "&lt;b&gt; é 🙂" },
  { value: "x", label: "Disabled", disabled: true },
  { value: "y", label: "" },
];

function byReact(selected: string) {
  const children = options.map(({ value, label, disabled }) =>
    createElement("option", { key: value, value, disabled }, label),
  );
  const html = renderToString(createElement("select", { defaultValue: selected }, children));
  return html.replace(/^<select>|<\/select>$/g, "");
}

test("[P3] options are written as React writes them, and no name can bring elements of its own", () => {
  for (const selected of ["", "x", "&amp;", options[1]?.value ?? "", "none of them"]) {
    expect(optionsHtml(options, selected)).toBe(byReact(selected));
  }
  expect(optionsHtml(options, "")).not.toContain("<script");
});

test("[P3] a select shows the same options, whether there are few or many", () => {
  for (const length of [9, 30]) {
    const some = Array.from({ length }, (_, one) => ({ value: `v${one}`, label: `<${one}>` }));
    const asHtml = renderToString(createElement(Select, { options: some, defaultValue: "v7" }));
    const children = some.map(({ value, label }) => createElement("option", { key: value, value }, label));
    expect(asHtml).toBe(renderToString(createElement(Select, { defaultValue: "v7" }, children)));
    expect(asHtml).toContain('<option value="v7" selected="">&lt;7&gt;</option>');
  }
});
