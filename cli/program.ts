import { Command } from "commander";
import { version } from "../package.json";
import { addAffiliatesCommands } from "./commands/affiliates";
import { addCommissionsCommands } from "./commands/commissions";
import { addCompletionCommand } from "./commands/completion";
import { addDbCommands } from "./commands/db";
import { addDoctorCommand } from "./commands/doctor";
import { addExportCommands } from "./commands/export";
import { addImportCommands } from "./commands/import";
import { addJobsCommands } from "./commands/jobs";
import { addOrgCommands } from "./commands/org";
import { addRetentionCommand } from "./commands/retention";
import { addPersonCommands } from "./commands/person";
import { addServerCommands } from "./commands/server";
import { addSubscriptionCommands } from "./commands/subscription";
import { addUsersCommands } from "./commands/users";
import { addWebhooksCommands } from "./commands/webhooks";

/** All commands. Each is added by a file of its own. */
export function buildProgram(): Command {
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
    addUsersCommands,
    addAffiliatesCommands,
    addCommissionsCommands,
    addExportCommands,
    addImportCommands,
    addPersonCommands,
    addWebhooksCommands,
    addJobsCommands,
    addSubscriptionCommands,
    addRetentionCommand,
    addDoctorCommand,
    addCompletionCommand,
  ];
  for (const add of commands) add(program);
  return program;
}
