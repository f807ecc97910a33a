import fs from "node:fs";
import path from "node:path";
import { processIdentity } from "./postgres/process-state";
import type { Runtime } from "./runtime";

// The embedded server outlives the process that started it, so that others can use it too. The last process to leave
// stops it, whoever started it: after kill -9 that is another one than the first.

/** Enters this process as a user of the embedded server; nothing when the database is not ours. */
export function joinEmbedded(runtime: Runtime): void {
  if (!runtime.embedded) return;
  const folder = usersFolder(runtime);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, String(process.pid)), processIdentity(process.pid) ?? "");
}

/** Strikes this process off and stops the server, unless somebody else still uses it. */
export async function leaveEmbedded(runtime: Runtime): Promise<void> {
  if (!runtime.embedded) return;
  fs.rmSync(path.join(usersFolder(runtime), String(process.pid)), { force: true });
  if (!isUsed(runtime)) await runtime.embedded.stop();
}

/** Whether a server or worker process uses the embedded server now. */
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
