import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The command-line program in a process of its own, with nothing of the developer's own settings. */
export function launch(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [path.join(root, "build", "cli.mjs"), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH ?? "",
      LOG_LEVEL: "warn",
      ...env,
    } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
  });
}

/** Runs a command to its end. */
export async function run(args: string[], env: Record<string, string>): Promise<Outcome> {
  const child = launch(args, env);
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  child.stdout!.on("data", (data: Buffer) => (outcome.stdout += data.toString()));
  child.stderr!.on("data", (data: Buffer) => (outcome.stderr += data.toString()));
  [outcome.code] = (await once(child, "close")) as [number | null];
  return outcome;
}
