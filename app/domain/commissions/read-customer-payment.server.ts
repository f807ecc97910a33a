import { dayFromDate, type Day } from "../shared/dates";
import { fromDatabase, type Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { DueWhen } from "../terms/term";
import type { Commission, CommissionKind } from "./commission";
import { readCommission } from "./read-commission.server";

/** A commission with the payment of the customer that it may wait for. */
export interface CustomerPaymentOf {
  commission: Commission;
  /** Whether the commission waits for this payment, or only names it. */
  dueWhen: DueWhen;
  holdingDays: number;
  /** What the customer pays: the amount of the deal, or the revenue of a month. */
  sold: Money;
  paidOn: Day | null;
  /** What the customer has paid. */
  amount: Money | null;
  invoiceNumber: string | null;
  invoicedOn: Day | null;
}

/** Returns a commission with the payment of its customer; null for an unknown id. Throws `forbidden`. */
export async function readCustomerPayment(
  scope: Scope,
  { kind, id }: { kind: CommissionKind; id: string },
): Promise<CustomerPaymentOf | null> {
  requireStaff(scope);
  const commission = await readCommission(scope, { kind, id });
  if (!commission) return null;
  const deal = await scope.db.deal.findFirst({ where: { id: commission.dealId } });
  const row = kind === "deal" ? deal : await scope.db.commissionPayment.findFirst({ where: { id } });
  if (!deal || !row) return null;
  const inCurrency = (amount: bigint): Money => ({ amount: fromDatabase(amount), currency: deal.currency });
  return {
    commission,
    dueWhen: row.dueWhen as DueWhen,
    holdingDays: row.holdingDays,
    sold: inCurrency(kind === "deal" ? deal.amount : (deal.mrr ?? 0n)),
    paidOn: row.customerPaidOn && dayFromDate(row.customerPaidOn),
    amount: row.customerPaidAmount === null ? null : inCurrency(row.customerPaidAmount),
    invoiceNumber: row.invoiceNumber,
    invoicedOn: row.invoicedOn && dayFromDate(row.invoicedOn),
  };
}
