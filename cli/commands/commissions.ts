import type { Command } from "commander";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { recurringDeals, type GenerationCounts } from "~/domain/commissions/generation";
import { listRuns } from "~/domain/commissions/list-runs.server";
import { previewGeneration } from "~/domain/commissions/preview-generation.server";
import { runGeneration } from "~/domain/commissions/run-generation.server";
import type { InScope } from "~/domain/shared/scope";
import type { Database } from "~/platform/db/database.server";
import { DomainError } from "~/domain/shared/errors";
import { readDeal } from "~/domain/deals/read-deal.server";
import { previewRegeneration, regeneratePayments } from "~/domain/deals/regenerate-payments.server";
import { recordId } from "~/domain/shared/fields";
import { addReceiptCommand } from "./commission-receipt";
import { SAMPLE_ID, withExamples } from "../examples";
import { findOrganizations, withOrganization } from "../organizations";
import { eachWithProgress } from "../progress";
import { requireOwner } from "../runtime";
import {
  confirm,
  operatorReading,
  operatorScope,
  printError,
  printRows,
  UsageError,
  withJson,
  withRuntime,
} from "../run-command";

type Options = { org?: string; deal?: string; dryRun?: boolean; json?: boolean };
type Counts = Record<"recurring_deals" | "complete" | "no_affiliate" | "no_commission", number | null>;
/** `skipped` is the error code. */
type Row = { org_id: string; name: string; created: number; skipped: string | null } & Counts;

/** Adds the command `commissions` with its subcommands. */
export function addCommissionsCommands(program: Command): void {
  const commissions = program.command("commissions").description("monthly commission payments");
  withExamples(
    withJson(commissions.command("generate"))
      .description("create missing monthly payments; checks every recurring deal (idempotent)")
      .option("--org <id>", "only this organization")
      .option("--deal <id>", "only this deal of the organization")
      .option("--dry-run", "only show what would be created")
      .action(generate),
    "commissions generate --dry-run",
    `commissions generate --org ${SAMPLE_ID} --json`,
  );
  withExamples(
    withJson(commissions.command("runs"))
      .description("list the latest runs of an organization and their results")
      .requiredOption("--org <id>", "the organization")
      .action(runs),
    `commissions runs --org ${SAMPLE_ID}`,
  );
  withExamples(
    withJson(commissions.command("regenerate"))
      .description("recreate the pending payments of a recurring deal from its contract; paid ones stay")
      .requiredOption("--org <id>", "the organization")
      .requiredOption("--deal <id>", "the deal")
      .option("--dry-run", "only show what would change")
      .option("--yes", "remove payments without asking")
      .action(regenerate),
    `commissions regenerate --org ${SAMPLE_ID} --deal 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 --dry-run`,
  );
  addReceiptCommand(commissions);
}

function runs({ org, ...options }: { org: string; json?: boolean }): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    const found = await operatorReading(database, orgId, (scope) => listRuns(scope));
    const rows = found.map((run) => ({
      at: run.at,
      by: run.actor.kind,
      state: run.state,
      created: run.created,
      filled: run.filled,
      complete: run.complete,
      no_affiliate: run.withoutAffiliate,
      no_commission: run.withoutCommission,
    }));
    printRows(rows, options);
  });
}

/** Continues with the other organizations if one fails. Failures are printed, and the command fails at the end. */
function generate({ dryRun = false, ...options }: Options): Promise<void> {
  if (options.deal !== undefined && options.org === undefined)
    throw new UsageError("--deal needs --org, the organization of the deal");
  return withRuntime(async (runtime) => {
    const chosen = await findOrganizations(requireOwner(runtime), options.org);
    if (options.org !== undefined && chosen.length === 0) {
      throw new UsageError(`no organization has the id "${options.org}"`);
    }
    const database = runtime.openDatabase();
    const rows: Row[] = [];
    let failed = 0;
    try {
      await eachWithProgress(chosen, async ({ id, name }) => {
        try {
          rows.push({
            org_id: id,
            name,
            ...(await generateFor(database, id, dryRun, options.deal)),
            skipped: null,
          });
        } catch (error) {
          // When all organizations are processed, a paused one is not a failure.
          if (options.org === undefined && isPause(error)) {
            const unknown = {
              recurring_deals: null,
              complete: null,
              no_affiliate: null,
              no_commission: null,
            };
            rows.push({ org_id: id, name, created: 0, ...unknown, skipped: error.code });
            return;
          }
          if (error instanceof UsageError) throw error;
          failed += 1;
          printError(error, `organization ${id}`);
        }
      });
    } finally {
      await database.close();
    }
    printRows(rows, options);
    if (failed > 0) throw new Error(`${failed} of ${chosen.length} organizations failed`);
  });
}

/** Generates payments for an organization or one of its deals, or only previews the result. */
async function generateFor(database: Database, orgId: string, dryRun: boolean, deal?: string) {
  const inScope: InScope = (use) => operatorScope(database, orgId, use);
  const reading: InScope = (use) => operatorReading(database, orgId, use);
  if (deal === undefined)
    return rowOf(
      dryRun
        ? await reading((scope) => previewGeneration(scope, { full: true }))
        : await runGeneration(inScope, { full: true }),
    );
  const found = await reading((scope) => readDeal(scope, deal));
  if (!found) throw new UsageError(`the organization has no deal with the id "${deal}"`);
  const before = await reading((scope) => previewGeneration(scope, { dealId: found.id }));
  if (dryRun) return rowOf(before);
  const { created } = await inScope((scope) => generatePayments(scope, { dealId: found.id }));
  return rowOf({ ...before, created });
}

const rowOf = (counts: GenerationCounts) => ({
  created: counts.created,
  recurring_deals: recurringDeals(counts),
  complete: counts.complete,
  no_affiliate: counts.withoutAffiliate,
  no_commission: counts.withoutCommission,
});

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
    if (planned === undefined || !dealId) throw new UsageError(`the organization has no deal with the id "${deal}"`);
    if (!planned) throw new UsageError("a one-time deal has no monthly payments");
    if (!dryRun && planned.removed > 0) await confirm(`${planned.removed} pending payments will be removed.`, yes);
    const done = dryRun ? planned : await operatorScope(database, orgId, (scope) => regeneratePayments(scope, dealId));
    printRows([{ deal: dealId, ...(done ?? planned) }], { json });
  });
}
