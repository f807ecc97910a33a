import type { Command } from "commander";

/** Stands for the id of an organisation or another record in examples. */
export const SAMPLE_ID = "0190a5a0-7c1e-7000-8000-5f2d9c3b1e47";

const examples = new WeakMap<Command, string[]>();

/** Adds examples to the help of a command, each without the program's name. A test parses all of them. */
export function withExamples(command: Command, ...lines: string[]): Command {
  examples.set(command, lines);
  const text = lines.map((line) => `  $ finderlohn ${line}`);
  return command.addHelpText("after", ["", lines.length > 1 ? "Examples:" : "Example:", ...text].join("\n"));
}

/** The examples of a command; none when it has only subcommands. */
export const examplesOf = (command: Command): string[] => examples.get(command) ?? [];

/** Every command that does something, with its path: "db migrate". */
export function leafCommands(command: Command, path: string[] = []): { path: string; command: Command }[] {
  if (command.commands.length === 0) return [{ path: path.join(" "), command }];
  return command.commands.flatMap((child) => leafCommands(child, [...path, child.name()]));
}
