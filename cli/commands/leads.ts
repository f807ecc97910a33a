import { Argument, Option, type Command } from "commander";
import { countHoldings } from "~/domain/leads/count-holdings.server";
import { deleteLeadSchema } from "~/domain/leads/delete-lead.schema";
import { deleteLead } from "~/domain/leads/delete-lead.server";
import { leadMoves, mayMove, type LeadMove } from "~/domain/leads/lead";
import { loseLeadsSchema, MAX_LEADS, moveLeadsSchema } from "~/domain/leads/lead-batch";
import { mergeLeads } from "~/domain/leads/merge-leads.server";
import { moveLeads } from "~/domain/leads/move-leads.server";
import { programNote } from "~/domain/leads/program-note";
import { readChosenLeads } from "~/domain/leads/read-chosen-leads.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { previewMerge } from "~/domain/leads/read-merge.server";
import { DomainError } from "~/domain/shared/errors";
import { sides, type Side } from "~/domain/shared/merge-sides";
import type { Scope } from "~/domain/shared/scope";
import { SAMPLE_ID, withExamples } from "../examples";
import { choicesOf, requireKnown, withChoices, type Choosing } from "../merge-choices";
import { withOrganization } from "../organizations";
import { confirm, operatorReading, operatorScope, printRows, UsageError, withJson } from "../run-command";

type Options = { org: string; lead: string[]; reason?: string; dryRun?: boolean; json?: boolean };

/** Adds the command `leads` with its subcommands. */
export function addLeadsCommands(program: Command): void {
  const leads = program.command("leads").description("leads of an organization");
  withExamples(
    withJson(leads.command("move"))
      .description("change the status of leads, as staff do; the leads' history records each change")
      .addArgument(new Argument("<status>", "the new status").choices(leadMoves))
      .requiredOption("--org <id>", "the organization")
      .requiredOption("--lead <id...>", "the leads")
      .option("--reason <text>", "for lost leads: the reason, shown to their affiliates")
      .option("--dry-run", "only show what would be done")
      .action(move),
    `leads move contacted --org ${SAMPLE_ID} --lead 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39`,
    `leads move lost --org ${SAMPLE_ID} --lead 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 --reason Budget`,
  );
  withExamples(
    withJson(leads.command("delete <lead>"))
      .description("delete a lead without deals, with its notes, messages and files; its affiliate is notified")
      .requiredOption("--org <id>", "the organization")
      .option("--reason <text>", "the reason, shown to its affiliate")
      .option("--dry-run", "only show what would be deleted")
      .option("--yes", "do not ask for confirmation")
      .action(remove),
    `leads delete 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 --org ${SAMPLE_ID} --dry-run`,
    `leads delete 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 --org ${SAMPLE_ID} --reason Duplicate --yes`,
  );
  withExamples(
    withJson(withChoices(leads.command("merge <lead> <other>")))
      .description("merge two leads that are the same: the older one stays, and everything of the other moves to it")
      .requiredOption("--org <id>", "the organization")
      .addOption(new Option("--credit <side>", "whose affiliate gets the credit, if there are no deals").choices(sides))
      .option("--dry-run", "only show what would move, and the fields that differ")
      .option("--yes", "do not ask for confirmation")
      .action(merge),
    `leads merge 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 0190a5a0-7c1e-7000-8000-0b6f5d1c2a40 --org ${SAMPLE_ID} --dry-run`,
    `leads merge 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 0190a5a0-7c1e-7000-8000-0b6f5d1c2a40 --org ${SAMPLE_ID} --take phone=other --yes`,
  );
}

type Merging = Choosing & { org: string; credit?: Side; dryRun?: boolean; yes?: boolean; json?: boolean };

function merge(id: string, other: string, { org, credit, take, dryRun = false, yes = false, ...options }: Merging) {
  const chosen = choicesOf(take);
  return withOrganization(org, async (database, orgId) => {
    const preview = await operatorReading(database, orgId, (scope) => previewMerge(scope, id, other));
    const differing = [...preview.fields.map(({ name }) => name), ...preview.own.map(({ field }) => field.key)];
    requireKnown(chosen, differing);
    if (preview.refused) throw new DomainError(preview.refused);
    const { kept, moves } = preview;
    const row = {
      lead: kept.id,
      company: kept.company,
      merged: preview.other.id,
      ...moves,
      differing: differing.join(" "),
    };
    if (dryRun) return printRows([row], options);
    await confirm(`Two leads of ${kept.company} will become one. This cannot be undone.`, yes);
    await operatorScope(database, orgId, (scope) =>
      mergeLeads(scope, { leadId: id, otherId: other, taken: chosen, takenOwn: chosen, credit }, programNote),
    );
    printRows([row], options);
  });
}

/** Leads whose status does not allow the move stay unchanged, and the command fails at the end. */
function move(to: LeadMove, { org, lead, reason, dryRun = false, ...options }: Options): Promise<void> {
  if (reason !== undefined && to !== "lost") throw new UsageError("--reason is only for lost leads");
  const schema = to === "lost" ? loseLeadsSchema : moveLeadsSchema;
  const input = schema.safeParse({ lead_id: lead, reason });
  if (!input.success) {
    const wrong = input.error.issues[0]!.path.includes("reason")
      ? "--reason is too long"
      : `--lead needs valid ids, at most ${MAX_LEADS}`;
    throw new UsageError(wrong);
  }
  return withOrganization(org, async (database, orgId) => {
    const { leadIds } = input.data;
    const { done, unchanged, refused } = dryRun
      ? await operatorReading(database, orgId, (scope) => preview(scope, leadIds, to))
      : await operatorScope(database, orgId, async (scope) => {
          const batch = await moveLeads(scope, { ...input.data, to });
          return { ...batch, refused: batch.refused.length };
        });
    printRows([{ status: to, moved: done, unchanged, refused }], options);
    if (refused > 0) throw new Error(`${refused} of ${leadIds.length} leads were not moved`);
  });
}

type Removing = { org: string; reason?: string; dryRun?: boolean; yes?: boolean; json?: boolean };

function remove(id: string, { org, reason, dryRun = false, yes = false, ...options }: Removing): Promise<void> {
  const input = deleteLeadSchema.safeParse({ lead_id: id, reason });
  if (!input.success) {
    const isReason = input.error.issues[0]!.path.includes("reason");
    throw new UsageError(isReason ? "--reason is too long" : `"${id}" is not the id of a lead`);
  }
  return withOrganization(org, async (database, orgId) => {
    const { lead, holdings } = await operatorReading(database, orgId, async (scope) => ({
      lead: await readLead(scope, input.data.leadId),
      holdings: await countHoldings(scope, input.data.leadId),
    }));
    if (!lead) throw new UsageError(`the organization has no lead with the id "${id}"`);
    const row = { lead: lead.id, company: lead.contact.companyName, ...holdings };
    if (dryRun) return printRows([row], options);
    await confirm(`The lead of ${row.company} will be deleted.`, yes);
    await operatorScope(database, orgId, (scope) => deleteLead(scope, input.data));
    printRows([row], options);
  });
}

async function preview(scope: Scope, leadIds: readonly string[], to: LeadMove) {
  const found = await readChosenLeads(scope, leadIds);
  const [done, unchanged] = [
    found.filter(({ status }) => mayMove(status, to)).length,
    found.filter(({ status }) => status === to).length,
  ];
  return { done, unchanged, refused: leadIds.length - done - unchanged };
}
