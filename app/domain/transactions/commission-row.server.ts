import { readTrace } from "../deals/stored-trace";
import { fromDatabase } from "../shared/money";
import type { Scope } from "../shared/scope";
import type { Transaction } from "./transaction";
import type { TransactionKind } from "./transaction.schema";

/** The columns that the lists of commissions read in SQL, whether these are monthly or one-off, paid or not. */
export interface CommissionRow {
  kind: TransactionKind;
  id: string;
  affiliate_id: string | null;
  affiliate: string | null;
  lead_id: string;
  company: string;
  deal_id: string;
  deal: string;
  amount: bigint;
  currency: string;
  trace: unknown;
  receipt_url: string | null;
}

/** What the views of such a row have in common. */
export function commissionOf(
  row: CommissionRow,
  log: Scope["log"],
): Omit<Transaction, "period" | "due" | "paymentDate"> {
  const commission = { amount: fromDatabase(row.amount), currency: row.currency };
  return {
    kind: row.kind,
    id: row.id,
    affiliateId: row.affiliate_id,
    affiliate: row.affiliate,
    leadId: row.lead_id,
    company: row.company,
    dealId: row.deal_id,
    deal: row.deal,
    commission,
    trace: readTrace({ id: row.deal_id, commissionTrace: row.trace, commission }, log),
    receiptUrl: row.receipt_url,
  };
}
