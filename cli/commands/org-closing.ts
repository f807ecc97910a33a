import type { Command } from "commander";
import { closeOrganization, reopenOrganization } from "~/domain/members/close-organization.server";
import { closedUntilDay } from "~/domain/members/read-closing.server";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { confirm, operatorReading, operatorScope, printRows, withJson } from "../run-command";

type ClosingOptions = { org: string; yes?: boolean; json?: boolean };

/** Adds the subcommands of `org` that close and reopen an organization. */
export function addClosing(org: Command): void {
  withExamples(
    withJson(org.command("close"))
      .description("close an organization for its owners; its data are deleted 30 days later")
      .requiredOption("--org <id>", "the organization")
      .option("--yes", "close without asking for confirmation")
      .action(close),
    `org close --org ${SAMPLE_ID}`,
  );
  withExamples(
    withJson(org.command("reopen"))
      .description("open a closed organization again")
      .requiredOption("--org <id>", "the organization")
      .action(reopen),
    `org reopen --org ${SAMPLE_ID}`,
  );
}

function close({ org, yes = false, ...output }: ClosingOptions): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    const { name } = await operatorReading(database, orgId, (scope) => scope.organization());
    await confirm(`Nobody can work in "${name}" any more, and its data will be deleted in 30 days.`, yes);
    await operatorScope(database, orgId, (scope) => closeOrganization(scope, name), "deletion");
    printRows([await operatorReading(database, orgId, rowOf)], output);
  });
}

function reopen({ org, ...output }: ClosingOptions): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    await operatorScope(database, orgId, reopenOrganization, "deletion");
    printRows([await operatorReading(database, orgId, rowOf)], output);
  });
}

async function rowOf(scope: Parameters<typeof reopenOrganization>[0]) {
  const { name, closedAt } = await scope.organization();
  return {
    org_id: scope.orgId,
    name,
    closed_at: closedAt?.toISOString() ?? null,
    kept_until: await closedUntilDay(scope),
  };
}
