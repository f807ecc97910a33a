import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { projectRoot } from "./project-root";

/**
 * Builds outdated pages in a child process, so that the server does not keep the build's memory. Does nothing in an
 * image without build tools. Rejects with one line if the build fails; stderr shows the details.
 */
export async function buildPages(): Promise<void> {
  const root = projectRoot();
  if (!fs.existsSync(path.join(root, "node_modules", "esbuild"))) return;
  const builder = spawn(process.execPath, [path.join(root, "cli", "build.mjs"), "all"], {
    stdio: ["ignore", 2, 2],
  });
  const [status] = (await once(builder, "exit")) as [number | null];
  if (status !== 0) throw new Error("The pages could not be built");
}
