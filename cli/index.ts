import { Command, CommanderError } from "commander";
import { version } from "../package.json";
import { addCommissionsCommands } from "./commands/commissions";
import { addDbCommands } from "./commands/db";
import { addExportCommands } from "./commands/export";
import { addOrgCommands } from "./commands/org";
import { addServerCommands } from "./commands/server";
import { addRetentionCommand } from "./commands/retention";
import { addSubscriptionCommands } from "./commands/subscription";
import { errorLine, exitCodeOf } from "./run-command";

const program = new Command("finderlohn")
  .description("Operates Finderlohn: database, organisations, commissions, web server and worker.")
  .version(version)
  .configureOutput({
    outputError: (text, write) => {
      const line = text
        .trim()
        .replace(/^error: /, "")
        .replaceAll("\n", " ");
      write(`finderlohn: ${line} (add --help for the options)\n`);
    },
  })
  .exitOverride();

const commands = [
  addServerCommands,
  addDbCommands,
  addOrgCommands,
  addCommissionsCommands,
  addExportCommands,
  addSubscriptionCommands,
  addRetentionCommand,
];
for (const add of commands) add(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed its message. Asking for help is not an error.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    console.error(errorLine(error));
    process.exitCode = exitCodeOf(error);
  }
}
// Open handles of libraries must not keep a finished command running.
process.exit();
