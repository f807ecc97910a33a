import type { Command } from "commander";
import { withExamples } from "../examples";
import { requireOrganization } from "../organizations";
import { endSessions, listPeople } from "../people";
import { printRows, say, UsageError, withJson, withRuntime } from "../run-command";
import { requireOwner } from "../runtime";

type Options = { org?: string; email?: string; json?: boolean };

/** Adds the command `users` with its subcommands. */
export function addUsersCommands(program: Command): void {
  const users = program.command("users").description("people who sign in, and what they belong to");
  withExamples(
    withJson(users.command("list"))
      .description("list people, a line for each of their roles")
      .option("--org <id>", "of one organisation only")
      .option("--email <address>", "the one with this address")
      .action((options: Options) =>
        withRuntime(async (runtime) => {
          const ownerUrl = requireOwner(runtime);
          if (options.org !== undefined) await requireOrganization(ownerUrl, options.org);
          printRows(await listPeople(ownerUrl, options), options);
        }),
      ),
    "users list",
    "users list --email jana@nordlicht-media.example --json",
  );
  withExamples(
    withJson(users.command("signout"))
      .description("sign somebody out everywhere, when a device or a cookie of theirs was lost")
      .requiredOption("--email <address>", "the person's address")
      .option("--dry-run", "only say how many sessions there are")
      .action(({ email, ...options }: { email: string; dryRun?: boolean; json?: boolean }) =>
        withRuntime(async (runtime) => {
          const sessions = await endSessions(requireOwner(runtime), email, options);
          if (sessions === null) throw new UsageError(`nobody has the address "${email}"`);
          say({ sessions }, `sessions ${options.dryRun ? "to end" : "ended"}: ${sessions}`, options);
        }),
      ),
    "users signout --email jana@nordlicht-media.example",
  );
}
