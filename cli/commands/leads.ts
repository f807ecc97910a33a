import { Argument, type Command } from "commander";
import { leadMoves, mayMove, type LeadMove } from "~/domain/leads/lead";
import { loseLeadsSchema, moveLeadsSchema } from "~/domain/leads/lead-batch";
import { moveLeads } from "~/domain/leads/move-leads.server";
import { readChosenLeads } from "~/domain/leads/read-chosen-leads.server";
import type { Scope } from "~/domain/shared/scope";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { operatorReading, operatorScope, printRows, UsageError, withJson } from "../run-command";

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
}

/** Leads whose status does not allow the move stay unchanged, and the command fails at the end. */
function move(to: LeadMove, { org, lead, reason, dryRun = false, ...options }: Options): Promise<void> {
  if (reason !== undefined && to !== "lost") throw new UsageError("--reason is only for lost leads");
  const schema = to === "lost" ? loseLeadsSchema : moveLeadsSchema;
  const input = schema.safeParse({ lead_id: lead, reason });
  if (!input.success) {
    const wrong = input.error.issues[0]!.path.includes("reason")
      ? "--reason is too long"
      : "--lead needs valid ids, at most 100";
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

async function preview(scope: Scope, leadIds: readonly string[], to: LeadMove) {
  const found = await readChosenLeads(scope, leadIds);
  const [done, unchanged] = [
    found.filter(({ status }) => mayMove(status, to)).length,
    found.filter(({ status }) => status === to).length,
  ];
  return { done, unchanged, refused: leadIds.length - done - unchanged };
}
