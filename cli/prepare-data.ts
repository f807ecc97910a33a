import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { wouldSeed } from "../prisma/seed";
import { pendingMigrations } from "./migrate";
import { projectRoot } from "./project-root";
import { requireOwner, type Runtime } from "./runtime";

/**
 * Migrates the database and adds the demo data, if needed, in a child process, because the server would keep the 100
 * MiB that this takes. Never rejects because of that process: the caller repeats the work, finds it done, or reports
 * the error. What that process logs is shown, because it may wait for locks.
 */
export async function prepareData(runtime: Runtime): Promise<void> {
  const ownerUrl = requireOwner(runtime);
  const seeds = runtime.env.APP_MODE === "demo" && (await wouldSeed({ ownerUrl }));
  if (!seeds && (await pendingMigrations({ ...runtime, ownerUrl })).length === 0) return;
  const program = path.join(projectRoot(), "build", "cli.mjs");
  const child = spawn(process.execPath, [program, "db", seeds ? "seed" : "migrate"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(child, "exit").catch(() => {});
}
