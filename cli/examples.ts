import type { Command } from "commander";

/** Sample record id for examples. */
export const SAMPLE_ID = "0190a5a0-7c1e-7000-8000-5f2d9c3b1e47";

const examples = new WeakMap<Command, string[]>();

/** Adds examples to the help of a command, without the program name. A test parses them all. */
export function withExamples(command: Command, ...lines: string[]): Command {
  examples.set(command, lines);
  const text = lines.map((line) => `  $ finderlohn ${line}`);
  return command.addHelpText("after", ["", lines.length > 1 ? "Examples:" : "Example:", ...text].join("\n"));
}

/** Returns the examples of a command; empty for a command with subcommands. */
export const examplesOf = (command: Command): string[] => examples.get(command) ?? [];

/** Returns all commands without subcommands, with their path: "db migrate". */
export function leafCommands(command: Command, path: string[] = []): { path: string; command: Command }[] {
  if (command.commands.length === 0) return [{ path: path.join(" "), command }];
  return command.commands.flatMap((child) => leafCommands(child, [...path, child.name()]));
}
