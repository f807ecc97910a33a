import type { Command } from "commander";
import { withExamples } from "../examples";
import { listOrganizations } from "../organizations";
import { requireOwner } from "../runtime";
import { printRows, withJson, withRuntime } from "../run-command";

/** Adds the command `org` with its subcommands. */
export function addOrgCommands(program: Command): void {
  const org = program.command("org").description("organisations");
  withExamples(
    withJson(org.command("list"))
      .description("list the organisations")
      .action((options: { json?: boolean }) =>
        withRuntime(async (runtime) => printRows(await listOrganizations(requireOwner(runtime)), options)),
      ),
    "org list --json",
  );
}
