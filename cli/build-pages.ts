import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { projectRoot } from "./project-root";

/**
 * Builds the pages where their sources have changed, in a process of its own: its memory would stay with the server. In
 * an image, which has no tools to build, there is nothing to do. Rejects with one line when it fails; what failed
 * stands on stderr by then.
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
