import { Argument, type Command } from "commander";
import { completionScript, shells, type Shell } from "../completion";
import { withExamples } from "../examples";

/** Adds the command `completion`. */
export function addCompletionCommand(program: Command): void {
  withExamples(
    program
      .command("completion")
      .description("print a shell script that completes commands and options")
      .addArgument(new Argument("<shell>", "the shell").choices(shells))
      // Runs late, when all commands have been added.
      .action((shell: Shell) => void process.stdout.write(completionScript(program, shell))),
    "completion bash > /etc/bash_completion.d/finderlohn",
    "completion fish",
  );
}
