import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.dirname(import.meta.dirname);
const documents = ["README.md", ...fs.readdirSync(path.join(root, "docs")).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith(".md"),
);

it.each(documents)("the files of ours that %s names exist", (document) => {
  const text = fs.readFileSync(path.join(root, document), "utf8");
  const named = [...text.matchAll(/`((?:app|jobs|cli|prisma|tests|docs)\/[\w.$/-]+)`/g)].map(([, name]) => name!);
  const linked = [...text.matchAll(/\]\((?!https?:)([\w./-]+)\)/g)].map(([, name]) =>
    path.join(path.dirname(document), name!),
  );
  const missing = [...named, ...linked].filter((name) => !fs.existsSync(path.join(root, name)));
  expect(missing).toEqual([]);
});
