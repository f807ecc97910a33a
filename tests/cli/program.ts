import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { format } from "node:util";
import { runProgram } from "../../cli/program";

const root = path.resolve(import.meta.dirname, "../..");

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** What a command gets as its environment: nothing of the developer's own settings. */
const only = (env: Record<string, string>): NodeJS.ProcessEnv =>
  ({
    PATH: process.env.PATH ?? "",
    LOG_LEVEL: "warn",
    ...env,
  }) as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

/** The command-line program in a process of its own. */
export function launch(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [path.join(root, "build", "cli.mjs"), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: only(env),
  });
}

/** Runs a command to its end in a process of its own: for what only a process has, such as its start and its signals. */
export async function runProcess(args: string[], env: Record<string, string>): Promise<Outcome> {
  const child = launch(args, env);
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  child.stdout!.on("data", (data: Buffer) => (outcome.stdout += data.toString()));
  child.stderr!.on("data", (data: Buffer) => (outcome.stderr += data.toString()));
  [outcome.code] = (await once(child, "close")) as [number | null];
  return outcome;
}

let previous: Promise<unknown> = Promise.resolve();

/** Runs a command to its end in this process, one after the other: they share its environment and its output. */
export function run(args: string[], env: Record<string, string>): Promise<Outcome> {
  const outcome = previous.then(() => runHere(args, env));
  previous = outcome.catch(() => {});
  return outcome;
}

async function runHere(args: string[], env: Record<string, string>): Promise<Outcome> {
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  const { env: ownEnv, stdout, stderr } = process;
  const { log, error } = console;
  const isTerminal = process.stdin.isTTY;
  const restore = [stdout, stderr].map((stream) => {
    const write = stream.write;
    stream.write = ((data: string | Uint8Array, ...rest: unknown[]) => {
      outcome[stream === stdout ? "stdout" : "stderr"] += Buffer.from(data as string).toString();
      const done = rest.findLast((one) => typeof one === "function") as (() => void) | undefined;
      if (done) process.nextTick(done);
      return true;
    }) as typeof write;
    return () => void (stream.write = write);
  });
  console.log = (...parts: unknown[]) => void (outcome.stdout += `${format(...parts)}\n`);
  console.error = (...parts: unknown[]) => void (outcome.stderr += `${format(...parts)}\n`);
  process.stdin.isTTY = false;
  process.env = only(env);
  try {
    outcome.code = await runProgram(args);
  } finally {
    process.env = ownEnv;
    process.stdin.isTTY = isTerminal;
    Object.assign(console, { log, error });
    restore.forEach((undo) => undo());
  }
  return outcome;
}
