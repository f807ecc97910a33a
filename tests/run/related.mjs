import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

// Selects the tests related to the changes, nearest first.

const root = path.resolve(import.meta.dirname, "../..");
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*["']([.~][^"']*)["']/g;
/** Max number of test files that use a database, because they take seconds each; others take almost none. */
const MAX_DATABASE_FILES = 12;
const onDatabase = (/** @type {string} */ file) => /^tests\/(db|jobs|cli|http)\//.test(file);
const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file);

/** Returns the output lines of git; empty without a repository or an earlier commit. @param {string[]} args */
const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.split("\n").filter(Boolean);

/** Returns the files that differ from the last commit, or the files of the last commit if none differs. */
function changedFiles() {
  const uncommitted = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  return uncommitted.length > 0 ? uncommitted : git("diff", "--name-only", "HEAD~1", "HEAD");
}

/** Maps each file to the files that import it. @returns {Map<string, string[]>} */
function importers() {
  const files = git("ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx", "*.mjs");
  const known = new Set(files);
  const endings = ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"];
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const file of files) {
    const full = path.join(root, file);
    if (!fs.existsSync(full)) continue;
    for (const [, target = ""] of fs.readFileSync(full, "utf8").matchAll(IMPORT)) {
      const to = target.startsWith("~/") ? `app/${target.slice(2)}` : path.posix.join(path.posix.dirname(file), target);
      const imported = endings.map((ending) => to + ending).find((one) => known.has(one));
      if (imported) found.set(imported, [...(found.get(imported) ?? []), file]);
    }
  }
  return found;
}

/**
 * Returns test files that import a changed file, directly or indirectly: all unit tests, and the nearest database
 * tests.
 * @param {(line: string) => void} print
 * @returns {string[]}
 */
export function relatedTests(print) {
  const imported = importers();
  const reached = new Set(changedFiles());
  for (const file of reached) for (const importer of imported.get(file) ?? []) reached.add(importer);
  const tests = [...reached].filter((file) => isTest(file) && fs.existsSync(path.join(root, file)));
  const database = tests.filter(onDatabase);
  const left = Math.max(0, database.length - MAX_DATABASE_FILES);
  if (left > 0) print(`${left} of ${tests.length} related test files are left to npm test`);
  // Tests that read the sources, such as the architecture test, concern every change.
  const always = fs
    .readdirSync(path.join(root, "tests"))
    .filter(isTest)
    .map((name) => `tests/${name}`);
  return [
    ...new Set([...tests.filter((file) => !onDatabase(file)), ...database.slice(0, MAX_DATABASE_FILES), ...always]),
  ];
}
