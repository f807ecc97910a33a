import { recordAudit } from "../audit/record-audit.server";
import { inPayouts } from "../deals/in-payouts.server";
import { DomainError } from "../shared/errors";
import { requireProof, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";
import { cancelCreditNotes } from "./issue-documents.server";
import { emitPayouts, openPayouts } from "./emit-payouts.server";
import { voidInvoices } from "./invoice-slot.server";
import { lockLines, lockRun } from "./lock-run.server";
import { withoutAccounts } from "./without-accounts";

/**
 * Takes the lines of these payouts out of them, so that they are due again and the next run can pay them. The caller
 * has locked the run. `payouts`: the condition on the table `payout`.
 */
export async function freeLines(scope: Scope, payouts: Sql): Promise<void> {
  const held = inPayouts(scope, payouts);
  await lockLines(scope, { deals: held, payments: held });
  const own = sql`org_id = ${scope.orgId}::uuid and ${held}`;
  await scope.db.$executeRaw(sql`update deal set payout_id = null, payout_amount = null where ${own}`);
  await scope.db.$executeRaw(sql`update commission_payment set payout_id = null, payout_amount = null where ${own}`);
  await scope.db.$executeRaw(sql`update commission_claim set payout_id = null, settled_on = null where ${own}`);
}

/**
 * Takes an affiliate out of a draft. Returns whether this call did it. Throws `not_found`, `run_state`, `forbidden`.
 */
export async function leaveOut(
  scope: Scope,
  { runId, affiliateId }: { runId: string; affiliateId: string },
): Promise<boolean> {
  requireStaff(scope);
  const run = await lockRun(scope, runId);
  if (run.state !== "draft") throw new DomainError("run_state");
  await freeLines(scope, sql`run_id = ${runId}::uuid and affiliate_id = ${affiliateId}::uuid`);
  const { count } = await scope.db.payout.deleteMany({ where: { runId, affiliateId, state: "draft" } });
  if (count === 0) return false;
  await recordAudit(scope, {
    action: "payout.leave_out",
    entity: "payout_run",
    entityId: runId,
    data: { affiliate_id: affiliateId },
  });
  return true;
}

/** Discards a draft. Returns whether this call did it. Throws `not_found`, `run_state`, `forbidden`. */
export async function discardRun(scope: Scope, runId: string): Promise<boolean> {
  requireStaff(scope);
  const run = await lockRun(scope, runId);
  if (run.state === "void") return false;
  if (run.state !== "draft") throw new DomainError("run_state");
  await freeLines(scope, sql`run_id = ${runId}::uuid`);
  await scope.db.payout.deleteMany({ where: { runId, state: "draft" } });
  await scope.db.payoutRun.updateMany({ where: { id: runId }, data: { state: "void", voidedAt: scope.now } });
  await recordAudit(scope, { action: "payout.discard", entity: "payout_run", entityId: runId });
  return true;
}

/**
 * Takes back an approved run: it pays nothing, its statements are withdrawn, its credit notes are canceled by documents
 * of their own, and its commissions are due again. No number is given again. A run that was sent to the bank needs a
 * reason. Returns whether this call did it. Throws `not_found`, `run_state` (a draft, or a payout is paid),
 * `run_void_reason`, `proof_required`, `forbidden`.
 */
export async function voidRun(
  scope: Scope,
  { runId, reason: entered }: { runId: string; reason: string | null },
): Promise<boolean> {
  requireStaff(scope);
  requireProof(scope, "payout.void");
  const reason = entered && withoutAccounts(entered);
  const run = await lockRun(scope, runId);
  if (run.state === "void") return false;
  const paid = await scope.db.payout.count({ where: { runId, state: "paid" } });
  if (run.state === "draft" || paid > 0) throw new DomainError("run_state");
  if (run.sentAt && !reason) throw new DomainError("run_void_reason", {}, "reason");
  const open = await openPayouts(scope, runId);
  await freeLines(scope, sql`run_id = ${runId}::uuid`);
  await cancelCreditNotes(scope, { runId });
  await voidInvoices(scope, sql`run_id = ${runId}::uuid`);
  await scope.db.payout.updateMany({
    where: { runId, state: { in: ["open", "returned", "none"] } },
    data: { state: "void", withdrawnAt: scope.now, returnedAt: null, returnReason: null },
  });
  await scope.db.payoutRun.updateMany({
    where: { id: runId },
    data: { state: "void", voidedAt: scope.now, voidReason: reason },
  });
  await emitPayouts(scope, open, { event: "payout.voided" });
  await recordAudit(scope, {
    action: "payout.void",
    entity: "payout_run",
    entityId: runId,
    data: { reason, sent: run.sentAt !== null },
  });
  return true;
}

/**
 * Records that the payments of an approved run were sent to the bank. Returns whether this call did it. Throws
 * `not_found`, `run_state`, `forbidden`.
 */
export async function markSent(scope: Scope, runId: string): Promise<boolean> {
  requireStaff(scope);
  const run = await lockRun(scope, runId);
  if (run.state === "sent" || run.state === "paid") return false;
  if (run.state !== "approved") throw new DomainError("run_state");
  await scope.db.payoutRun.updateMany({ where: { id: runId }, data: { state: "sent", sentAt: scope.now } });
  await recordAudit(scope, { action: "payout.send", entity: "payout_run", entityId: runId });
  return true;
}
