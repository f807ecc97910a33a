import type { Command } from "commander";
import { generatePayments } from "~/domain/commissions/generate-payments.server";
import { DomainError } from "~/domain/shared/errors";
import { readDeal } from "~/domain/deals/read-deal.server";
import { previewRegeneration, regeneratePayments } from "~/domain/deals/regenerate-payments.server";
import { recordId } from "~/domain/shared/fields";
import { SAMPLE_ID, withExamples } from "../examples";
import { findOrganizations, withOrganization } from "../organizations";
import { requireOwner } from "../runtime";
import {
  confirm,
  eachWithProgress,
  errorLine,
  operatorReading,
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
  withExamples(
    withJson(commissions.command("generate"))
      .description("create the monthly payments that are missing (safe to repeat)")
      .option("--org <id>", "one organisation only")
      .action(generate),
    "commissions generate",
    `commissions generate --org ${SAMPLE_ID} --json`,
  );
  withExamples(
    withJson(commissions.command("regenerate"))
      .description("make the pending payments of a recurring deal what its contract says; paid ones stay")
      .requiredOption("--org <id>", "the organisation")
      .requiredOption("--deal <id>", "the deal")
      .option("--dry-run", "only say what would be done")
      .option("--yes", "remove payments without asking")
      .action(regenerate),
    `commissions regenerate --org ${SAMPLE_ID} --deal 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 --dry-run`,
  );
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

type Regeneration = { org: string; deal: string; dryRun?: boolean; yes?: boolean; json?: boolean };

function regenerate({ org, deal, dryRun = false, yes = false, json = false }: Regeneration): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    const { data: dealId } = recordId.safeParse(deal);
    const planned =
      dealId &&
      (await operatorReading(database, orgId, async (scope) => {
        if (!(await readDeal(scope, dealId))) return undefined;
        return previewRegeneration(scope, dealId);
      }));
    if (planned === undefined || !dealId)
      throw new UsageError(`the organisation has no deal with the id "${deal}"`);
    if (!planned) throw new UsageError("a one-time deal has no monthly payments");
    if (!dryRun && planned.removed > 0)
      await confirm(`${planned.removed} pending payments will be removed.`, yes);
    const done = dryRun
      ? planned
      : await operatorScope(database, orgId, (scope) => regeneratePayments(scope, dealId));
    printRows([{ deal: dealId, ...(done ?? planned) }], { json });
  });
}
