import { recordAction, recordAuditEntries, recordBatch } from "../audit/record-audit.server";
import { receiptFileOf } from "../files/receipt";
import { requireReceiptFile } from "../files/read-file.server";
import type { AffiliateNotification } from "../notifications/notice";
import { notifyAffiliates } from "../notifications/notify-affiliate.server";
import type { Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { grouped } from "../shared/grouped";
import { sumByCurrency, type Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { afterUndo } from "../shared/undo";
import { emitEvents } from "../webhooks/emit-event.server";
import { entityOf, lockCommissions, type LockedCommission } from "./lock-commissions.server";
import { MAX_AT_ONCE } from "./commission";

export interface CommissionsToPay {
  /** Ids of monthly payments. */
  payments?: readonly string[];
  /** Ids of one-time deals. */
  deals?: readonly string[];
  /** A web address, or a file (receiptInFile). */
  receiptUrl: string | null;
}

export interface PaidCommissions {
  /** Number of commissions paid by this call, monthly and one-off. */
  paid: number;
  /** Their sums, one per currency. */
  amounts: Money[];
  /** Number of commissions that were already paid; they stay unchanged. */
  before: number;
  /** Ids of the paid affiliates; null for a deleted affiliate. */
  payees: (string | null)[];
  /** Id for `undoPayment`; null if this call has paid nothing. */
  batchId: string | null;
}

/**
 * Marks commissions paid today: due monthly payments and those of one-time deals. It pays all of them or none, with at
 * most one receipt (COM-02, COM-06, TRX-04). Each affiliate is notified once. The email and the webhook are sent when
 * the payment can no longer be undone. Commissions that are already paid stay unchanged, so a second click changes
 * nothing. Throws `not_found`, `payment_not_due` (its month has not begun, or days must pass), for several commissions
 * `payments_not_found`, `payments_not_due`; also `customer_has_not_paid` (it waits for the customer),
 * `deal_not_one_time`, `deal_ended` (its commission ended with it), `commission_in_payout` (a payout pays it),
 * `too_many_payments`, `file_not_found`, `forbidden`.
 */
export async function payCommissions(
  scope: Scope,
  { payments = [], deals = [], receiptUrl }: CommissionsToPay,
): Promise<PaidCommissions> {
  requireStaff(scope);
  const wanted = { payments: [...new Set(payments)], deals: [...new Set(deals)] };
  const count = wanted.payments.length + wanted.deals.length;
  const several = count > 1;
  if (count > MAX_AT_ONCE) throw new DomainError("too_many_payments", { max: MAX_AT_ONCE });
  const fileId = receiptFileOf(receiptUrl);
  if (fileId !== null) await requireReceiptFile(scope, fileId);
  const today = await scope.today();
  // A deal whose commission is 0 owes nothing, so it has no commission to pay.
  const found = (await lockCommissions(scope, wanted)).filter(
    ({ oneOff, paid, commission }) => !oneOff || paid || commission.amount > 0,
  );
  if (found.length < count) throw new DomainError(several ? "payments_not_found" : "not_found");
  if (found.some(({ oneOff, period }) => !oneOff && period === null)) throw new DomainError("deal_not_one_time");
  const open = found.filter(({ paid }) => !paid);
  if (open.some(({ ended }) => ended)) throw new DomainError("deal_ended");
  if (open.some(({ payoutId }) => payoutId !== null)) throw new DomainError("commission_in_payout");
  // One-off commissions may be paid before they are due.
  if (open.some(({ period, due }) => period !== null && (period > today || (due !== null && due > today))))
    throw new DomainError(several ? "payments_not_due" : "payment_not_due");
  if (open.some(({ due }) => due === null)) throw new DomainError("customer_has_not_paid");
  const before = found.length - open.length;
  if (open.length === 0) return { paid: 0, amounts: [], payees: [], before, batchId: null };

  const amounts = sumByCurrency(open.map(({ commission }) => commission));
  const batchId = await recordPaying(scope, open, { amounts, receiptUrl });
  await settleCommissions(scope, open, { batchId, paidOn: today, receiptOf: () => receiptUrl });
  const payees = [...grouped(open, (one) => one.affiliateId).keys()];
  return { paid: open.length, amounts, payees, before, batchId };
}

interface Settlement {
  batchId: string;
  paidOn: Day;
  /** Returns the stored text of a commission's receipt; null without one. */
  receiptOf: (commission: LockedCommission) => string | null;
  notices?: readonly AffiliateNotification[];
}

/**
 * Marks locked, unpaid commissions paid on a day, by the action with this id. Notifies each affiliate once, with
 * `notices` or else with the sums of their commissions, and queues the events; both wait until the action can no longer
 * be undone. The caller has checked that they can be paid.
 */
export async function settleCommissions(
  scope: Scope,
  open: readonly LockedCommission[],
  { batchId, paidOn, receiptOf, notices = paidNotices(open) }: Settlement,
): Promise<void> {
  const rowsOf = (commissions: readonly LockedCommission[]) => sql`
    unnest(${commissions.map(({ id }) => id)}::uuid[], ${commissions.map(receiptOf)}::text[]) s (id, receipt)`;
  const paidDeals = await scope.db.$executeRaw(sql`
    update deal d set commission_paid = true, payment_date = ${paidOn}::date, batch_id = ${batchId}::uuid,
      receipt_url = coalesce(s.receipt, d.receipt_url), updated_at = ${scope.now}::timestamptz
    from ${rowsOf(open.filter((one) => one.oneOff))}
    where d.org_id = ${scope.orgId}::uuid and d.id = s.id and not d.commission_paid
      and d.deal_type = 'one-time'`);
  const paidMonths = await scope.db.$executeRaw(sql`
    update commission_payment p set status = 'paid', paid_date = ${paidOn}::date, batch_id = ${batchId}::uuid,
      receipt_url = coalesce(s.receipt, p.receipt_url)
    from ${rowsOf(open.filter((one) => !one.oneOff))}
    where p.org_id = ${scope.orgId}::uuid and p.id = s.id and p.status = 'pending' and p.due_on is not null`);
  if (paidDeals + paidMonths !== open.length) throw new Error("locked commissions changed concurrently");
  await notifyEachAffiliate(scope, notices, batchId);
  const events = open.map(({ dealId, oneOff, id }) => {
    return { event: "deal.paid" as const, deal_id: dealId, payment_id: oneOff ? null : id, batch_id: batchId };
  });
  await scope.inSavepoint("queueing deal.paid", () => emitEvents(scope, events));
}

/** Marks a one-time deal paid without a receipt. Returns whether this call paid it. */
export async function markDealPaid(scope: Scope, dealId: string): Promise<boolean> {
  return (await payCommissions(scope, { deals: [dealId], receiptUrl: null })).paid === 1;
}

/** Marks a monthly payment paid without a receipt. Returns whether this call paid it. */
export async function markPaymentPaid(scope: Scope, paymentId: string): Promise<boolean> {
  return (await payCommissions(scope, { payments: [paymentId], receiptUrl: null })).paid === 1;
}

/** The audit entries of paying these commissions, one each. */
export const stepsOfPaying = (commissions: readonly LockedCommission[]) =>
  commissions.map((one) => ({
    action: one.oneOff ? ("deal.pay" as const) : ("commission.pay" as const),
    ...entityOf(one),
    data: { ...one.commission, ...(one.period && { period: one.period }) },
  }));

/** Records one entry; for several commissions, one step each in addition. */
async function recordPaying(
  scope: Scope,
  commissions: LockedCommission[],
  { amounts, receiptUrl }: { amounts: Money[]; receiptUrl: string | null },
): Promise<string> {
  const paid = stepsOfPaying(commissions);
  const receipts = receiptUrl
    ? commissions.map((one) => ({ action: "receipt.set" as const, ...entityOf(one), data: { receiptUrl } }))
    : [];
  const [only] = paid;
  if (only && paid.length === 1) {
    await recordAuditEntries(scope, receipts);
    return recordAction(scope, only);
  }
  const data = { amounts, ...(receiptUrl && { receiptUrl }) };
  const batchId = await recordBatch(scope, { action: "commissions.pay", data, steps: paid });
  await recordAuditEntries(scope, receipts, batchId);
  return batchId;
}

/** Returns one notification for each affiliate about all their commissions. */
function paidNotices(commissions: readonly LockedCommission[]): AffiliateNotification[] {
  return [...grouped(commissions, (one) => one.affiliateId)].flatMap(([affiliateId, own]) => {
    if (affiliateId === null) return [];
    const { dealId, company, deal, commission, period } = own[0]!;
    return {
      affiliateId,
      type: "commission_paid" as const,
      ...(own.length === 1
        ? { dealId, company, deal, commission, monthly: period !== null, ...(period && { period }) }
        : {
            payments: own.length,
            amounts: sumByCurrency(own.map((one) => one.commission)),
            oneOff: own.some((one) => one.oneOff),
          }),
    };
  });
}

/** Sends each affiliate one notification and one email, which waits until the action can no longer be undone. */
async function notifyEachAffiliate(
  scope: Scope,
  notices: readonly AffiliateNotification[],
  batchId: string,
): Promise<void> {
  const mailAt = afterUndo(scope.now);
  const tell = (some: readonly AffiliateNotification[]) =>
    scope.inSavepoint("notifying affiliates of paid commissions", () =>
      notifyAffiliates(scope, some, { batchId, mailAt }),
    );
  const { ok } = await tell(notices);
  // A notification that cannot be written must not prevent those to other affiliates.
  if (!ok && notices.length > 1) for (const notice of notices) await tell([notice]);
}
