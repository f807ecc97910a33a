import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { colorOf } from "./chart-series";

// The colors of the charts, as a browser makes them of the tokens of the style sheet.

type Rgb = readonly [number, number, number];
type Scheme = "light" | "dark";

const css = fs.readFileSync(path.join(import.meta.dirname, "../../styles/app.css"), "utf8");

function token(name: string, scheme: Scheme): Rgb {
  const found = new RegExp(`${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css);
  if (!found) throw new Error(`no token ${name}`);
  const hex = found[scheme === "light" ? 1 : 2]!;
  return [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Rgb;
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);

// https://bottosson.github.io/posts/oklab/
function toOklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([L, a, b]: Rgb): Rgb {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const plain = /^var\((--color-\w+)\)$/;
const mixed = /^color-mix\(in oklab, var\((--color-\w+)\) (\d+)%, var\((--color-\w+)\)\)$/;

function color(value: string, scheme: Scheme): Rgb {
  const [, name] = plain.exec(value) ?? [];
  if (name) return token(name, scheme);
  const [, one, percent, other] = mixed.exec(value) ?? [];
  if (!one || !other) throw new Error(`not understood: ${value}`);
  const share = Number(percent) / 100;
  const [a, b] = [toOklab(token(one, scheme)), toOklab(token(other, scheme))];
  return fromOklab(a.map((part, at) => part * share + b[at]! * (1 - share)) as unknown as Rgb);
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

it.each(["light", "dark"] as const)("[A11Y-01] each color of a chart is 3 : 1 against its ground, %s", (scheme) => {
  // A card, and the ground of the bar that is pointed at.
  const grounds = ["--color-surface", "--color-sunken"];
  const weak = Object.entries(colorOf).flatMap(([tone, value]) =>
    grounds
      .map((ground) => ({ ground, ratio: contrast(color(value, scheme), token(ground, scheme)) }))
      .filter(({ ratio }) => ratio < 3)
      .map(({ ground, ratio }) => `${tone} on ${ground}: ${ratio.toFixed(2)}`),
  );
  expect(weak).toEqual([]);
});
