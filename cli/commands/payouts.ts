import type { Command } from "commander";
import { approveRun } from "~/domain/payouts/approve-run.server";
import { createRun, previewRun } from "~/domain/payouts/create-run.server";
import type { ProposedPayout } from "~/domain/payouts/plan-run";
import { listPayoutRuns } from "~/domain/payouts/read-run.server";
import type { Run } from "~/domain/payouts/run";
import { createRunSchema } from "~/domain/payouts/run.schema";
import type { Day } from "~/domain/shared/dates";
import { DomainError } from "~/domain/shared/errors";
import { sum, toDecimal } from "~/domain/shared/money";
import type { Scope } from "~/domain/shared/scope";
import { dayOf } from "../day-of";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { confirm, operatorReading, operatorScope, printRows, UsageError, withJson } from "../run-command";
import { requireRun } from "../require-run";
import { addBankFileCommand } from "./payout-bank-file";
import { addDatevCommand } from "./payout-datev";
import { addReclaimsCommand } from "./payout-reclaims";
import { addPayoutDocumentsCommand } from "./payout-documents";

type Json = { json?: boolean };
type Wanted = Json & { org: string; currency: string; until: string };
type OfRun = Json & { org: string; run: string };

const SAMPLE_RUN = "0190a5a0-7c1e-7000-8000-0b6f5d1c2a39";
const SAMPLE_WANTED = `--org ${SAMPLE_ID} --currency EUR --until 2026-03-31`;

/** Adds the command `payouts` with its subcommands. */
export function addPayoutsCommands(program: Command): void {
  const payouts = program.command("payouts").description("payout runs of an organization");
  withExamples(
    withWanted(payouts.command("preview"))
      .description("show what a payout run would pay, and who is left out and why; nothing is written")
      .action(preview),
    `payouts preview ${SAMPLE_WANTED}`,
  );
  withExamples(
    withWanted(payouts.command("create"))
      .description("create a draft of a payout run; nothing is paid, and affiliates do not see it")
      .option("--affiliate <id...>", "only these affiliates; without it everybody who is proposed")
      .option("--note <text>", "a note for the staff")
      .option("--dry-run", "only show what the draft would pay")
      .action(create),
    `payouts create ${SAMPLE_WANTED}`,
  );
  withExamples(
    withRun(payouts.command("approve"))
      .description("approve a draft: fixes amounts and accounts, and issues a numbered statement to each affiliate")
      .option("--dry-run", "only show what would be approved")
      .option("--yes", "do not ask for confirmation")
      .action(approve),
    `payouts approve --org ${SAMPLE_ID} --run ${SAMPLE_RUN} --dry-run`,
  );
  addBankFileCommand(payouts);
  addDatevCommand(payouts);
  addReclaimsCommand(payouts);
  addPayoutDocumentsCommand(payouts);
  withExamples(
    withJson(payouts.command("list"))
      .description("list the latest payout runs")
      .requiredOption("--org <id>", "the organization")
      .action(list),
    `payouts list --org ${SAMPLE_ID}`,
  );
  withExamples(
    withRun(payouts.command("show")).description("show the payouts of a run").action(show),
    `payouts show --org ${SAMPLE_ID} --run ${SAMPLE_RUN}`,
  );
}

const withWanted = (command: Command) =>
  withJson(command)
    .requiredOption("--org <id>", "the organization")
    .requiredOption("--currency <code>", "currency of the commissions, such as EUR")
    .requiredOption("--until <day>", "commissions due until this day (YYYY-MM-DD), in the organization's time zone");

/** Adds the options that name a run. */
const withRun = (command: Command) =>
  withJson(command).requiredOption("--org <id>", "the organization").requiredOption("--run <id>", "the payout run");

function wantedOf({ currency, until }: Wanted): { currency: string; until: Day } {
  const day = dayOf(until);
  if (!day) throw new UsageError(`--until must be a day such as 2026-03-31, not "${until}"`);
  return { currency: currency.toUpperCase(), until: day };
}

function preview({ org, json = false, ...options }: Wanted): Promise<void> {
  const wanted = wantedOf({ org, ...options });
  return withOrganization(org, async (database, orgId) => {
    const { proposals } = await operatorReading(database, orgId, (scope) => previewRun(scope, wanted));
    printRows(
      proposals.map((one) => proposalRow(one, wanted.currency)),
      { json },
    );
  });
}

