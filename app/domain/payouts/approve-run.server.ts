import { recordAudit } from "../audit/record-audit.server";
import { dayFromDate, yearOf } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { grouped } from "../shared/grouped";
import { sum } from "../shared/money";
import { actingUser, requireProof, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { affiliateCodes } from "./affiliate-code.server";
import { buildStatements, type BuiltStatement } from "./build-statements.server";
import { inRun, lockLines, lockRun } from "./lock-run.server";
import { takeNumbers } from "./next-numbers.server";
import { formatNumber, seriesKey } from "./payer-settings";
import { readPayer } from "./payer.server";
import { planRun } from "./plan-run";
import { readRunPayees, readRunTerms, runVersion } from "./run-facts.server";
import type { Statement } from "./statement";

/** Payouts stored in one statement. A statement has up to some hundred lines. */
const AT_ONCE = 50;

/**
 * Approves a draft (PAY-06): fixes the amounts and accounts, and issues a numbered statement to each affiliate. Returns
 * the number of payouts; 0 if the run was approved before. `version` is what the page has shown. Throws `not_found`,
 * `run_state` (void), `run_changed`, `run_not_ready` (somebody can no longer be paid), `run_empty`, `payer_incomplete`,
 * `run_second_member` (another member must approve it), `proof_required`, `forbidden`.
 */
export async function approveRun(
  scope: Scope,
  { runId, version }: { runId: string; version: string },
): Promise<number> {
  requireStaff(scope);
  requireProof(scope, "payout.approve");
  const run = await lockRun(scope, runId);
  if (run.state === "void") throw new DomainError("run_state");
  if (run.state !== "draft") return 0;
  const { numbers, secondApprover } = await readPayer(scope);
  if (secondApprover && run.createdBy !== null && run.createdBy === actingUser(scope))
    throw new DomainError("run_second_member");
  const terms = await readRunTerms(scope, { currency: run.currency, until: dayFromDate(run.until) });
  const held = inRun(scope, runId);
  // With the deals of claims: whoever takes back the end of one deletes its claims.
  const claimed = sql`id in (select deal_id from commission_claim where org_id = ${scope.orgId}::uuid and ${held})`;
  await lockLines(scope, { deals: sql`(${held} or ${claimed})`, payments: held });
  // Read after taking the locks, to include changes that have just been committed.
  const all = planRun(terms, await readRunPayees(scope, terms, runId));
  if (runVersion(all) !== version) throw new DomainError("run_changed");
  // A deal that was edited meanwhile has left the draft.
  const proposals = all.filter(({ lines }) => lines.length > 0);
  if (proposals.length === 0) throw new DomainError("run_empty");
  if (proposals.some(({ payable }) => !payable)) throw new DomainError("run_not_ready");
  await keepOnly(scope, runId, proposals);
  const built = await buildStatements(scope, run, proposals);
  await storeStatements(scope, runId, numbers.statement, built);
  await freezeAmounts(scope, runId);
  await scope.db.payoutRun.updateMany({
    where: { id: runId },
    data: { state: "approved", approvedBy: actingUser(scope), approvedAt: scope.now },
  });
  await scope.enqueue("payout.documents", { run_id: runId }, { key: `payout.documents ${runId}` });
  await recordAudit(scope, {
    action: "payout.approve",
    entity: "payout_run",
    entityId: runId,
    data: {
      count: built.length,
      amount: sum(built.map(({ statement }) => statement.gross)),
      currency: run.currency,
    },
  });
  return built.length;
}

/** Removes payouts without lines, and lines that are no longer due. */
async function keepOnly(
  scope: Scope,
  runId: string,
  proposals: readonly { affiliateId: string; lines: readonly { id: string }[] }[],
): Promise<void> {
  const lines = proposals.flatMap((one) => one.lines.map(({ id }) => id));
  const left = sql`org_id = ${scope.orgId}::uuid and id <> all(${lines}::uuid[]) and ${inRun(scope, runId)}`;
  for (const table of [sql`deal`, sql`commission_payment`, sql`commission_claim`]) {
    await scope.db.$executeRaw(sql`update ${table} set payout_id = null where ${left}`);
  }
  const affiliateId = { notIn: proposals.map((one) => one.affiliateId) };
  await scope.db.payout.deleteMany({ where: { runId, affiliateId, state: "draft" } });
}

/** Gives each statement its number and stores it in its payout. */
async function storeStatements(
  scope: Scope,
  runId: string,
  pattern: string,
  built: readonly BuiltStatement[],
): Promise<void> {
  const year = yearOf(await scope.today());
  const affiliateIds = built.map((one) => one.affiliateId);
  const codes = pattern.includes("{AFFILIATE}") ? await affiliateCodes(scope, affiliateIds) : new Map<string, string>();
  const coded = built.map((one) => ({ ...one, parts: { year, affiliate: codes.get(one.affiliateId) ?? "" } }));
  const series = grouped(coded, ({ parts }) => seriesKey(pattern, parts));
  const numbered: (BuiltStatement & { statement: Statement })[] = [];
  // The order of the keys is the same in every run, so that two runs do not wait for each other.
  for (const key of [...series.keys()].sort()) {
    const own = series.get(key)!;
    const first = await takeNumbers(scope, key, own.length);
    for (const [index, { parts, statement, ...one }] of own.entries()) {
      const number = formatNumber(pattern, { ...parts, number: first + index });
      numbered.push({ ...one, statement: { number, ...statement } });
    }
  }
  for (let at = 0; at < numbered.length; at += AT_ONCE) {
    const some = numbered.slice(at, at + AT_ONCE);
    await scope.db.$executeRaw`
      update payout p
      set state = 'open', number = s.number, net = s.net, vat = s.vat, gross = s.gross, account_id = s.account_id,
          statement = s.statement::jsonb
      from unnest(
        ${some.map((one) => one.affiliateId)}::uuid[], ${some.map((one) => one.accountId)}::uuid[],
        ${some.map(({ statement }) => statement.number)}::text[], ${some.map(({ statement }) => statement.net)}::bigint[],
        ${some.map(({ statement }) => statement.vatTotal)}::bigint[],
        ${some.map(({ statement }) => statement.gross)}::bigint[],
        ${some.map(({ statement }) => JSON.stringify(statement))}::text[]
      ) s (affiliate_id, account_id, number, net, vat, gross, statement)
      where p.org_id = ${scope.orgId}::uuid and p.run_id = ${runId}::uuid and p.affiliate_id = s.affiliate_id
        and p.state = 'draft'`;
  }
}

/** From now on the database refuses another amount. */
async function freezeAmounts(scope: Scope, runId: string): Promise<void> {
  const held = sql`org_id = ${scope.orgId}::uuid and ${inRun(scope, runId)}`;
  await scope.db.$executeRaw(sql`update deal set payout_amount = commission_amount where ${held}`);
  await scope.db.$executeRaw(sql`update commission_payment set payout_amount = amount where ${held}`);
}
