import { recordAudit } from "../audit/record-audit.server";
import { dayFromDate } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { lockOrganization } from "../shared/lock-organization.server";
import { sum } from "../shared/money";
import { actingUser, requireProof, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { askForInvoices } from "./ask-for-invoices.server";
import { emitPayouts, openPayouts } from "./emit-payouts.server";
import { buildStatements } from "./build-statements.server";
import { enqueueDocuments, issueCreditNotes } from "./issue-documents.server";
import { inRun, lockLines, lockRun } from "./lock-run.server";
import { readPayer } from "./payer.server";
import { issueStatements } from "./issue-statements.server";
import { planRun } from "./plan-run";
import { storeStatements } from "./store-statements.server";
import { readRunPayees, readRunTerms, runVersion } from "./run-facts.server";

/**
 * Approves a draft (PAY-06): fixes the amounts and accounts, and issues a numbered statement to each affiliate and a
 * credit note to those who agreed; if the run covers all, also statements to those who get nothing. Returns the number
 * of payouts; 0 if the run was approved before. `version` is what the page has shown. Throws `not_found`, `run_state`
 * (void), `run_changed`, `run_not_ready` (somebody can no longer be paid), `run_empty`, `payer_incomplete`,
 * `run_second_member` (another member must approve it), `run_needs_member` (operators are none), `proof_required`,
 * `forbidden`.
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
  if (secondApprover && scope.actor.kind !== "member") throw new DomainError("run_needs_member");
  if (secondApprover && run.createdBy === actingUser(scope)) throw new DomainError("run_second_member");
  if (run.coversAll) await lockOrganization(scope);
  const terms = await readRunTerms(scope, { currency: run.currency, until: dayFromDate(run.until) });
  const held = inRun(scope, runId);
  // Also locks the deals of claims, because taking back the end of a deal deletes its claims.
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
  const built = await buildStatements(scope, run, proposals, { isPaid: true });
  const statements = await storeStatements(scope, run, numbers.statement, built, "open");
  await issueCreditNotes(scope, runId, statements);
  await askForInvoices(scope, runId, statements);
  if (run.coversAll) await issueStatements(scope, run, terms, numbers.statement);
  await freezeAmounts(scope, runId);
  await scope.db.payoutRun.updateMany({
    where: { id: runId },
    data: { state: "approved", approvedBy: actingUser(scope), approvedAt: scope.now },
  });
  await enqueueDocuments(scope, runId);
  await emitPayouts(scope, await openPayouts(scope, runId), { event: "payout.approved" });
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

/** From now on the database refuses another amount. */
async function freezeAmounts(scope: Scope, runId: string): Promise<void> {
  const held = sql`org_id = ${scope.orgId}::uuid and ${inRun(scope, runId)}`;
  await scope.db.$executeRaw(sql`update deal set payout_amount = commission_amount where ${held}`);
  await scope.db.$executeRaw(sql`update commission_payment set payout_amount = amount where ${held}`);
}
