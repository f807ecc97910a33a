import { Command, CommanderError } from "commander";
import { version } from "../package.json";
import { isDamaged } from "~/domain/shared/damaged";
import { exitCodeOf, printError, UsageError } from "./run-command";

type Add = (program: Command) => void;

/** Where each command is. Only the file of the one that is called is loaded: all of them take a second. */
const commands: Record<string, () => Promise<Add>> = {
  start: async () => (await import("./commands/server")).addStartCommand,
  serve: async () => (await import("./commands/server")).addServeCommand,
  worker: async () => (await import("./commands/server")).addWorkerCommand,
  db: async () => (await import("./commands/db")).addDbCommands,
  org: async () => (await import("./commands/org")).addOrgCommands,
  users: async () => (await import("./commands/users")).addUsersCommands,
  affiliates: async () => (await import("./commands/affiliates")).addAffiliatesCommands,
  leads: async () => (await import("./commands/leads")).addLeadsCommands,
  commissions: async () => (await import("./commands/commissions")).addCommissionsCommands,
  deals: async () => (await import("./commands/deals")).addDealsCommands,
  export: async () => (await import("./commands/export")).addExportCommands,
  import: async () => (await import("./commands/import")).addImportCommands,
  person: async () => (await import("./commands/person")).addPersonCommands,
  webhooks: async () => (await import("./commands/webhooks")).addWebhooksCommands,
  jobs: async () => (await import("./commands/jobs")).addJobsCommands,
  subscription: async () => (await import("./commands/subscription")).addSubscriptionCommands,
  retention: async () => (await import("./commands/retention")).addRetentionCommand,
  doctor: async () => (await import("./commands/doctor")).addDoctorCommand,
  completion: async () => (await import("./commands/completion")).addCompletionCommand,
};

/**
 * The program with all commands, or with the one that is called alone. A name that is none gets all of them, so that
 * similar ones are proposed.
 */
export async function buildProgram(called?: string): Promise<Command> {
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
  // Completion is of all commands.
  const isAlone = called !== undefined && Object.hasOwn(commands, called) && called !== "completion";
  const wanted = isAlone ? [commands[called]!] : Object.values(commands);
  for (const add of await Promise.all(wanted.map((load) => load()))) add(program);
  return program;
}

/**
 * Runs a command line (without the program's name) to its end. What goes wrong is printed to stderr. Returns the exit
 * code.
 */
export async function runProgram(args: string[]): Promise<number> {
  try {
    const damaged = args.findIndex(isDamaged);
    // Node has replaced bytes that are no UTF-8; what was meant is not known.
    if (damaged >= 0) throw new UsageError(`argument ${damaged + 1} is no text in UTF-8`);
    const program = await buildProgram(args[0]);
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    // Commander has printed its message. Asking for help is not an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    printError(error);
    return exitCodeOf(error);
  }
}
