import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Returns the folder of package.json, whether this code runs from source, bundle or test. */
export function projectRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!fs.existsSync(path.join(folder, "prisma", "schema.prisma"))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error("The app's folder (with prisma/schema.prisma) was not found");
    folder = parent;
  }
  return folder;
}
