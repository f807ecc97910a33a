import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { chromiumArgs } from "./e2e/browser";

test("the arguments of the browser turn off what Playwright itself turns off", () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve("playwright-core/package.json"));
  const source = fs.readFileSync(path.join(folder, "lib/coreBundle.js"), "utf8");
  const list = /disabledFeatures = \[(.*?)\]/s.exec(source)![1]!;
  const theirs = [...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, feature]) => feature!);
  expect(theirs.length).toBeGreaterThan(10);
  const lists = chromiumArgs.filter((one) => one.startsWith("--disable-features="));
  expect(lists).toHaveLength(1);
  expect(lists[0]!.split("=")[1]!.split(",")).toEqual(expect.arrayContaining(theirs));
});
