import { Option, type Command } from "commander";
import { endReasons, type EndReason, type Fate } from "~/domain/deals/deal-end";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal, readEndableDeal } from "~/domain/deals/end-deal.server";
import { previewEnd, problemOfEnd, type EndPreview } from "~/domain/deals/preview-end";
import { readDeal } from "~/domain/deals/read-deal.server";
import { resumeDeal } from "~/domain/deals/resume-deal.server";
import { toDecimal, type Money } from "~/domain/shared/money";
import { DomainError } from "~/domain/shared/errors";
import { dayOf } from "../day-of";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { confirm, operatorReading, operatorScope, printRows, UsageError, withJson } from "../run-command";

type Ending = { org: string; deal: string; reason: EndReason; day: string; note?: string } & {
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
};

const SAMPLE_DEAL = "0190a5a0-7c1e-7000-8000-0b6f5d1c2a39";

/** Adds the command `deals` with its subcommands. */
export function addDealsCommands(program: Command): void {
  const deals = program.command("deals").description("end and resume deals");
  withExamples(
    withJson(deals.command("end"))
      .description("end or cancel a deal; the reason decides which commissions end, stay or are owed back")
      .requiredOption("--org <id>", "the organization")
      .requiredOption("--deal <id>", "the deal")
      .addOption(new Option("--reason <reason>", "why").choices(endReasons).makeOptionMandatory())
      .requiredOption(
        "--day <day>",
        "first day on which it no longer runs (YYYY-MM-DD), in the organization's time zone",
      )
      .option("--note <text>", "explanation shown to the affiliate")
      .option("--dry-run", "only show what would happen to its commissions")
      .option("--yes", "do not ask for confirmation")
      .action(end),
    `deals end --org ${SAMPLE_ID} --deal ${SAMPLE_DEAL} --reason cancelled_by_customer --day 2026-03-01 --dry-run`,
  );
  withExamples(
    withJson(deals.command("resume"))
      .description("undo the end of a deal, unless its lead is lost")
      .requiredOption("--org <id>", "the organization")
      .requiredOption("--deal <id>", "the deal")
      .option("--dry-run", "only show whether it would be resumed")
      .action(resume),
    `deals resume --org ${SAMPLE_ID} --deal ${SAMPLE_DEAL}`,
  );
}

function end({ org, deal, reason, note, ...options }: Ending): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    const day = dayOf(options.day);
    if (!day) throw new UsageError(`--day must be a day such as 2026-03-01, not "${options.day}"`);
    const input = endDealSchema.safeParse({ deal_id: deal, reason, day, note: note ?? "" });
    if (input.error) {
      const isNote = input.error.issues.some(({ path }) => path[0] === "note");
      throw isNote ? new UsageError("--note is too long") : unknown(deal);
    }
    const preview = await operatorReading(database, orgId, async (scope) => {
      const found = await readEndableDeal(scope, deal);
      if (!found) throw unknown(deal);
      const problem = problemOfEnd(found.contract, { day, reason }, await scope.today());
      if (problem) throw new DomainError(problem.code);
      return previewEnd(found, { day, reason });
    });
    if (!options.dryRun) {
      const back = amounts(preview.sums.owed_back);
      const ends = preview.commissions.filter(({ fate }) => fate === "ends").length;
      await confirm(`${ends} commissions will end${back && `, and ${back} will be owed back`}.`, options.yes ?? false);
      await operatorScope(database, orgId, (scope) => endDeal(scope, input.data));
    }
    printRows([{ deal, day, reason, ...rowOf(preview) }], options);
  });
}

type Resuming = { org: string; deal: string; dryRun?: boolean; json?: boolean };

function resume({ org, deal, dryRun = false, ...options }: Resuming): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    const found = await operatorReading(database, orgId, (scope) => readDeal(scope, deal));
    if (!found) throw unknown(deal);
    const resumed = dryRun
      ? found.ended !== null && found.leadStatus === "converted"
      : await operatorScope(database, orgId, (scope) => resumeDeal(scope, found.id));
    printRows([{ deal: found.id, resumed: resumed ? "yes" : "no" }], options);
  });
}

const unknown = (deal: string) => new UsageError(`the organization has no deal with the id "${deal}"`);

const amounts = (sums: readonly Money[]) =>
  sums.map(({ amount, currency }) => `${toDecimal(amount, currency)} ${currency}`).join(" + ");

function rowOf({ commissions, sums, worth }: EndPreview) {
  const count = (fate: Fate) => commissions.filter((one) => one.fate === fate).length;
  return {
    ends: count("ends"),
    stays: count("stays"),
    paid: count("paid"),
    owed_back: count("owed_back"),
    claim: amounts(sums.owed_back),
    worth: amounts([worth]),
  };
}
