import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { format } from "node:util";
import { runProgram } from "../../cli/program";

const root = path.resolve(import.meta.dirname, "../..");

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Returns the environment of a command, isolated from the developer's settings. */
const only = (env: Record<string, string>): NodeJS.ProcessEnv =>
  ({
    PATH: process.env.PATH ?? "",
    LOG_LEVEL: "warn",
    ...env,
  }) as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

/** Starts the command-line program in a child process, which ends with this one at the latest. */
export function launch(args: string[], env: Record<string, string>): ChildProcess {
  const preload = path.join(root, "tests", "support", "ends-with-parent.mjs");
  return spawn(process.execPath, ["--import", preload, path.join(root, "build", "cli.mjs"), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: only(env),
  });
}

/** Runs a command in a child process, for tests of its start and its signals. */
export async function runProcess(args: string[], env: Record<string, string>): Promise<Outcome> {
  const child = launch(args, env);
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  child.stdout!.on("data", (data: Buffer) => (outcome.stdout += data.toString()));
  child.stderr!.on("data", (data: Buffer) => (outcome.stderr += data.toString()));
  [outcome.code] = (await once(child, "close")) as [number | null];
  return outcome;
}

let previous: Promise<unknown> = Promise.resolve();

/** Runs a command in this process. Calls run one after the other, because they share environment and output. */
export function run(args: string[], env: Record<string, string>): Promise<Outcome> {
  const outcome = previous.then(() => runHere(args, env));
  previous = outcome.catch(() => {});
  return outcome;
}

async function runHere(args: string[], env: Record<string, string>): Promise<Outcome> {
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  const into = (name: "stdout" | "stderr") =>
    new Writable({
      write(data: Buffer, _encoding, done) {
        outcome[name] += data.toString();
        done();
      },
    });
  const { log, error } = console;
  const own = ["env", "stdin", "stdout", "stderr"].map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name)!] as const,
  );
  const replaced = {
    env: only(env),
    stdin: Readable.from([]),
    stdout: into("stdout"),
    stderr: into("stderr"),
  };
  for (const [name, value] of Object.entries(replaced))
    Object.defineProperty(process, name, { value, configurable: true, writable: true, enumerable: true });
  console.log = (...parts: unknown[]) => void replaced.stdout.write(`${format(...parts)}\n`);
  console.error = (...parts: unknown[]) => void replaced.stderr.write(`${format(...parts)}\n`);
  try {
    outcome.code = await runProgram(args);
  } finally {
    for (const [name, descriptor] of own) Object.defineProperty(process, name, descriptor);
    Object.assign(console, { log, error });
  }
  return outcome;
}
