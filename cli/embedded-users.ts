import fs from "node:fs";
import path from "node:path";
import { processIdentity } from "./postgres/process-state";
import type { Runtime } from "./runtime";

// Several processes can use the embedded server, also after the process that started it has ended. The last one that leaves
// stops the server.

/** Registers this process as a user of the embedded server. Does nothing with another database. */
export function joinEmbedded(runtime: Runtime): void {
  if (!runtime.embedded) return;
  const folder = usersFolder(runtime);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, String(process.pid)), processIdentity(process.pid) ?? "");
}

/** Removes this process from the users, and stops the server when nobody else uses it. */
export async function leaveEmbedded(runtime: Runtime): Promise<void> {
  if (!runtime.embedded) return;
  fs.rmSync(path.join(usersFolder(runtime), String(process.pid)), { force: true });
  if (!isUsed(runtime)) await runtime.embedded.stop();
}

/** Whether a process uses the embedded server now. */
export function isUsed(runtime: Pick<Runtime, "env">): boolean {
  const folder = usersFolder(runtime);
  if (!fs.existsSync(folder)) return false;
  return fs.readdirSync(folder).some((name) => {
    const file = path.join(folder, name);
    const alive = processIdentity(Number(name));
    if (alive !== undefined && fs.readFileSync(file, "utf8") === alive) return true;
    fs.rmSync(file, { force: true });
    return false;
  });
}

const usersFolder = ({ env }: Pick<Runtime, "env">) => path.join(env.DATA_DIR, "running");
