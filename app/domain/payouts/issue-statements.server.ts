import type { PayoutRun } from "#prisma";
import { recordAudit } from "../audit/record-audit.server";
import { notifyAffiliates } from "../notifications/notify-affiliate.server";
import { dateFromDay, dayFromDate, type Day } from "../shared/dates";
import { insertRows } from "../shared/insert-rows.server";
import { lockOrganization } from "../shared/lock-organization.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { buildStatements } from "./build-statements.server";
import { usualUntil } from "./payer";
import { readPayer } from "./payer.server";
import { planStatements, statementCadence } from "./plan-statements";
import type { ProposedPayout, RunTerms } from "./plan-run";
import { readRunPayees, readRunTerms } from "./run-facts.server";
import { storeStatements } from "./store-statements.server";

type RunToState = Pick<PayoutRun, "id" | "currency" | "until">;

/**
 * Issues statements in a run that pay nothing (PAY-07), to everybody who is owed one, and tells them. The caller has
 * locked the organization. Returns their number. Throws `payer_incomplete`, `run_changed`, `run_too_large`,
 * `forbidden`.
 */
export async function issueStatements(
  scope: Scope,
  run: RunToState,
  terms: RunTerms,
  pattern: string,
): Promise<number> {
  return issuePlanned(scope, run, pattern, planStatements(terms, await readRunPayees(scope, terms, null)));
}

async function issuePlanned(
  scope: Scope,
  run: RunToState,
  pattern: string,
  planned: readonly ProposedPayout[],
): Promise<number> {
  if (planned.length === 0) return 0;
  const built = await buildStatements(scope, run, planned, { isPaid: false });
  await insertRows(
    scope,
    "payout",
    {
      org_id: { type: "uuid", all: scope.orgId },
      id: { type: "uuid", of: () => timeOrderedId(scope.now.getTime()) },
      run_id: { type: "uuid", all: run.id },
      affiliate_id: { type: "uuid", of: ({ affiliateId }: (typeof built)[number]) => affiliateId },
      created_at: { type: "timestamptz", all: scope.now },
    },
    built,
  );
  await storeStatements(scope, run, pattern, built, "none");
  const issued = await scope.db.payout.findMany({
    where: { runId: run.id, state: "none" },
    select: { id: true, affiliateId: true, number: true },
  });
  const until = dayFromDate(run.until);
  const notices = issued.map(({ id, affiliateId, number }) => {
    return { type: "statement_issued" as const, affiliateId, payoutId: id, number: number!, until };
  });
  await notifyAffiliates(scope, notices);
  return built.length;
}

/**
 * Issues the statements that pay nothing for a period without a run (PAY-07), in each currency that runs have paid.
 * They belong to a run of their own. Returns their number; 0 for a payer without a rhythm or an address. Idempotent.
 * Throws `forbidden`.
 */
export async function issueDueStatements(scope: Scope): Promise<number> {
  requireStaff(scope);
  await lockOrganization(scope);
  const { cadence, record, numbers } = await readPayer(scope);
  const { legalName, street, postalCode, town, country } = record;
  if (cadence === null || [legalName, street, postalCode, town, country].includes(null)) return 0;
  const until = usualUntil(statementCadence(cadence), await scope.today());
  const runs = await scope.db.payoutRun.findMany({
    where: { approvedAt: { not: null } },
    distinct: ["currency"],
    select: { currency: true },
  });
  let count = 0;
  for (const { currency } of runs) count += await issueInOwnRun(scope, { currency, until }, numbers.statement);
  return count;
}

async function issueInOwnRun(
  scope: Scope,
  { currency, until }: { currency: string; until: Day },
  pattern: string,
): Promise<number> {
  const terms = await readRunTerms(scope, { currency, until });
  const planned = planStatements(terms, await readRunPayees(scope, terms, null));
  if (planned.length === 0) return 0;
  const run = { id: timeOrderedId(scope.now.getTime()), currency, until: dateFromDay(until) };
  const now = { createdAt: scope.now, approvedAt: scope.now };
  await scope.db.payoutRun.create({ data: { ...run, ...now, state: "none", coversAll: true } });
  const count = await issuePlanned(scope, run, pattern, planned);
  await scope.enqueue("payout.documents", { run_id: run.id }, { key: `payout.documents ${run.id}` });
  await recordAudit(scope, {
    action: "payout.issue_statements",
    entity: "payout_run",
    entityId: run.id,
    data: { count, currency, until },
  });
  return count;
}
