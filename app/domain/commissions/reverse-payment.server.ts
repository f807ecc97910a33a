import { recordAudit } from "../audit/record-audit.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { DomainError } from "../shared/errors";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { TransactionKind } from "../transactions/transaction.schema";
import { entityOf } from "./lock-commissions.server";
import { UNDO_SECONDS } from "./payment";
import { reopenCommissions } from "./reopen-commissions.server";

export interface Reversal {
  kind: TransactionKind;
  id: string;
  /** The action that has paid it, as the person saw it; null for what was paid before these were kept. */
  batchId: string | null;
  reason: string;
}

/**
 * A commission was not paid after all: it is open again, without its receipt, and its affiliate is told why. For owners,
 * at any time. Returns whether this call did it; not when it was reversed before. Throws `not_found`,
 * `payment_paid_anew` (by another action than the person saw), `forbidden`.
 */
export async function reversePayment(
  scope: Scope,
  { kind, id, batchId, reason }: Reversal,
): Promise<boolean> {
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
  if (one.batchId !== batchId) throw new DomainError("payment_paid_anew");
  await recordAudit(scope, {
    ...{ action: one.oneOff ? "deal.reverse" : "commission.reverse", ...entityOf(one) },
    data: {
      ...{ ...one.commission, ...(one.period && { period: one.period }) },
      ...{ reason, paid_on: one.paidOn, receiptUrl: one.receiptUrl },
    },
  });
  const { affiliateId, dealId, company, deal, commission, period } = one;
  if (affiliateId === null) return true;
  await scope.attempt("notifying the affiliate of a commission that was not paid after all", () =>
    notifyAffiliate(
      scope,
      {
        ...{ affiliateId, type: "commission_reversed", dealId, company, deal, commission, reason },
        ...(period ? { monthly: true, period } : { monthly: false }),
      },
      // The mail it corrects may still be waiting; it comes after that.
      { mailAt: new Date(scope.now.getTime() + UNDO_SECONDS * 1_000) },
    ),
  );
  return true;
}
