import { recordAudit } from "../audit/record-audit.server";
import { afterMailOf } from "../audit/extend-undo.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { DomainError } from "../shared/errors";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { CommissionKind } from "../commissions/commission";
import { entityOf } from "./lock-commissions.server";
import { reopenCommissions } from "./reopen-commissions.server";

export interface Reversal {
  kind: CommissionKind;
  id: string;
  /** The action that paid it, as shown to the user; null for payments made before actions were recorded. */
  batchId: string | null;
  reason: string;
}

/**
 * Marks a paid commission as not paid: it is open again, has no receipt, and the affiliate is notified of the reason.
 * Only owners may do this, at any time. Returns whether this call changed it; false if it was reversed before. Throws
 * `not_found`, `payment_paid_anew` (paid by another action than the one shown to the user), `commission_in_payout`
 * (then the payout is returned), `claim_deducted` (a payout has deducted it because its deal ended), `forbidden`.
 */
export async function reversePayment(scope: Scope, { kind, id, batchId, reason }: Reversal): Promise<boolean> {
  requireOwner(scope);
  const find = { where: { id }, select: { id: true, batchId: true } };
  const found =
    kind === "deal"
      ? await scope.db.deal.findFirst({ ...find, where: { id, dealType: "one-time" } })
      : await scope.db.commissionPayment.findFirst(find);
  if (!found) throw new DomainError("not_found");
  const ids = kind === "deal" ? { deals: [id], payments: [] } : { deals: [], payments: [id] };
  const [one] = await reopenCommissions(scope, ids, () => true);
  if (!one) return false;
  if (one.payoutId !== null) throw new DomainError("commission_in_payout");
  if (one.batchId !== batchId) throw new DomainError("payment_paid_anew");
  await recordAudit(scope, {
    action: one.oneOff ? "deal.reverse" : "commission.reverse",
    ...entityOf(one),
    data: {
      ...one.commission,
      ...(one.period && { period: one.period }),
      reason,
      paid_on: one.paidOn,
      receiptUrl: one.receiptUrl,
    },
  });
  // The email corrected by this one may still be waiting and must arrive first.
  const mailAt = await afterMailOf(scope, batchId);
  const { affiliateId, dealId, company, deal, commission, period } = one;
  if (affiliateId === null) return true;
  await scope.inSavepoint("notifying the affiliate of a commission that was not paid after all", () =>
    notifyAffiliate(
      scope,
      {
        affiliateId,
        type: "commission_reversed",
        dealId,
        company,
        deal,
        commission,
        reason,
        ...(period ? { monthly: true, period } : { monthly: false }),
      },
      { mailAt },
    ),
  );
  return true;
}
