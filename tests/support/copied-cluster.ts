import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { startEmbeddedPostgres } from "../../cli/postgres/embedded";
import { memoryFolder } from "./memory-folder";

let made: Promise<string> | undefined;

/** Copies a new cluster to the place where a server starts, because creating one takes two seconds of CPU time. */
export async function copyCluster(dir: string): Promise<void> {
  const original = await (made ??= makeCluster());
  fs.mkdirSync(path.dirname(dir), { recursive: true });
  // Owners and times must be preserved.
  for (const end of ["", ".password"]) execFileSync("cp", ["-a", original + end, dir + end]);
}

/** Creates a cluster without a running server; it is deleted when this process ends. */
async function makeCluster(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(memoryFolder(), "finderlohn-cluster-"));
  process.once("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  // mkdtemp denies access to others, but the server's account needs the data.
  fs.chmodSync(folder, 0o755);
  const dir = path.join(folder, "postgres");
  await (await startEmbeddedPostgres({ dir, fast: true })).stop();
  // The file names the port of the server that just ran.
  fs.rmSync(path.join(dir, "postmaster.opts"));
  return dir;
}
