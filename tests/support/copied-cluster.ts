import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { startEmbeddedPostgres } from "../../cli/postgres/embedded";
import { memoryFolder } from "./memory-folder";

let made: Promise<string> | undefined;

/** Puts a new cluster where a server is to start: a copy, because making one takes two seconds of the processor. */
export async function copyCluster(dir: string): Promise<void> {
  const original = await (made ??= makeCluster());
  fs.mkdirSync(path.dirname(dir), { recursive: true });
  // Owners and times stay as they are.
  for (const end of ["", ".password"]) execFileSync("cp", ["-a", original + end, dir + end]);
}

/** A cluster that no server has run on; it goes when this process ends. */
async function makeCluster(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(memoryFolder(), "finderlohn-cluster-"));
  process.once("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  // mkdtemp lets nobody else in; the server's account has to get to the data.
  fs.chmodSync(folder, 0o755);
  const dir = path.join(folder, "postgres");
  await (await startEmbeddedPostgres({ dir, fast: true })).stop();
  // It names the port of the server that has just run.
  fs.rmSync(path.join(dir, "postmaster.opts"));
  return dir;
}
