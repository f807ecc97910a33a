import { readCommission } from "../commissions/read-commission.server";
import type { Scope } from "../shared/scope";
import type { Transaction } from "./transaction";
import type { TransactionKind } from "./transaction";

/**
 * One transaction; null for an unknown id, an unpaid commission and one of another organisation. Throws `forbidden`.
 */
export async function readTransaction(
  scope: Scope,
  which: { kind: TransactionKind; id: string },
): Promise<Transaction | null> {
  const commission = await readCommission(scope, which);
  if (commission?.state !== "paid" || !commission.paidDate) return null;
  const { amount, period: due, paidDate, state: _, ...rest } = commission;
  return {
    ...rest,
    due,
    commission: amount,
    paymentDate: paidDate,
    period: which.kind === "deal" ? null : due,
  };
}
