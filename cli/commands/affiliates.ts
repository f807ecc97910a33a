import { Option, type Command } from "commander";
import { sections, type AffiliateStatus } from "~/domain/affiliates/affiliate";
import { mergeAffiliates } from "~/domain/affiliates/merge-affiliates.server";
import { previewAffiliateMerge, rejectMerge } from "~/domain/affiliates/read-affiliate-merge.server";
import { invitationStates, type InvitationState } from "~/domain/affiliates/invitation";
import { SAMPLE_ID, withExamples } from "../examples";
import { choicesOf, requireKnown, withChoices, type Choosing } from "../merge-choices";
import { requireOrganization, withOrganization } from "../organizations";
import { listAllAffiliates } from "../people";
import { confirm, operatorReading, operatorScope, printRows, withJson, withRuntime } from "../run-command";
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
  withExamples(
    withJson(withChoices(affiliates.command("merge <affiliate> <other>")))
      .description(
        "merge two affiliates who are the same: the older one stays, and everything of the other moves there",
      )
      .requiredOption("--org <id>", "the organization")
      .option("--dry-run", "only show what would move, and the fields that differ")
      .option("--yes", "do not ask for confirmation")
      .action(merge),
    `affiliates merge 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 0190a5a0-7c1e-7000-8000-0b6f5d1c2a40 --org ${SAMPLE_ID} --dry-run`,
    `affiliates merge 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 0190a5a0-7c1e-7000-8000-0b6f5d1c2a40 --org ${SAMPLE_ID} --take email=other --yes`,
  );
}

type Merging = Choosing & { org: string; dryRun?: boolean; yes?: boolean; json?: boolean };

function merge(id: string, other: string, { org, take, dryRun = false, yes = false, ...options }: Merging) {
  const taken = choicesOf(take);
  return withOrganization(org, async (database, orgId) => {
    const preview = await operatorReading(database, orgId, (scope) => previewAffiliateMerge(scope, id, other));
    const differing = preview.fields.map(({ name }) => name);
    requireKnown(taken, differing);
    rejectMerge(preview.refused);
    const { kept, moves } = preview;
    const about = { affiliate: kept.id, name: kept.name, email: kept.email, merged: preview.other.id };
    const row = { ...about, ...moves, differing: differing.join(" ") };
    if (dryRun) return printRows([row], options);
    await confirm(`${preview.other.email} will be merged into ${kept.email}. This cannot be undone.`, yes);
    await operatorScope(database, orgId, (scope) => mergeAffiliates(scope, { affiliateId: id, otherId: other, taken }));
    printRows([row], options);
  });
}
