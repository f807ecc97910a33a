import { recordAction, recordAudit, recordAuditEntries } from "../audit/record-audit.server";
import { lockCommissions } from "../commissions/lock-commissions.server";
import { settleCommissions, stepsOfPaying } from "../commissions/pay-commissions.server";
import { reopenCommissions } from "../commissions/reopen-commissions.server";
import { dateFromDay, todayIn, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { recordId } from "../shared/fields";
import { fromDatabase, sum } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { lockLines, lockRun } from "./lock-run.server";
import { giveReceipts } from "./statement-files.server";
import { freeLines } from "./take-back-run.server";

export interface PaidPayouts {
  /** Number of payouts marked paid by this call. */
  paid: number;
  /** Minor units of the run's currency. */
  gross: number;
  /** Id for `undoPayment`; null if this call has paid nothing. */
  batchId: string | null;
}

/**
 * Marks payouts of a run paid on a value day (PAY-12): all that are open, or those with these ids. Their commissions
 * are paid and their claims settled with them. Each affiliate gets one notification and one email. Payouts that are
 * already paid stay unchanged. Throws `not_found`, `run_state` (a draft or void), `payout_day_in_future`,
 * `payout_day_early` (before the approval), `forbidden`.
 */
export async function payPayouts(
  scope: Scope,
  { runId, payoutIds, paidOn }: { runId: string; payoutIds: readonly string[] | null; paidOn: Day },
): Promise<PaidPayouts> {
  requireStaff(scope);
  const run = await lockRun(scope, runId);
  if (run.state === "draft" || run.state === "void" || !run.approvedAt) throw new DomainError("run_state");
  const { timeZone } = await scope.organization();
  if (paidOn > (await scope.today())) throw new DomainError("payout_day_in_future", {}, "paid_on");
  if (paidOn < todayIn(timeZone, run.approvedAt)) throw new DomainError("payout_day_early", {}, "paid_on");
  const payouts = await scope.db.payout.findMany({
    where: { runId, state: "open", ...(payoutIds && { id: { in: [...payoutIds] } }) },
    select: { id: true, gross: true },
  });
  if (payouts.length === 0) return { paid: 0, gross: 0, batchId: null };
  const ids = payouts.map(({ id }) => id);
  const gross = sum(payouts.map((one) => fromDatabase(one.gross ?? 0n)));
  const commissions = await lockCommissions(scope, await linesOf(scope, ids));
  if (commissions.some(({ paid }) => paid)) throw new Error("a commission in an open payout was paid");
  const batchId = await recordAction(scope, {
    action: "payout.pay",
    entity: "payout_run",
    entityId: runId,
    data: { count: ids.length, amount: gross, currency: run.currency, paid_on: paidOn },
  });
  await recordAuditEntries(scope, stepsOfPaying(commissions), batchId);
  await settleCommissions(scope, commissions, { batchId, paidOn, receiptUrl: null });
  await scope.db.payout.updateMany({
    where: { id: { in: ids }, state: "open" },
    data: { state: "paid", paidOn: dateFromDay(paidOn), batchId },
  });
  await scope.db.commissionClaim.updateMany({
    where: { payoutId: { in: ids } },
    data: { settledOn: dateFromDay(paidOn) },
  });
  await giveReceipts(scope, ids);
  await closeRun(scope, runId);
  return { paid: ids.length, gross, batchId };
}

/** The commissions of payouts. */
async function linesOf(scope: Scope, payoutIds: string[]) {
  const of = { where: { payoutId: { in: payoutIds } }, select: { id: true } };
  const deals = await scope.db.deal.findMany(of);
  const payments = await scope.db.commissionPayment.findMany(of);
  return { deals: deals.map(({ id }) => id), payments: payments.map(({ id }) => id) };
}

/** A run without an open payout is paid. */
async function closeRun(scope: Scope, runId: string): Promise<void> {
  const open = await scope.db.payout.count({ where: { runId, state: "open" } });
  if (open > 0) return;
  await scope.db.$executeRaw`
    update payout_run set state = 'paid', sent_at = coalesce(sent_at, ${scope.now}::timestamptz)
    where org_id = ${scope.orgId}::uuid and id = ${runId}::uuid`;
}

/**
 * Records that the bank has returned a payout (PAY-12): its commissions are unpaid and due again for the next run; its
 * statement stays. Returns whether this call did it. Throws `not_found`, `payout_state` (void, or its run is a draft),
 * `claim_deducted` (a later payout has deducted one of its commissions), `forbidden`.
 */
export async function returnPayout(
  scope: Scope,
  { payoutId, reason }: { payoutId: string; reason: string },
): Promise<boolean> {
  requireStaff(scope);
  const { data: id } = recordId.safeParse(payoutId);
  const found = id && (await scope.db.payout.findFirst({ where: { id }, select: { runId: true } }));
  if (!found) throw new DomainError("not_found");
  await lockRun(scope, found.runId);
  const payout = await scope.db.payout.findFirstOrThrow({ where: { id: payoutId } });
  if (payout.state === "returned") return false;
  if (payout.state !== "open" && payout.state !== "paid") throw new DomainError("payout_state");
  // With the deals of its months, which making them unpaid locks too: deals come before payments.
  const held = sql`payout_id = ${payoutId}::uuid`;
  const ofMonths = sql`id in (select deal_id from commission_payment where org_id = ${scope.orgId}::uuid and ${held})`;
  await lockLines(scope, { deals: sql`(${held} or ${ofMonths})`, payments: held });
  const lines = await linesOf(scope, [payoutId]);
  await freeLines(scope, sql`id = ${payoutId}::uuid`);
  if (payout.state === "paid") await reopenCommissions(scope, lines, () => true);
  await scope.db.payout.updateMany({
    where: { id: payoutId },
    data: { state: "returned", returnedAt: scope.now, returnReason: reason, paidOn: null, batchId: null },
  });
  await closeRun(scope, found.runId);
  await recordAudit(scope, {
    action: "payout.return",
    entity: "payout",
    entityId: payoutId,
    data: { number: payout.number, reason },
  });
  return true;
}
