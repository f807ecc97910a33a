import type { Command } from "commander";
import { generatePayments } from "~/domain/commissions/generate-payments.server";
import { listOrganizations } from "../organizations";
import { requireOwner } from "../runtime";
import { operatorScope, printRows, UsageError, withJson, withRuntime } from "../run-command";

export function addCommissionsCommands(program: Command): void {
  const commissions = program.command("commissions").description("monthly commission payments");

  withJson(commissions.command("generate"))
    .description("create the monthly payments that are missing (safe to repeat)")
    .option("--org <id>", "one organisation only")
    .action((options: { org?: string; json?: boolean }) =>
      withRuntime(async (runtime) => {
        const all = await listOrganizations(requireOwner(runtime));
        const chosen = options.org ? all.filter((one) => one.id === options.org) : all;
        if (options.org && chosen.length === 0)
          throw new UsageError(`no organisation has the id ${options.org}`);
        const database = runtime.openDatabase();
        try {
          const rows = [];
          for (const { id, name } of chosen) {
            const { created, deals } = await operatorScope(database, id, (scope) => generatePayments(scope));
            rows.push({ org_id: id, name, recurring_deals: deals, created });
          }
          printRows(rows, options);
        } finally {
          await database.close();
        }
      }),
    );
}
