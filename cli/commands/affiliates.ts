import { Option, type Command } from "commander";
import { sections, type AffiliateStatus } from "~/domain/affiliates/affiliate";
import { invitationStates, type InvitationState } from "~/domain/affiliates/invitation";
import { SAMPLE_ID, withExamples } from "../examples";
import { requireOrganization } from "../organizations";
import { listAllAffiliates } from "../people";
import { printRows, withJson, withRuntime } from "../run-command";
import { requireOwner } from "../runtime";

type Options = { org?: string; status?: AffiliateStatus; invitation?: InvitationState; json?: boolean };

/** Adds the command `affiliates` with its subcommands. */
export function addAffiliatesCommands(program: Command): void {
  const affiliates = program.command("affiliates").description("affiliates of the organizations");
  withExamples(
    withJson(affiliates.command("list"))
      .description("list affiliates with their numbers of leads and deals")
      .option("--org <id>", "only this organization")
      .addOption(new Option("--status <status>", "only this status").choices(sections))
      .addOption(
        new Option(
          "--invitation <state>",
          "only affiliates who have not signed in yet, by the state of their invitation",
        ).choices(invitationStates),
      )
      .action((options: Options) =>
        withRuntime(async (runtime) => {
          const ownerUrl = requireOwner(runtime);
          if (options.org !== undefined) await requireOrganization(ownerUrl, options.org);
          printRows(await listAllAffiliates(ownerUrl, options), options);
        }),
      ),
    "affiliates list --status active",
    "affiliates list --invitation expired",
    `affiliates list --org ${SAMPLE_ID} --json`,
  );
}
