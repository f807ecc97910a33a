import type { Payout } from "#prisma";
import { recordAudit } from "../audit/record-audit.server";
import { reopenCommissions } from "../commissions/reopen-commissions.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { DomainError } from "../shared/errors";
import { recordId } from "../shared/fields";
import { fromDatabase } from "../shared/money";
import { requireProof, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";
import { closeRun, commissionsOf } from "./close-run.server";
import { emitPayouts } from "./emit-payouts.server";
import { voidInvoices } from "./invoice-slot.server";
import { cancelCreditNotes } from "./issue-documents.server";
import { lockLines, lockRun } from "./lock-run.server";
import { readAccountRows } from "./payee-account.server";
import { freeLines } from "./take-back-run.server";
import { withoutAccounts } from "./without-accounts";

/** Locks the run of a payout and reads the payout, with its currency. `id` may be any text. Throws `not_found`. */
async function lockPayout(scope: Scope, id: string): Promise<Payout & { currency: string }> {
  const { data: payoutId } = recordId.safeParse(id);
  const found = payoutId && (await scope.db.payout.findFirst({ where: { id: payoutId }, select: { runId: true } }));
  if (!found) throw new DomainError("not_found");
  const { currency } = await lockRun(scope, found.runId);
  return { ...(await scope.db.payout.findFirstOrThrow({ where: { id: payoutId } })), currency };
}

/**
 * Records that the bank has returned a payout (PAY-12). Its commissions are due again and stay in it, because its
 * statement and credit note stay valid: it is paid again or canceled. If a deal in it has ended meanwhile, so that a
 * commission is no longer owed, the payout is canceled at once. The affiliate is told, and asked to check the account.
 * Returns whether this call did it. Throws
 * `not_found`, `payout_state` (void, or its run is a draft), `claim_deducted` (a later payout has deducted one of its
 * commissions), `forbidden`.
 */
export async function returnPayout(
  scope: Scope,
  { payoutId, reason: entered }: { payoutId: string; reason: string },
): Promise<boolean> {
  requireStaff(scope);
  const reason = withoutAccounts(entered);
  const payout = await lockPayout(scope, payoutId);
  if (payout.state === "returned") return false;
  if (payout.state !== "open" && payout.state !== "paid") throw new DomainError("payout_state");
  const { currency } = payout;
  // With the deals of its months, which making them unpaid locks too: deals come before payments.
  const held = sql`payout_id = ${payout.id}::uuid`;
  const ofMonths = sql`id in (select deal_id from commission_payment where org_id = ${scope.orgId}::uuid and ${held})`;
  await lockLines(scope, { deals: sql`(${held} or ${ofMonths})`, payments: held });
  const lines = await commissionsOf(scope, [payout.id]);
  const isOwed = !(await hasClaims(scope, held));
  if (!isOwed) await release(scope, payout.id);
  if (payout.state === "paid") await reopenCommissions(scope, lines, () => true);
  await scope.db.commissionClaim.updateMany({ where: { payoutId: payout.id }, data: { settledOn: null } });
  await scope.db.payout.updateMany({
    where: { id: payout.id },
    data: isOwed
      ? { state: "returned", returnedAt: scope.now, returnReason: reason, paidOn: null, batchId: null }
      : { state: "void", withdrawnAt: scope.now, paidOn: null, batchId: null },
  });
  await closeRun(scope, payout.runId);
  await emitPayouts(scope, [payout.id], { event: isOwed ? "payout.returned" : "payout.voided" });
  await recordAudit(scope, {
    action: "payout.return",
    entity: "payout",
    entityId: payout.id,
    data: { number: payout.number, reason },
  });
  const about = { number: payout.number!, gross: fromDatabase(payout.gross!), currency, reason };
  await notifyAffiliate(scope, {
    type: "payout_returned",
    affiliateId: payout.affiliateId,
    payoutId: payout.id,
    ...about,
  });
  return true;
}

/** Returns whether a commission in a payout is owed back. `held`: the condition that it is in the payout. */
async function hasClaims(scope: Scope, held: Sql): Promise<boolean> {
  const own = sql`org_id = ${scope.orgId}::uuid and ${held}`;
  const found = await scope.db.$queryRaw<object[]>(sql`
    select 1 from commission_claim
    where org_id = ${scope.orgId}::uuid and case when payment_id is null
      then deal_id in (select id from deal where ${own})
      else payment_id in (select id from commission_payment where ${own}) end
    limit 1`);
  return found.length > 0;
}

/** Frees the lines of a payout, and ends what was issued for it. */
async function release(scope: Scope, payoutId: string): Promise<void> {
  await freeLines(scope, sql`id = ${payoutId}::uuid`);
  await cancelCreditNotes(scope, { id: payoutId });
  await voidInvoices(scope, sql`id = ${payoutId}::uuid`);
}

/**
 * Opens a returned payout again, for the account that is paid to now: the next bank file of its run has it. Returns
 * whether this call did it. Throws `not_found`, `payout_state`, `transfer_account` (there is no account), `forbidden`.
 */
export async function payAgain(scope: Scope, payoutId: string): Promise<boolean> {
  requireStaff(scope);
  const payout = await lockPayout(scope, payoutId);
  if (payout.state === "open") return false;
  if (payout.state !== "returned") throw new DomainError("payout_state");
  const account = (await readAccountRows(scope, [payout.affiliateId])).get(payout.affiliateId)?.current;
  if (!account) throw new DomainError("transfer_account", { name: payout.number ?? "" });
  await scope.db.payout.updateMany({
    where: { id: payout.id },
    data: { state: "open", accountId: account.id, bankFileId: null, returnedAt: null, returnReason: null },
  });
  await scope.db.payoutRun.updateMany({ where: { id: payout.runId, state: "paid" }, data: { state: "sent" } });
  await recordAudit(scope, {
    action: "payout.pay_again",
    entity: "payout",
    entityId: payout.id,
    data: { number: payout.number },
  });
  return true;
}

/**
 * Cancels a payout that is not paid, or was returned (PAY-10): its statement is withdrawn, its credit note is canceled
 * by a document of its own, and its commissions are due again for the next run. Returns whether this call did it.
 * Throws `not_found`, `payout_state` (paid, or its run is a draft), `proof_required`, `forbidden`.
 */
export async function cancelPayout(
  scope: Scope,
  { payoutId, reason: entered }: { payoutId: string; reason: string },
): Promise<boolean> {
  requireStaff(scope);
  requireProof(scope, "payout.cancel");
  const reason = withoutAccounts(entered);
  const payout = await lockPayout(scope, payoutId);
  if (payout.state === "void") return false;
  if (payout.state !== "open" && payout.state !== "returned") throw new DomainError("payout_state");
  await release(scope, payout.id);
  await scope.db.payout.updateMany({
    where: { id: payout.id },
    data: { state: "void", withdrawnAt: scope.now, returnedAt: null, returnReason: null },
  });
  await closeRun(scope, payout.runId);
  await emitPayouts(scope, [payout.id], { event: "payout.voided" });
  await recordAudit(scope, {
    action: "payout.cancel",
    entity: "payout",
    entityId: payout.id,
    data: { number: payout.number, reason },
  });
  return true;
}
