import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
/** Returns the text of one of the files. */
export const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
/** All files of code, with paths from the root. */
export const files = ["app", "jobs", "cli", "prisma", "tests"].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name))
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.startsWith("prisma/generated/")),
);
/** Those of the program itself, without tests. */
export const source = files.filter((file) => !file.startsWith("tests/") && !/\.test\.tsx?$/.test(file));

export const isServer = (file: string) => /\.server(\.tsx?)?$/.test(file);
export const isRoute = (file: string) => /^app\/(root|entry\.\w+|routes\/([^/]+|[^/]+\/route))\.tsx?$/.test(file);
