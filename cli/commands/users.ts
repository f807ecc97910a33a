import type { Command } from "commander";
import { deleteAccount } from "~/domain/members/delete-account.server";
import { withExamples } from "../examples";
import { requireOrganization } from "../organizations";
import { endSessions, listPeople, erasedName } from "../people";
import { confirm, operatorScope, printRows, printResult, UsageError, withJson, withRuntime } from "../run-command";
import { requireOwner } from "../runtime";

type Options = { org?: string; email?: string; json?: boolean };

/** Adds the command `users` with its subcommands. */
export function addUsersCommands(program: Command): void {
  const users = program.command("users").description("users and their roles");
  withExamples(
    withJson(users.command("list"))
      .description("list users, one line per role")
      .option("--org <id>", "only this organization")
      .option("--email <address>", "only the user with this address")
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
      .description("end all sessions of a user, for example after the loss of a device")
      .requiredOption("--email <address>", "the user's email address")
      .option("--dry-run", "only show the number of sessions")
      .action(({ email, ...options }: { email: string; dryRun?: boolean; json?: boolean }) =>
        withRuntime(async (runtime) => {
          const sessions = await endSessions(requireOwner(runtime), email, options);
          if (sessions === null) throw new UsageError(`no user has the address "${email}"`);
          printResult({ sessions }, `sessions ${options.dryRun ? "to end" : "ended"}: ${sessions}`, options);
        }),
      ),
    "users signout --email jana@nordlicht-media.example",
  );
  withExamples(
    withJson(users.command("delete"))
      .description("delete a user's account: they leave all organizations, which keep what they owe the user")
      .requiredOption("--email <address>", "the user's email address")
      .option("--dry-run", "only show what would be deleted")
      .option("--yes", "do not ask for confirmation")
      .action(deleteUser),
    "users delete --email anna@example.com --yes",
  );
}

type Deleting = { email: string; dryRun?: boolean; yes?: boolean; json?: boolean };

function deleteUser({ email, dryRun, yes = false, json }: Deleting) {
  return withRuntime(async (runtime) => {
    const rows = await listPeople(requireOwner(runtime), { email });
    const [person] = rows;
    if (!person) throw new UsageError(`no user has the address "${email}"`);
    const roles = rows.flatMap(({ role, organization }) => (role ? [`${role} of ${organization}`] : []));
    const what = [`the account of ${person.name} (${person.email})`, ...roles].join("; ");
    const result = { id: person.id, roles: roles.length };
    if (dryRun) return printResult(result, `Would be deleted: ${what}.`, { json });
    await confirm(`Will be permanently deleted: ${what}.`, yes);
    const database = runtime.openDatabase();
    try {
      await deleteAccount(
        {
          person: (use) => database.withIdentity(use),
          member: ({ orgId }, use) => operatorScope(database, orgId, use, "erasure"),
          portal: (orgId, use) => operatorScope(database, orgId, use, "own_account"),
        },
        { userId: person.id, name: person.name, email: person.email, language: "en" },
        erasedName,
      );
    } finally {
      await database.close();
    }
    printResult(result, "Deleted. Remaining mentions in texts are erased by the worker's next jobs.", { json });
  });
}
