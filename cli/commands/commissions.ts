import type { Command } from "commander";
import { generatePayments } from "~/domain/commissions/generate-payments.server";
import { DomainError } from "~/domain/shared/errors";
import { findOrganizations } from "../organizations";
import { requireOwner } from "../runtime";
import {
  eachWithProgress,
  errorLine,
  operatorScope,
  printRows,
  UsageError,
  withJson,
  withRuntime,
} from "../run-command";

type Options = { org?: string; json?: boolean };
/** `skipped`: the code of the refusal. */
type Row = {
  org_id: string;
  name: string;
  recurring_deals: number | null;
  created: number;
  skipped: string | null;
};

/** Adds the command `commissions` with its subcommands. */
export function addCommissionsCommands(program: Command): void {
  const commissions = program.command("commissions").description("monthly commission payments");
  withJson(commissions.command("generate"))
    .description("create the monthly payments that are missing (safe to repeat)")
    .option("--org <id>", "one organisation only")
    .action(generate);
}

/** When one organisation fails, the others are still done. The failure is reported and the command fails at the end. */
function generate(options: Options): Promise<void> {
  return withRuntime(async (runtime) => {
    const chosen = await findOrganizations(requireOwner(runtime), options.org);
    if (options.org !== undefined && chosen.length === 0) {
      throw new UsageError(`no organisation has the id "${options.org}"`);
    }
    const database = runtime.openDatabase();
    const rows: Row[] = [];
    let failed = 0;
    try {
      await eachWithProgress(chosen, async ({ id, name }) => {
        try {
          const { created, deals } = await operatorScope(database, id, (scope) => generatePayments(scope));
          rows.push({ org_id: id, name, recurring_deals: deals, created, skipped: null });
        } catch (error) {
          // Where all are asked for, one that is paused is no failure.
          if (options.org === undefined && isPause(error)) {
            rows.push({ org_id: id, name, recurring_deals: null, created: 0, skipped: error.code });
            return;
          }
          failed += 1;
          console.error(`${errorLine(error)} (organisation ${id})`);
        }
      });
    } finally {
      await database.close();
    }
    printRows(rows, options);
    if (failed > 0) throw new Error(`${failed} of ${chosen.length} organisations failed`);
  });
}

const isPause = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === "organization_paused";
