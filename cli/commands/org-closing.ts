import type { Command } from "commander";
import { closeOrganization, reopenOrganization } from "~/domain/members/close-organization.server";
import { lastArchive } from "~/domain/members/read-closing.server";
import { todayIn } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { closedUntil } from "~/domain/subscriptions/subscription";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { confirm, operatorReading, operatorScope, printRows, withJson } from "../run-command";

type ClosingOptions = { org: string; yes?: boolean; dryRun?: boolean; json?: boolean };

/** Adds the subcommands of `org` that close and reopen an organization. */
export function addClosing(org: Command): void {
  withExamples(
    withJson(org.command("close"))
      .description("close an organization for its owners; its data are deleted 30 days later")
      .requiredOption("--org <id>", "the organization")
      .option("--yes", "close without asking for confirmation")
      .option("--dry-run", "only show until when the data would be kept")
      .action(close),
    `org close --org ${SAMPLE_ID}`,
  );
  withExamples(
    withJson(org.command("reopen"))
      .description("open a closed organization again")
      .requiredOption("--org <id>", "the organization")
      .option("--dry-run", "only show the result")
      .action(reopen),
    `org reopen --org ${SAMPLE_ID}`,
  );
}

function close({ org, yes = false, dryRun = false, ...output }: ClosingOptions): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    if (!dryRun) {
      const { name, archived } = await operatorReading(database, orgId, async (scope) => ({
        name: (await scope.organization()).name,
        archived: (await lastArchive(scope))?.toISOString() ?? "never",
      }));
      const question = `Nobody can work in "${name}" any more, and its data will be deleted in 30 days.`;
      await confirm(`${question} The data archive was last downloaded: ${archived}.`, yes);
      await operatorScope(
        database,
        orgId,
        (scope) => closeOrganization(scope, { name, withoutArchive: true }),
        "deletion",
      );
    }
    printRows([await operatorReading(database, orgId, rowIfClosed)], output);
  });
}

function reopen({ org, dryRun = false, ...output }: ClosingOptions): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    if (!dryRun) await operatorScope(database, orgId, reopenOrganization, "deletion");
    const { name } = await operatorReading(database, orgId, (scope) => scope.organization());
    printRows([{ org_id: orgId, name, closed_at: null, kept_until: null }], output);
  });
}

/** Returns the row of an organization that is closed, or would be closed now. */
async function rowIfClosed(scope: Scope) {
  const { name, closedAt, timeZone } = await scope.organization();
  const since = closedAt ?? scope.now;
  const keptUntil = todayIn(timeZone, closedUntil(since));
  return { org_id: scope.orgId, name, closed_at: closedAt?.toISOString() ?? null, kept_until: keptUntil };
}