const proposalRow = (one: ProposedPayout, currency: string) => ({
  affiliate: one.affiliateId,
  name: one.name,
  commissions: one.lines.length,
  net: toDecimal(one.net, currency),
  vat: toDecimal(one.vatTotal, currency),
  gross: toDecimal(one.gross, currency),
  currency,
  basis: one.basis,
  no_credit_note: one.noCreditNote,
  left_out: one.reason,
  missing: one.missing.join(" ") || null,
  payable: one.payable ? "yes" : "no",
});

type Creating = Wanted & { affiliate?: string[]; note?: string; dryRun?: boolean };

function create({ org, affiliate, note = "", dryRun = false, json = false, ...options }: Creating): Promise<void> {
  const wanted = wantedOf({ org, ...options });
  // Its own version is that of the preview below.
  const input = createRunSchema.safeParse({ ...wanted, affiliate_id: affiliate ?? [], note, version: "preview" });
  if (!input.success) {
    const [field] = input.error.issues[0]!.path;
    if (field === "note") throw new UsageError("--note is too long");
    throw new UsageError(field === "currency" ? "--currency is not a currency" : "--affiliate needs valid ids");
  }
  return withOrganization(org, async (database, orgId) => {
    const plan = async (scope: Scope) => {
      const { proposals, version } = await previewRun(scope, wanted);
      const chosen = proposals.filter(({ affiliateId, reason }) =>
        affiliate ? input.data.affiliateIds.includes(affiliateId) : reason === null,
      );
      if (chosen.length === 0) throw new DomainError("run_empty");
      const isMissing = affiliate !== undefined && chosen.length < new Set(input.data.affiliateIds).size;
      if (isMissing || chosen.some(({ payable }) => !payable)) throw new DomainError("run_not_ready");
      return { chosen, version };
    };
    const row = (run: string | null, chosen: ProposedPayout[]) => ({
      run,
      payouts: chosen.length,
      gross: toDecimal(sum(chosen.map(({ gross }) => gross)), wanted.currency),
      ...wanted,
    });
    const done = dryRun
      ? row(null, (await operatorReading(database, orgId, plan)).chosen)
      : await operatorScope(database, orgId, async (scope) => {
          const { chosen, version } = await plan(scope);
          const affiliateIds = chosen.map(({ affiliateId }) => affiliateId);
          return row(await createRun(scope, { ...input.data, ...wanted, affiliateIds, version }), chosen);
        });
    printRows([done], { json });
  });
}

type Approving = OfRun & { dryRun?: boolean; yes?: boolean };

/** The amounts that are shown are those that are approved: a change in between fails with `run_changed`. */
function approve({ org, run: id, dryRun = false, yes = false, json = false }: Approving): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    const run = await operatorReading(database, orgId, (scope) => requireRun(scope, id));
    const gross = toDecimal(run.gross ?? 0, run.currency);
    if (dryRun) return printRows(rowsOf(run), { json });
    if (run.state === "draft") {
      // A deal that was edited meanwhile has left the draft.
      const count = run.proposals.filter(({ lines }) => lines.length > 0).length;
      const question = `Statements for ${count} affiliates over ${gross} ${run.currency} will be issued.`;
      await confirm(question, yes);
    }
    const approved = await operatorScope(database, orgId, (scope) =>
      approveRun(scope, { runId: run.id, version: run.version }),
    );
    printRows([{ run: run.id, approved, gross, currency: run.currency }], { json });
  });
}

function list({ org, json = false }: Json & { org: string }): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    const { rows } = await operatorReading(database, orgId, (scope) => listPayoutRuns(scope));
    const shown = rows.map((run) => ({
      run: run.id,
      created: run.createdAt,
      state: run.state,
      until: run.until,
      payouts: run.payouts,
      // The amounts of a draft follow the deals.
      gross: run.gross === null ? null : toDecimal(run.gross, run.currency),
      currency: run.currency,
    }));
    printRows(shown, { json });
  });
}

function show({ org, run: id, json = false }: OfRun): Promise<void> {
  return withOrganization(org, async (database, orgId) => {
    printRows(rowsOf(await operatorReading(database, orgId, (scope) => requireRun(scope, id))), { json });
  });
}

/** The payouts of a run: of a draft, what it would pay now. */
function rowsOf({ state, proposals, payoutList, currency }: Run) {
  if (state === "draft") return proposals.map((one) => proposalRow(one, currency));
  return payoutList.map((one) => ({
    payout: one.id,
    number: one.number,
    affiliate: one.affiliateId,
    name: one.name,
    state: one.state,
    commissions: one.lines,
    net: toDecimal(one.net, currency),
    vat: toDecimal(one.vat, currency),
    gross: toDecimal(one.gross, currency),
    currency,
    paid_on: one.paidOn,
    returned: one.returnReason,
  }));
}
