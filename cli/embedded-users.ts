import fs from "node:fs";
import path from "node:path";
import type { Env } from "~/platform/env.server";
import type { EmbeddedPostgres } from "./postgres/embedded";
import { processIdentity } from "./postgres/process-state";

// Several processes can share the embedded server, even after the process that started it has ended. The last one to
// leave stops it.

/** Data folder and embedded server of a runtime; null for an external database. */
interface Used {
  env: Pick<Env, "DATA_DIR">;
  embedded: EmbeddedPostgres | null;
}

/** Registers this process as a user of the embedded server. Does nothing for an external database. */
export function joinEmbedded(runtime: Used): void {
  if (!runtime.embedded) return;
  const folder = usersFolder(runtime);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, String(process.pid)), processIdentity(process.pid) ?? "");
}

/** Unregisters this process, and stops the server if no other process uses it. */
export async function leaveEmbedded(runtime: Used): Promise<void> {
  if (!runtime.embedded) return;
  fs.rmSync(path.join(usersFolder(runtime), String(process.pid)), { force: true });
  if (!isUsed(runtime)) await runtime.embedded.stop();
}

/** Whether a process uses the embedded server. Removes the registrations of dead processes. */
export function isUsed(runtime: Pick<Used, "env">): boolean {
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

const usersFolder = ({ env }: Pick<Used, "env">) => path.join(env.DATA_DIR, "running");
