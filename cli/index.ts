import { Command, CommanderError } from "commander";
import { addCommissionsCommands } from "./commands/commissions";
import { addDbCommands } from "./commands/db";
import { addOrgCommands } from "./commands/org";
import { addServerCommands } from "./commands/server";
import { errorLine, exitCodeOf } from "./run-command";

const program = new Command("finderlohn")
  .description("Operates Finderlohn: database, organisations, commissions, web server and worker.")
  .showHelpAfterError("(add --help for the options)")
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "finderlohn: ")) })
  .exitOverride();

for (const add of [addServerCommands, addDbCommands, addOrgCommands, addCommissionsCommands]) add(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed what it had to say; asking for help is no mistake.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    console.error(errorLine(error));
    process.exitCode = exitCodeOf(error);
  }
}
// The schema engine leaves a timer behind that would keep a finished command alive for ten seconds.
process.exit();
