import { expect, it } from "vitest";
import { iconNames } from "./icon";

type Drawing = { node: [tag: string, attributes: Record<string, string>][] };

const header = `<svg xmlns="http://www.w3.org/2000/svg">
<!-- Lucide, ISC license, Copyright (c) 2026 Lucide Icons and Contributors: https://lucide.dev/license -->
`;
const look =
  'viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';

function symbol(name: string, { node }: Drawing): string {
  const shapes = node.map(([tag, { key: _, ...attributes }]) => {
    const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
    return `<${tag}${written.join("")}/>`;
  });
  return `<symbol id="${name}" ${look}>${shapes.join("")}</symbol>\n`;
}

it("icons.svg has Lucide's drawing of each icon, and no others", async () => {
  expect(iconNames).toEqual([...new Set(iconNames)].sort());
  const symbols = await Promise.all(
    iconNames.map(async (name) => {
      const { __iconData } = (await import(`lucide-react/icons/${name}`)) as { __iconData: Drawing };
      return symbol(name, __iconData);
    }),
  );
  await expect(`${header}${symbols.join("")}</svg>\n`).toMatchFileSnapshot("./icons.svg");
});
