import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { namespaces, textsOf } from "./support/own-texts";

// TypeScript does not know the keys, and i18next shows the key of a text that does not exist.

const nameOf = (file: string) => file.replace(/\.json$/, "");
const known = new Map(namespaces.map((file) => [nameOf(file), textsOf("en", file)]));

const folders = ["app", "jobs", "cli"];
const sources = folders.flatMap((folder) =>
  fs
    .readdirSync(folder, { encoding: "utf8", recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => path.join(folder, name)),
);

/** Whether one of the namespaces has the text, or its form for one thing or many. */
const isKnown = (names: readonly string[], key: string) =>
  names.some((name) => ["", "_other"].some((form) => known.get(name)?.has(key + form)));

const quoted = (source: string) => [...source.matchAll(/"([^"]+)"/g)].map(([, text]) => text!);

it("[I18N-02] every text that the code names by a literal key exists, in a namespace that the file loads", () => {
  const problems: string[] = [];
  for (const file of sources) {
    const source = fs.readFileSync(file, "utf8");
    const loaded = [...source.matchAll(/\buseTranslation\(([^)]*)\)/g)].flatMap(([, names]) => quoted(names!));
    for (const name of loaded) if (!known.has(name)) problems.push(`${file}: namespace ${name}`);
    // A file that is given its translator does not say which namespaces it has.
    const names = loaded.length > 0 ? [...loaded, "common"] : [...known.keys()];
    for (const [, given] of source.matchAll(/(?<![\w.])t\(\s*"([^"]+)"/g)) {
      const [key, namespace] = given!.split(":").toReversed();
      if (!isKnown(namespace ? [namespace] : names, key!)) problems.push(`${file}: ${given}`);
    }
    for (const [, given] of source.matchAll(/\btranslator\([\w.]+\)\)\(\s*"([^"]+)"/g)) {
      const [key, namespace = "common"] = given!.split(":").toReversed();
      if (!isKnown([namespace], key!)) problems.push(`${file}: ${given}`);
    }
  }
  expect(problems).toEqual([]);
});
