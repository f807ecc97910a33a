import { compile } from "@tailwindcss/node";
import { expect, it } from "vitest";
import { read, source } from "../../tests/support/sources";
import { liftGroups } from "./lift-groups";

/** Returns what Tailwind writes for class names. */
async function written(names: string[]): Promise<string> {
  const { build } = await compile("@tailwind utilities;", { base: import.meta.dirname, onDependency: () => {} });
  return build(names);
}

it("no class of the app that depends on its group makes browsers look at every element", async () => {
  const names = source
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => read(file).match(/(?<=["\s])(?:[\w-]+:)*group-[\w-]*[^\s"]+(?=["\s])/g) ?? []);
  expect(names.length).toBeGreaterThan(10);
  const css = await written(names);
  expect(css).toContain(":where(.group\\/terms)");
  expect(css).toContain(" *)");
  expect(liftGroups(css)).not.toContain(" *)");
});

it("writes the group in front of the element", () => {
  expect(liftGroups(".a,.b:is(:where(.group\\/terms):has([value=both]:checked) *){color:red}")).toBe(
    ".a,:where(.group\\/terms):has([value=both]:checked) .b{color:red}",
  );
  expect(liftGroups(".a { &:is(:where(.group):is([open], :popover-open) *) { color: red } }")).toBe(
    ".a { :where(.group):is([open], :popover-open) & { color: red } }",
  );
});

it("leaves an element whose own ancestors are named", () => {
  const child = ".x>.a:is(:where(.group):hover *){color:red}";
  expect(liftGroups(child)).toBe(child);
});
