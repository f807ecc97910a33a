import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { documents, projectFiles } from "./support/documents";

const root = path.dirname(import.meta.dirname);
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
const missingOf = (files: readonly string[]) => files.filter((name) => !fs.existsSync(path.join(root, name)));
const sources = projectFiles(/\.(tsx?|mjs|js|sql|prisma|yaml|example)$|(^|\/)Dockerfile$/);

it.each(documents)("%s names only existing files", (document) => {
  const text = read(document);
  const named = [...text.matchAll(/`((?:app|jobs|cli|prisma|tests|docs)\/[\w.$/-]+)`/g)].map(([, name]) => name!);
  const linked = [...text.matchAll(/\]\((?!https?:)([\w./-]+)[)#]/g)].map(([, name]) =>
    path.join(path.dirname(document), name!),
  );
  expect(missingOf([...named, ...linked])).toEqual([]);
});

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (document: string) =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

it.each(documents)("%s links only to existing headings", (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:)([\w./-]*)#([\w-]+)\)/g)];
  const missing = links.filter(([, file, anchor]) => {
    const target = file ? path.join(path.dirname(document), file) : document;
    return !anchorsOf(target).includes(anchor!);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

it("code, messages and examples name only existing documents", () => {
  const named = sources.flatMap((file) => read(file).match(/\bdocs\/[\w./-]+\.md\b/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect(missingOf(named)).toEqual([]);
});

it("the indexes list every decision and every document of operations", () => {
  const unlisted = (folder: string, index: string) =>
    fs.readdirSync(path.join(root, folder)).filter((name) => !read(index).includes(`${name})`) && name !== "README.md");
  expect(unlisted("docs/decisions", "docs/decisions/README.md")).toEqual([]);
  expect(unlisted("docs/operations", "docs/operations.md")).toEqual([]);
});

const decisions = documents.filter((name) => /decisions\/\d/.test(name));

it.each(decisions)("%s has the sections of a decision", (document) => {
  const text = read(document);
  expect(text).toMatch(/^# \d+\. .+\n\n\d{4}-\d\d-\d\d/);
  expect(Number(/decisions\/(\d+)/.exec(document)![1])).toBe(Number(/^# (\d+)/.exec(text)![1]));
  const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(parts).toEqual(["Context", "Decision", "Consequences", "Alternatives"]);
});

it("documents quote log lines as the program writes them", () => {
  const code = sources
    .filter((file) => /^(app|cli|jobs)\//.test(file))
    .map(read)
    .join("\n");
  const quoted = documents.flatMap((document) => [...read(document).matchAll(/\blog line\s+`([^`]+)`/g)]);
  expect(quoted.length).toBeGreaterThan(3);
  expect(quoted.map(([, line]) => line!).filter((line) => !code.includes(`"${line}"`))).toEqual([]);
});
