import { Command, CommanderError } from "commander";
import { version } from "../package.json";
import { isDamaged } from "~/domain/shared/damaged";
import { exitCodeOf, printError, UsageError } from "./run-command";

type Add = (program: Command) => void;

/** Loads the file of a command on demand, because loading all of them takes a second. */
const commands: Record<string, () => Promise<Add>> = {
  start: async () => (await import("./commands/server")).addStartCommand,
  serve: async () => (await import("./commands/server")).addServeCommand,
  worker: async () => (await import("./commands/server")).addWorkerCommand,
  db: async () => (await import("./commands/db")).addDbCommands,
  org: async () => (await import("./commands/org")).addOrgCommands,
  users: async () => (await import("./commands/users")).addUsersCommands,
  affiliates: async () => (await import("./commands/affiliates")).addAffiliatesCommands,
  terms: async () => (await import("./commands/terms")).addTermsCommands,
  leads: async () => (await import("./commands/leads")).addLeadsCommands,
  commissions: async () => (await import("./commands/commissions")).addCommissionsCommands,
  payouts: async () => (await import("./commands/payouts")).addPayoutsCommands,
  deals: async () => (await import("./commands/deals")).addDealsCommands,
  export: async () => (await import("./commands/export")).addExportCommands,
  import: async () => (await import("./commands/import")).addImportCommands,
  person: async () => (await import("./commands/person")).addPersonCommands,
  webhooks: async () => (await import("./commands/webhooks")).addWebhooksCommands,
  jobs: async () => (await import("./commands/jobs")).addJobsCommands,
  subscription: async () => (await import("./commands/subscription")).addSubscriptionCommands,
  retention: async () => (await import("./commands/retention")).addRetentionCommand,
  documents: async () => (await import("./commands/documents")).addDocumentsCommands,
  doctor: async () => (await import("./commands/doctor")).addDoctorCommand,
  completion: async () => (await import("./commands/completion")).addCompletionCommand,
};

/**
 * Returns the program with the called command only, or with all commands for an unknown name, so that commander can
 * suggest similar ones.
 */
export async function buildProgram(called?: string): Promise<Command> {
  const program = new Command("finderlohn")
    .description("Operates Finderlohn: database, organizations, commissions, web server and worker.")
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
  // Completion needs all commands.
  const isAlone = called !== undefined && Object.hasOwn(commands, called) && called !== "completion";
  const wanted = isAlone ? [commands[called]!] : Object.values(commands);
  for (const add of await Promise.all(wanted.map((load) => load()))) add(program);
  return program;
}

/** Runs a command line without the program name. Errors are printed to stderr. Returns the exit code. */
export async function runProgram(args: string[]): Promise<number> {
  try {
    const damaged = args.findIndex(isDamaged);
    // Node has replaced invalid UTF-8, so the intended text is unknown.
    if (damaged >= 0) throw new UsageError(`argument ${damaged + 1} is not valid UTF-8`);
    const program = await buildProgram(args[0]);
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    // Commander has printed its message. The help option is not an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    printError(error);
    return exitCodeOf(error);
  }
}
