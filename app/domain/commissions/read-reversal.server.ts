import { paidMonths } from "../deals/paid-months.server";
import { monthUnder } from "../deals/plan-payments";
import type { Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readTransaction } from "./read-commission.server";
import type { Transaction, CommissionKind } from "../commissions/commission";

/** A paid commission, with its state after `reversePayment`. */
export interface ReversiblePayment {
  transaction: Transaction;
  /** The action that paid it. */
  batchId: string | null;
  /** The amount open afterwards; null if the contract has changed and nothing is owed. */
  open: Money | null;
}

/**
 * Returns a paid commission that may be reversed; null for an unknown id or an unpaid commission. Throws `forbidden`.
 */
export async function readReversal(
  scope: Scope,
  { kind, id }: { kind: CommissionKind; id: string },
): Promise<ReversiblePayment | null> {
  requireStaff(scope);
  const transaction = await readTransaction(scope, { kind, id });
  if (!transaction) return null;
  if (kind === "deal") {
    const deal = await scope.db.deal.findFirst({ where: { id }, select: { batchId: true } });
    return { transaction, batchId: deal?.batchId ?? null, open: transaction.amount };
  }
  const payment = await scope.db.commissionPayment.findFirst({ where: { id }, include: { deal: true } });
  const contract = payment && paidMonths(payment.deal);
  const month = contract && monthUnder(contract, transaction.period);
  return { transaction, batchId: payment?.batchId ?? null, open: month?.amount ?? null };
}
