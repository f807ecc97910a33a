import { recordAction, recordAuditEntries } from "../audit/record-audit.server";
import { lockCommissions, type LockedCommission } from "../commissions/lock-commissions.server";
import { settleCommissions, stepsOfPaying } from "../commissions/pay-commissions.server";
import { receiptInFile } from "../files/receipt";
import { dateFromDay, todayIn, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { fromDatabase, sum } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { closeRun, commissionsOf } from "./close-run.server";
import { emitPayouts } from "./emit-payouts.server";
import { heldPayouts } from "./held-payouts.server";
import { lockRun } from "./lock-run.server";
import { giveReceipts } from "./statement-files.server";

export interface PaidPayouts {
  /** Number of payouts marked paid by this call. */
  paid: number;
  /** Minor units of the run's currency. */
  gross: number;
  /** Id for `undoPayment`; null if this call has paid nothing. */
  batchId: string | null;
}

/**
 * Marks payouts of a run paid on a value day (PAY-12): those with these ids, or all that are open, wait for no invoice
 * and have no open objection. Their commissions are paid and their claims settled with them. Each affiliate gets one
 * notification and one email about the payout. Payouts that are already paid stay unchanged. Throws `not_found`,
 * `run_state` (a draft or void), `payout_day_in_future`, `payout_day_early` (before the approval), `payout_objected`,
 * `payout_invoice_needed`, `forbidden`.
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
  const open = await scope.db.payout.findMany({
    where: { runId, state: "open", ...(payoutIds && { id: { in: [...payoutIds] } }) },
    select: {
      id: true,
      affiliateId: true,
      number: true,
      vat: true,
      gross: true,
      fileId: true,
      invoiceState: true,
      affiliate: { select: { name: true } },
    },
  });
  const held = await heldPayouts(scope, runId);
  const objected = open.find(({ id }) => held.has(id));
  if (objected && payoutIds) throw new DomainError("payout_objected", { name: objected.affiliate.name });
  const payouts = open.filter(({ id, invoiceState }) => !held.has(id) && invoiceState !== "needed");
  if (open.some(({ invoiceState }) => invoiceState === "needed") && (payoutIds || payouts.length === 0))
    throw new DomainError("payout_invoice_needed");
  if (payouts.length === 0) return { paid: 0, gross: 0, batchId: null };
  const ids = payouts.map(({ id }) => id);
  const gross = sum(payouts.map((one) => fromDatabase(one.gross ?? 0n)));
  const commissions = await lockCommissions(scope, await commissionsOf(scope, ids));
  if (commissions.some(({ paid }) => paid)) throw new Error("a commission in an open payout was paid");
  const batchId = await recordAction(scope, {
    action: "payout.pay",
    entity: "payout_run",
    entityId: runId,
    data: { count: ids.length, amount: gross, currency: run.currency, paid_on: paidOn },
  });
  await recordAuditEntries(scope, stepsOfPaying(commissions), batchId);
  const notices = payouts.map(({ id, affiliateId, number, ...sums }) => ({
    type: "payout_paid" as const,
    affiliateId,
    payoutId: id,
    number: number!,
    gross: fromDatabase(sums.gross!),
    vat: fromDatabase(sums.vat!),
    currency: run.currency,
  }));
  const fileOf = new Map(payouts.map(({ id, fileId }) => [id, fileId && receiptInFile(fileId)]));
  const receiptOf = ({ payoutId }: LockedCommission) => fileOf.get(payoutId ?? "") ?? null;
  await settleCommissions(scope, commissions, { batchId, paidOn, receiptOf, notices });
  await scope.db.payout.updateMany({
    where: { id: { in: ids }, state: "open" },
    data: { state: "paid", paidOn: dateFromDay(paidOn), batchId },
  });
  await scope.db.commissionClaim.updateMany({
    where: { payoutId: { in: ids } },
    data: { settledOn: dateFromDay(paidOn) },
  });
  // Of statements whose files have just been made.
  await giveReceipts(scope, ids);
  await closeRun(scope, runId);
  await emitPayouts(scope, ids, { event: "payout.paid", batch_id: batchId });
  return { paid: ids.length, gross, batchId };
}
