import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** Returns the project's files with a matching name, relative to its root, without installed and generated ones. */
export function projectFiles(name: RegExp): string[] {
  const folders = ["app", "cli", "docs", "jobs", "prisma", "tests"];
  const nested = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((file) => path.posix.join(folder, file)),
  );
  return [...fs.readdirSync(root), ...nested].filter(
    (file) => name.test(file) && !file.startsWith("prisma/generated/") && fs.statSync(path.join(root, file)).isFile(),
  );
}

/** README.md and all documents below docs, without the handbook, which is a part of the program. */
export const documents = projectFiles(/^(README|docs\/(?!help\/).+)\.md$/);
